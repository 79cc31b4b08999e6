"""Players as text: parsing round-trips, and every mistake gives a one-line message that says how to fix it."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from malecon import Engine, GameError, Havannah
from malecon.knowledge.technique import BONUS, Parameter, Technique, Value
from malecon.players.presets import preset_texts
from malecon.players.spec import PlayerSpec, SpecItem, parse_player
from malecon.search.settings import new_settings
from malecon.search.techniques import catalogue

CATALOGUE = catalogue("havannah")
PRESETS = preset_texts()


def read(text: str) -> dict[str, dict[str, Value]]:
    """Return the techniques of a text."""
    return parse_player(text, PRESETS).techniques(PRESETS)


def message(text: str) -> str:
    """Return the error message of an invalid text."""
    with pytest.raises(GameError) as caught:
        parse_player(text, PRESETS)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def values(parameter: Parameter) -> st.SearchStrategy[Value]:
    """Generate any value that a parameter takes."""
    if parameter.choices:
        return st.sampled_from(parameter.choices)
    if parameter.is_name:
        return st.from_regex(r"[A-Za-z0-9_-]+", fullmatch=True)
    if isinstance(parameter.default, int):
        return st.integers(int(parameter.low), int(parameter.high))
    return st.floats(parameter.low, parameter.high, allow_nan=False)


@st.composite
def items(draw: st.DrawFn, technique: Technique) -> SpecItem:
    """Generate a technique with some of its parameters, in any order."""
    chosen = draw(st.lists(st.sampled_from(technique.parameters), unique=True)) if technique.parameters else []
    return SpecItem(technique.name, tuple((parameter.name, draw(values(parameter))) for parameter in chosen))


@st.composite
def specs(draw: st.DrawFn) -> PlayerSpec:
    """Generate a player of any techniques, perhaps on top of a preset."""
    chosen = draw(st.lists(st.sampled_from(list(CATALOGUE.values())), unique=True, min_size=1))
    base = draw(st.lists(st.sampled_from(sorted(PRESETS)).map(SpecItem), max_size=1))
    removed = draw(
        st.lists(st.sampled_from(sorted(CATALOGUE)).map(lambda name: SpecItem(name, removed=True)), max_size=2)
    )
    return PlayerSpec(tuple(base + [draw(items(technique)) for technique in chosen] + removed))


# --- round trip ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(deadline=None)
@given(specs())
def test_every_player_round_trips_through_its_text(spec: PlayerSpec) -> None:
    assert parse_player(str(spec), PRESETS) == spec


@settings(deadline=None)
@given(specs(), st.randoms(use_true_random=False))
def test_whitespace_does_not_matter(spec: PlayerSpec, random: Any) -> None:
    pieces = re.split(r"([+(),=]|(?<=[a-z0-9)])-(?=[a-z]))", str(spec))  # but not the minus of a number
    spaced = "".join(piece + " " * random.randrange(3) for piece in pieces)
    assert parse_player(spaced, PRESETS) == spec


@settings(deadline=None)
@given(specs())
def test_settings_have_the_given_values_and_defaults(spec: PlayerSpec) -> None:
    techniques = spec.techniques(PRESETS)
    assume(sum(BONUS in CATALOGUE[name].roles for name in techniques) <= 2)  # more are refused
    record = new_settings(techniques, "havannah")[0]
    for name, technique in CATALOGUE.items():
        assert bool(record[name]) == (name in techniques)
        for parameter in technique.parameters:
            if name != "uct":  # signed results halve the constant
                value = parameter.encode(techniques.get(name, {}).get(parameter.name, parameter.default))
                seen = record[f"{name}_{parameter.name}"]
                assert seen == (np.float32(value) if isinstance(parameter.default, float) else value)


def test_values_keep_all_digits() -> None:
    text = "uct(c=0.123456789)+rave(r=123456.5)"
    assert str(parse_player(text)) == text


def test_integers_are_written_without_a_decimal_point() -> None:
    assert str(parse_player("rave(r=50.0)+expand(visits=1e1)+fpu(-1)")) == "rave(r=50)+expand(visits=10)+fpu(value=-1)"


def test_bare_values_are_positional() -> None:
    assert str(parse_player("uct(0.3,signed)+widening(4)")) == "uct(c=0.3,results=signed)+widening(q=4)"
    assert str(parse_player("bias(0.1, fade=7)")) == "bias(neighbour=0.1,fade=7)"


@pytest.mark.parametrize("technique", CATALOGUE.values(), ids=list(CATALOGUE))
def test_missing_or_empty_brackets_mean_defaults(technique: Technique) -> None:
    assert read(technique.name) == read(f"{technique.name}()") == read(f"{technique.name}( )") == {technique.name: {}}
    assert new_settings({technique.name: {}}, "havannah") == new_settings(
        {technique.name: {parameter.name: parameter.default for parameter in technique.parameters}}, "havannah"
    )


@pytest.mark.parametrize("technique", CATALOGUE.values(), ids=list(CATALOGUE))
def test_every_default_is_valid(technique: Technique) -> None:
    inner = ",".join(str(parameter.default) for parameter in technique.parameters)
    assert read(f"{technique.name}({inner})") == {
        technique.name: {parameter.name: parameter.default for parameter in technique.parameters}
    }


# --- presets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_equals_its_text(name: str) -> None:
    assert read(name) == read(PRESETS[name]) != {}
    assert str(parse_player(name, PRESETS)) == name


def test_presets_and_techniques_have_different_names() -> None:
    assert not set(PRESETS) & set(CATALOGUE)


def test_techniques_after_a_preset_are_added() -> None:
    assert read("teytaud2009+lgrf1(reset)") == read("teytaud2009") | {"lgrf1": {"tables": "reset"}}


def test_a_parameter_after_a_preset_replaces_only_that_parameter() -> None:
    own = parse_player(PRESETS["joosten2009"], {}).techniques({})["uct"]
    assert read("joosten2009+uct(c=0.7)")["uct"] == own | {"c": 0.7}


def test_a_minus_removes_a_technique_if_present() -> None:
    kept = {name: parameters for name, parameters in read("stankiewicz2012").items() if name != "mate"}
    assert read("stankiewicz2012-mate") == read("stankiewicz2012 - mate - lgr1") == kept


def test_a_technique_added_after_its_removal_has_defaults() -> None:
    assert read("uct(c=3)-uct+uct") == {"uct": {}}


def test_a_preset_after_a_plus_replaces_its_techniques() -> None:
    assert read("+uct(c=9)+teytaud2009+mate") == {"uct": {"c": 9.0}, **read("teytaud2009"), "mate": {}}


# --- mistakes ---------------------------------------------------------------------------------------------------------


def test_an_unknown_technique_error_suggests_a_name_and_lists_all() -> None:
    error = message("uct+ravee(r=50)")
    assert error.startswith("unknown technique 'ravee'; did you mean rave? available: ")
    listed = error.split("available: ")[1].split(", ")
    assert set(listed) == set(CATALOGUE) | set(PRESETS)


def test_an_unknown_name_without_a_close_match_lists_all() -> None:
    assert "did you mean" not in message("xyzzy")
    assert "xyzzy" in message("xyzzy")


def test_an_unknown_parameter_error_lists_the_parameters() -> None:
    assert message("uct(d=1)") == "unknown parameter 'd' of uct; available: c, results"
    assert message("mcts_solver(x=1)") == "unknown parameter 'x' of mcts_solver; available: none"


NUMBERS = [(t, k) for t in CATALOGUE.values() for k in t.parameters if not k.choices and not k.is_name]
CHOICES = [(t, k) for t in CATALOGUE.values() for k in t.parameters if k.choices]


def parameter_names(pairs: list[tuple[Technique, Parameter]]) -> list[str]:
    return [f"{technique.name}.{parameter.name}" for technique, parameter in pairs]


@pytest.mark.parametrize(("technique", "parameter"), NUMBERS, ids=parameter_names(NUMBERS))
def test_an_out_of_range_error_gives_the_range(technique: Technique, parameter: Parameter) -> None:
    for value in (parameter.low - 1, parameter.high * 2 + 1, "nan", "inf", "-inf", "much", "", "0x10"):
        error = message(f"{technique.name}({parameter.name}={value})")
        assert (
            error
            == f"{technique.name}({parameter.name}) takes {parameter.low:g} to {parameter.high:g}, not {str(value)!r}"
        )


@pytest.mark.parametrize(("technique", "parameter"), CHOICES, ids=parameter_names(CHOICES))
def test_an_invalid_choice_error_lists_the_choices(technique: Technique, parameter: Parameter) -> None:
    error = message(f"{technique.name}({parameter.name}=sideways)")
    assert error == f"{technique.name}({parameter.name}) takes {'|'.join(parameter.choices)}, not 'sideways'"


def test_an_integer_parameter_rejects_fractions() -> None:
    assert message("expand(visits=2.5)") == "expand(visits) takes 1 to 10000, not '2.5'"


def test_too_many_parameters_are_an_error() -> None:
    assert message("inherit(1,2)") == "inherit takes 1 parameter; remove '2'"
    assert message("mcts_solver(1)") == "mcts_solver takes no parameters; remove '1'"


def test_a_duplicate_parameter_is_an_error() -> None:
    assert message("uct(c=1,c=2)") == "uct(c) is given twice"
    assert message("uct(0.3,c=0.4)") == "uct(c) is given twice"


def test_a_preset_has_no_parameters_and_cannot_be_removed() -> None:
    assert "malecon takes no parameters" in message("malecon(c=1)")
    assert "cannot be removed" in message("uct-malecon")


def test_a_removal_takes_no_parameters() -> None:
    assert message("malecon-bias(fade=3)") == "-bias takes no parameters; write it without brackets"


@pytest.mark.parametrize(
    ("text", "one", "other", "what"),
    [
        ("uct+hoeffding", "uct", "hoeffding", "bandit"),
        ("stankiewicz2012+bernstein(k=0.1)", "uct", "bernstein", "bandit"),
        ("rave+lgrf1+lgr2", "lgrf1", "lgr2", "last-good-reply variant"),
        ("ngram2+ngram1", "ngram2", "ngram1", "N-gram length"),
        ("rave+pool_rave+rave_playout", "pool_rave", "rave_playout", "use of RAVE values in playouts"),
        ("uct+patterns+nearest_neighbour", "patterns", "nearest_neighbour", "playout policy"),
    ],
)
def test_techniques_of_an_exclusive_group_are_an_error(text: str, one: str, other: str, what: str) -> None:
    with pytest.raises(GameError) as error:
        Engine(text)
    assert str(error.value) == (
        f"{one} and {other} both set the {what}; use one of them, or remove the first with -{one}"
    )


def test_an_exclusive_technique_can_be_replaced() -> None:
    assert Engine("stankiewicz2012-uct+hoeffding-lgrf2+lgr1").name == "stankiewicz2012-uct+hoeffding-lgrf2+lgr1"


@pytest.mark.parametrize("text", ["", " ", "\t\n"])
def test_an_empty_player_error_gives_an_example(text: str) -> None:
    assert message(text) == "empty player; write techniques joined by +, such as uct(c=0.4)+rave(r=50)"


@pytest.mark.parametrize(
    "text",
    [
        "uct rave",
        "uct(c=0.4",
        "uct)c=0.4(",
        "uct++rave",
        "uct+",
        "+",
        "-",
        "uct(c=(1))",
        "UCT",
        "1",
        "uct,rave",
        "uct.c",
    ],
)
def test_a_syntax_error_gives_the_place_and_the_form(text: str) -> None:
    error = message(text)
    assert error.startswith(f"cannot parse player {text!r} at ")
    assert error.endswith("; write name(parameter=value)+name+...")


def read_back(text: str) -> bool:
    """Return whether a text is valid, checking that its printed form parses to the same player."""
    try:
        spec = parse_player(text, PRESETS)
    except GameError:
        return False
    return parse_player(str(spec), PRESETS).techniques(PRESETS) == spec.techniques(PRESETS)


@settings(deadline=None)
@given(st.text(st.sampled_from("ucteravx01(),=+-. "), max_size=20))
def test_any_text_parses_or_gives_a_one_line_error(text: str) -> None:
    assert read_back(text) or message(text)


def test_a_preset_may_build_on_another() -> None:
    assert read("level9") == read("malecon") | {"cap": {"simulations": 600}, "final": {"temperature": 0.01}}
    assert "mcts_solver" not in read("level4")


@pytest.mark.parametrize("game", ["havannah", "breakthrough", "amazons"])
def test_every_preset_parses_in_its_game(game: str) -> None:
    texts = preset_texts(game)
    assert {f"level{number}" for number in range(1, 11)} < set(texts)
    for name in texts:
        Engine(name, game=game)


@pytest.mark.parametrize("options", [{"threads": 0}, {"threads": 1.5}, {"memory": 0}, {"memory": "512MB"}])
def test_an_engine_without_threads_or_memory_is_an_error(options: dict[str, Any]) -> None:
    with pytest.raises(GameError, match="must be a positive integer, not"):
        Engine("rave", **options)


def test_an_impossible_amount_of_memory_is_an_error() -> None:
    with pytest.raises(GameError, match="cannot allocate a 999999999 MB tree"):
        Engine("rave", memory=999_999_999).decide(Havannah(3))
