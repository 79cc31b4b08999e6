"""Players as text: what is written is what is read, and every mistake gets one line that says what would be right."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from malecon import Engine, GameError, Havannah
from malecon.knowledge.technique import Parameter, Technique, Value
from malecon.players.presets import preset_texts
from malecon.players.spec import PlayerSpec, SpecItem, parse_player
from malecon.search.settings import new_settings
from malecon.search.techniques import catalogue

CATALOGUE = catalogue("havannah")
PRESETS = preset_texts()


def read(text: str) -> dict[str, dict[str, Value]]:
    """What a text switches on."""
    return parse_player(text, PRESETS).techniques(PRESETS)


def message(text: str) -> str:
    """What the reader of a wrong text is told."""
    with pytest.raises(GameError) as caught:
        parse_player(text, PRESETS)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def values(parameter: Parameter) -> st.SearchStrategy[Value]:
    """Any value that a parameter takes."""
    if parameter.choices:
        return st.sampled_from(parameter.choices)
    if isinstance(parameter.default, int):
        return st.integers(int(parameter.low), int(parameter.high))
    return st.floats(parameter.low, parameter.high, allow_nan=False)


@st.composite
def parts(draw: st.DrawFn, technique: Technique) -> SpecItem:
    """A technique with some of its parameters, in any order."""
    chosen = draw(st.lists(st.sampled_from(technique.parameters), unique=True)) if technique.parameters else []
    return SpecItem(technique.name, tuple((parameter.name, draw(values(parameter))) for parameter in chosen))


@st.composite
def specs(draw: st.DrawFn) -> PlayerSpec:
    """A player of any techniques, perhaps on top of a preset."""
    chosen = draw(st.lists(st.sampled_from(list(CATALOGUE.values())), unique=True, min_size=1))
    base = draw(st.lists(st.sampled_from(sorted(PRESETS)).map(SpecItem), max_size=1))
    removed = draw(
        st.lists(st.sampled_from(sorted(CATALOGUE)).map(lambda name: SpecItem(name, removed=True)), max_size=2)
    )
    return PlayerSpec(tuple(base + [draw(parts(technique)) for technique in chosen] + removed))


# --- what is read is what was written ---------------------------------------------------------------------------------


@settings(deadline=None)
@given(specs())
def test_every_player_is_read_back_from_its_text(spec: PlayerSpec) -> None:
    assert parse_player(str(spec), PRESETS) == spec


@settings(deadline=None)
@given(specs(), st.randoms(use_true_random=False))
def test_blanks_between_words_do_not_matter(spec: PlayerSpec, random: Any) -> None:
    pieces = re.split(r"([+(),=]|(?<=[a-z0-9)])-(?=[a-z]))", str(spec))  # not the minus of a number
    spaced = "".join(piece + " " * random.randrange(3) for piece in pieces)
    assert parse_player(spaced, PRESETS) == spec


@settings(deadline=None)
@given(specs())
def test_kernels_get_the_values_of_the_text_and_else_the_defaults(spec: PlayerSpec) -> None:
    techniques = spec.techniques(PRESETS)
    record = new_settings(techniques, "havannah")[0]
    for name, technique in CATALOGUE.items():
        assert bool(record[name]) == (name in techniques)
        for parameter in technique.parameters:
            if name != "uct":  # signed results halve its constant
                value = parameter.encode(techniques.get(name, {}).get(parameter.name, parameter.default))
                seen = record[f"{name}_{parameter.name}"]
                assert seen == (np.float32(value) if isinstance(parameter.default, float) else value)


def test_a_value_keeps_all_its_digits() -> None:
    text = "uct(c=0.123456789)+rave(r=123456.5)"
    assert str(parse_player(text)) == text


def test_whole_numbers_are_written_without_a_point() -> None:
    assert str(parse_player("rave(r=50.0)+expand(visits=1e1)+fpu(-1)")) == "rave(r=50)+expand(visits=10)+fpu(value=-1)"


def test_bare_values_stand_for_the_parameters_in_the_order_of_their_declaration() -> None:
    assert str(parse_player("uct(0.3,signed)+widening(4)")) == "uct(c=0.3,results=signed)+widening(q=4)"
    assert str(parse_player("bias(0.1, fade=7)")) == "bias(neighbour=0.1,fade=7)"


@pytest.mark.parametrize("technique", CATALOGUE.values(), ids=list(CATALOGUE))
def test_a_technique_without_brackets_or_with_empty_ones_has_its_defaults(technique: Technique) -> None:
    assert read(technique.name) == read(f"{technique.name}()") == read(f"{technique.name}( )") == {technique.name: {}}
    assert new_settings({technique.name: {}}, "havannah") == new_settings(
        {technique.name: {parameter.name: parameter.default for parameter in technique.parameters}}, "havannah"
    )


@pytest.mark.parametrize("technique", CATALOGUE.values(), ids=list(CATALOGUE))
def test_every_default_is_a_value_that_the_parameter_takes(technique: Technique) -> None:
    inner = ",".join(str(parameter.default) for parameter in technique.parameters)
    assert read(f"{technique.name}({inner})") == {
        technique.name: {parameter.name: parameter.default for parameter in technique.parameters}
    }


# --- presets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_what_its_text_says(name: str) -> None:
    assert read(name) == read(PRESETS[name]) != {}
    assert str(parse_player(name, PRESETS)) == name


def test_no_preset_has_the_name_of_a_technique() -> None:
    assert not set(PRESETS) & set(CATALOGUE)


def test_techniques_after_a_preset_are_added() -> None:
    assert read("teytaud2009+lgrf1(reset)") == read("teytaud2009") | {"lgrf1": {"tables": "reset"}}


def test_a_parameter_after_a_preset_replaces_that_parameter_only() -> None:
    own = parse_player(PRESETS["joosten2009"], {}).techniques({})["uct"]
    assert read("joosten2009+uct(c=0.7)")["uct"] == own | {"c": 0.7}


def test_a_minus_takes_a_technique_away_whether_it_was_there_or_not() -> None:
    kept = {name: parameters for name, parameters in read("stankiewicz2012").items() if name != "mate"}
    assert read("stankiewicz2012-mate") == read("stankiewicz2012 - mate - lgr1") == kept


def test_what_was_taken_away_comes_back_with_its_defaults() -> None:
    assert read("uct(c=3)-uct+uct") == {"uct": {}}


def test_a_preset_may_stand_behind_a_plus_and_replaces_what_it_names() -> None:
    assert read("+uct(c=9)+teytaud2009+mate") == {"uct": {"c": 9.0}, **read("teytaud2009"), "mate": {}}


# --- mistakes ---------------------------------------------------------------------------------------------------------


def test_an_unknown_technique_gets_the_nearest_name_and_a_list_of_all() -> None:
    said = message("uct+ravee(r=50)")
    assert said.startswith("there is no technique 'ravee'. Did you mean rave? There are: ")
    listed = said.split("There are: ")[1].split(", ")
    assert set(listed) == set(CATALOGUE) | set(PRESETS)


def test_a_name_like_no_other_gets_the_list_alone() -> None:
    assert "Did you mean" not in message("xyzzy")
    assert "xyzzy" in message("xyzzy")


def test_an_unknown_parameter_gets_the_parameters_that_there_are() -> None:
    assert message("uct(d=1)") == "there is no parameter of uct 'd'. There are: c, results"
    assert message("mcts_solver(x=1)") == "there is no parameter of mcts_solver 'x'. There are: none"


NUMBERS = [(t, k) for t in CATALOGUE.values() for k in t.parameters if not k.choices]
WORDS = [(t, k) for t in CATALOGUE.values() for k in t.parameters if k.choices]


def parameter_names(pairs: list[tuple[Technique, Parameter]]) -> list[str]:
    return [f"{technique.name}.{parameter.name}" for technique, parameter in pairs]


@pytest.mark.parametrize(("technique", "parameter"), NUMBERS, ids=parameter_names(NUMBERS))
def test_a_number_out_of_range_gets_the_range(technique: Technique, parameter: Parameter) -> None:
    for value in (parameter.low - 1, parameter.high * 2 + 1, "nan", "inf", "-inf", "much", "", "0x10"):
        said = message(f"{technique.name}({parameter.name}={value})")
        assert (
            said
            == f"{technique.name}({parameter.name}) takes {parameter.low:g} to {parameter.high:g}, not {str(value)!r}"
        )


@pytest.mark.parametrize(("technique", "parameter"), WORDS, ids=parameter_names(WORDS))
def test_a_wrong_word_gets_the_words_that_there_are(technique: Technique, parameter: Parameter) -> None:
    said = message(f"{technique.name}({parameter.name}=sideways)")
    assert said == f"{technique.name}({parameter.name}) takes {'|'.join(parameter.choices)}, not 'sideways'"


def test_a_parameter_that_counts_takes_whole_numbers_only() -> None:
    assert message("expand(visits=2.5)") == "expand(visits) takes 1 to 10000, not '2.5'"


def test_too_many_parameters_are_counted() -> None:
    assert message("rave(1,2)") == "rave has 1 parameters, so '2' is too much"
    assert message("solver(1)") == "solver has 0 parameters, so '1' is too much"


def test_a_parameter_is_given_once() -> None:
    assert message("uct(c=1,c=2)") == "uct(c) is given twice"
    assert message("uct(0.3,c=0.4)") == "uct(c) is given twice"


def test_a_preset_has_no_parameters_and_cannot_be_taken_away() -> None:
    assert "malecon takes no parameters" in message("malecon(c=1)")
    assert "cannot be taken away" in message("uct-malecon")


def test_what_is_taken_away_has_no_parameters() -> None:
    assert message("malecon-bias(fade=3)") == "-bias takes bias away whatever its parameters: write it without brackets"


@pytest.mark.parametrize(
    ("text", "one", "other", "what"),
    [
        ("uct+hoeffding", "uct", "hoeffding", "bandit"),
        ("stankiewicz2012+bernstein(k=0.1)", "uct", "bernstein", "bandit"),
        ("rave+lgrf1+lgr2", "lgrf1", "lgr2", "kind of last good reply"),
        ("ngram2+ngram1", "ngram2", "ngram1", "length of N-grams"),
        ("rave+pool_rave+rave_playout", "pool_rave", "rave_playout", "way to use RAVE values in playouts"),
        ("uct+patterns+nearest_neighbour", "patterns", "nearest_neighbour", "preference for cells in playouts"),
    ],
)
def test_techniques_that_contradict_each_other_are_refused(text: str, one: str, other: str, what: str) -> None:
    with pytest.raises(GameError) as error:
        Engine(text)
    assert str(error.value) == (
        f"{one} and {other} contradict each other: a player has one {what}; "
        f"leave one of them out, or take it away with -{one}"
    )


def test_a_technique_can_take_the_place_of_one_that_contradicts_it() -> None:
    assert Engine("stankiewicz2012-uct+hoeffding-lgrf2+lgr1").name == "stankiewicz2012-uct+hoeffding-lgrf2+lgr1"


@pytest.mark.parametrize("text", ["", " ", "\t\n"])
def test_nothing_at_all_gets_an_example(text: str) -> None:
    assert message(text) == "a player is written as techniques joined by +, such as uct(c=0.4)+rave(r=50)"


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
def test_text_that_cannot_be_read_gets_the_place_and_the_form(text: str) -> None:
    said = message(text)
    assert said.startswith(f"cannot read the player {text!r} from ")
    assert said.endswith(" on: write name(parameter=value)+name+...")


def read_back(text: str) -> bool:
    """Whether a text is read, and then read again from what it is printed as; False where it is refused."""
    try:
        spec = parse_player(text, PRESETS)
    except GameError:
        return False
    return parse_player(str(spec), PRESETS).techniques(PRESETS) == spec.techniques(PRESETS)


@settings(deadline=None)
@given(st.text(st.sampled_from("ucteravx01(),=+-. "), max_size=20))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    assert read_back(text) or message(text)


def test_a_preset_may_build_upon_another_one() -> None:
    assert read("level9") == read("malecon") | {"cap": {"simulations": 600}, "final": {"temperature": 0.01}}
    assert "mcts_solver" not in read("level4")


@pytest.mark.parametrize("game", ["havannah", "breakthrough", "amazons"])
def test_every_preset_can_be_read_in_its_game(game: str) -> None:
    texts = preset_texts(game)
    assert {f"level{number}" for number in range(1, 11)} < set(texts)
    for name in texts:
        Engine(name, game=game)


@pytest.mark.parametrize("options", [{"threads": 0}, {"threads": 1.5}, {"memory": 0}, {"memory": "512MB"}])
def test_an_engine_without_a_thread_or_memory_is_refused_in_one_line(options: dict[str, Any]) -> None:
    with pytest.raises(GameError, match="at least 1 thread and 1 MB of memory, not"):
        Engine("rave", **options)


def test_more_memory_than_can_be_counted_is_refused_in_one_line() -> None:
    with pytest.raises(GameError, match="no room here for a tree of 999999999 MB"):
        Engine("rave", memory=999_999_999).decide(Havannah(3))
