"""The search space of the tuner, and players with changed parameters."""

import pytest

from malecon.games.errors import GameError
from malecon.lab.tuning.parameters import active_techniques, player_text, tuned_parameters
from malecon.players.spec import parse_player
from malecon.search.techniques import catalogue

CATALOGUE = catalogue("havannah")

PLAYER = active_techniques("rave(r=500)+hoeffding(k=0)+expand(visits=10)+final+lgrf1+mcts_solver", "havannah", 5)


def parameters(*wanted, ranges=()):
    return {dial.name: dial for dial in tuned_parameters(PLAYER, wanted, ranges)}


def test_every_parameter_of_the_player_can_be_tuned():
    rave, final = {"rave.r", "rave.thinning", "rave.moves"}, {"final.by", "final.temperature"}
    assert set(parameters()) == {*rave, *final, "hoeffding.k", "expand.visits", "lgrf1.tables"}


def test_bounds_come_from_the_declaration_of_the_parameter():
    found = parameters()
    assert (found["rave.r"].low, found["rave.r"].high, found["rave.r"].logarithmic) == (50, 5000, True)
    assert (found["expand.visits"].low, found["expand.visits"].high, found["expand.visits"].is_integer) == (
        1,
        100,
        True,
    )
    assert (found["hoeffding.k"].low, found["hoeffding.k"].high, found["hoeffding.k"].logarithmic) == (0, 0.25, False)
    assert found["final.temperature"].high == 0.2
    assert found["lgrf1.tables"].span == "keep|reset"


@pytest.mark.parametrize("name", sorted(CATALOGUE))
def test_bounds_include_the_current_value_and_are_valid(name):
    for dial in tuned_parameters({name: {}}) if CATALOGUE[name].parameters else ():
        if not dial.parameter.choices:
            assert dial.parameter.low <= dial.low <= dial.value <= dial.high <= dial.parameter.high
            assert dial.low < dial.high
            assert dial.low > 0 or not dial.logarithmic
            text = player_text({name: {}}, {dial.name: dial.rounded(dial.high)})
            assert str(parse_player(text)) == text


def test_a_range_may_be_given_by_hand():
    found = parameters("rave.r", ranges=["rave.r=10:600"])
    assert list(found) == ["rave.r"]
    assert (found["rave.r"].low, found["rave.r"].high) == (10, 600)
    assert parameters("rave.r", ranges=["rave.r=600:900"])["rave.r"].low == 500  # extended to the current value


def test_a_player_with_changed_parameters_keeps_the_others():
    text = player_text(PLAYER, {"rave.r": 120.0, "lgrf1.tables": "reset"})
    assert text == "rave(r=120)+hoeffding(k=0)+expand(visits=10)+final+lgrf1(tables=reset)+mcts_solver"


def test_a_preset_is_expanded():
    assert player_text(active_techniques("malecon-bias", "havannah", 5)).startswith("rave(r=")


def test_values_are_rounded_to_significant_digits():
    assert parameters()["rave.r"].rounded(123.456) == 123
    assert parameters()["hoeffding.k"].rounded(0.0123456) == 0.0123
    assert parameters()["expand.visits"].rounded(12.34) == 12


@pytest.mark.parametrize(
    ("wanted", "ranges", "message"),
    [
        (["rave.k"], [], "no parameter 'rave.k'; did you mean rave.r"),
        ([], ["rave.r"], "write parameter=low:high"),
        ([], ["rave.r=9:x"], "write parameter=low:high"),
        ([], ["rave.r=9:1"], "invalid range 9:1"),
        ([], ["rave.r=-1:1"], "takes 0 to 1e"),
        ([], ["lgrf1.tables=0:1"], "cannot have a range"),
    ],
)
def test_mistakes_are_reported_in_one_line(wanted, ranges, message):
    with pytest.raises(GameError, match=message):
        tuned_parameters(PLAYER, wanted, ranges)


def test_a_player_without_parameters_cannot_be_tuned():
    with pytest.raises(GameError, match="solver has no parameters to tune"):
        tuned_parameters({"mcts_solver": {}})
