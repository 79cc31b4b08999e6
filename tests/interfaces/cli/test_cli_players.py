"""`malecon players`: the list of presets and techniques, and the generated reference page."""

from functools import partial

import pytest
from support import PROJECT

from malecon.games.catalogue import GAMES
from malecon.interfaces.technique_reference import COMMAND, PAPERS, reference_page
from malecon.players.presets import preset_texts
from malecon.players.spec import parse_player
from malecon.search.techniques import catalogue

CATALOGUE = [technique for game in GAMES for technique in catalogue(game).values()]
PAGE = PROJECT / "docs" / "techniques" / "reference.md"


@pytest.fixture
def players(command):
    return partial(command, "players")


def test_the_committed_reference_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == reference_page(), f"run: {COMMAND}"


def test_the_list_contains_every_preset_and_technique(players):
    code, out, _ = players()
    first_words = {line.split()[0] for line in out.splitlines() if line.strip()}
    assert code == 0
    assert {"random", "openspiel", *(technique.name for technique in CATALOGUE), *preset_texts()} <= first_words


def test_a_technique_shows_parameters_ranges_formula_and_paper(players):
    _, out, _ = players("rave")
    assert "r=50" in out
    assert "0 to 1,000,000" in out
    assert "(1-a) v + a r_move, a = r / (r + n)" in out
    assert "teytaud2009" in out
    assert "widening" not in out


def test_a_parameter_with_choices_shows_them(players):
    assert "own, coin" in players("nearest_neighbour")[1]


def test_a_preset_shows_its_text(players):
    _, out, _ = players("teytaud2009")
    assert preset_texts()["teytaud2009"] in out


def test_an_unknown_name_gets_a_suggestion(players):
    code, out, err = players("ravee")
    assert (code, out) == (2, "")
    assert err == "malecon: unknown preset or technique 'ravee'; did you mean rave?\n"


def test_the_page_is_written_to_a_file_or_standard_output(players, tmp_path):
    path = tmp_path / "page.md"
    assert players("--markdown", str(path))[0] == 0
    assert path.read_text(encoding="utf-8") == reference_page() == players("--markdown", "-")[1]


def test_the_page_has_a_section_for_every_technique_and_a_row_for_every_parameter():
    page = reference_page()
    for technique in CATALOGUE:
        section = page[page.index(f"### {technique.name}\n") :]
        assert technique.doc in section
        for parameter in technique.parameters:
            assert f"| `{parameter.name}` |" in section


def test_every_row_of_a_table_has_as_many_cells_as_its_header():
    """A | in a text would break the table."""
    for block in reference_page().split("\n\n"):
        rows = [line for line in block.splitlines() if line.startswith("|")]
        assert len({row.count("|") for row in rows}) <= 1, rows[0]


def test_every_preset_can_be_parsed():
    for base in range(4, 11):
        texts = preset_texts("havannah", base)
        for text in texts.values():
            assert parse_player(text, texts)


def test_every_cited_paper_is_listed():
    names = {word for technique in CATALOGUE for word in technique.paper.replace(",", " ").split()}
    short = {name for name in names if name[-4:].isdigit() and name[:-4].isalpha()}
    assert short
    assert short <= set(PAPERS)
