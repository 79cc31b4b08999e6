"""The board in a real browser: played by clicks, analysed, reviewed, shared, reloaded, on wide screens and phones."""

import os
import random

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")
if not os.environ.get("MALECON_BROWSER_TESTS"):
    pytest.skip("tests in a browser take minutes: set MALECON_BROWSER_TESTS=1 for them", allow_module_level=True)

from browser import DESKTOP, PHONE, Page, chromium, served
from commands import warm  # noqa: F401 (a fixture)

import malecon
from malecon.interfaces.web.app import create_app

PEOPLE = "&W=human&B=human&t=1"
BRIDGE = "a1.d7.b1.e7.c1.f7.d1"


@pytest.fixture(scope="module")
def address(warm):  # noqa: F811
    with served(create_app(threads=1, memory=64)) as address:
        yield address


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def page(browser, address, request):
    page = Page(browser, address, request.param)
    yield page
    page.close()


@pytest.fixture
def wide(browser, address):
    page = Page(browser, address, DESKTOP)
    yield page
    page.close()


def random_game(position):
    """A whole game by chance."""
    chance = random.Random(2)
    while not position.is_over:
        position.play(chance.choice(position.legal_moves))
    return position


def test_a_game_is_won_by_clicks_and_its_bridge_is_drawn(page):
    page.open(f"g=havannah&b=4{PEOPLE}")
    for number, cell in enumerate(BRIDGE.split("."), 1):
        page.click(cell)
        assert page.stones() == number  # at once
        if number < 7:
            page.wait_for_status("Black to move" if number % 2 else "White to move")
    page.wait_for_status("White wins by bridge")
    assert page.tab.locator(".win-ring").count() == 4
    assert page.tab.locator(".win-line").count() == 3


@pytest.mark.parametrize(
    ("game", "position"), [("breakthrough", malecon.Breakthrough(6, 6)), ("amazons", malecon.Amazons(4, 4))]
)
def test_whole_games_of_pieces_are_played_by_clicks(wide, game, position):
    played = random_game(position.copy())
    wide.open(f"g={game}&b={position.board_words}{PEOPLE}")
    for number, move in enumerate(played.moves, 1):
        cells = move.replace("x", "-").replace("/", "-").split("-")
        for cell in cells:
            wide.click(cell)
        if number < played.ply:
            wide.wait_for_status("Black to move" if number % 2 else "White to move")
    wide.wait_for_status(str(played.outcome))


def test_the_engine_answers_and_undo_gives_the_turn_back(page):
    page.open("g=havannah&b=4&W=human&B=malecon%2Bcap(simulations%3D50)&t=1")
    page.click("d4")
    page.wait_for_stones(2)
    page.wait_for_status("White to move")
    page.tab.click("#undo")
    page.wait_for_stones(0)
    page.tab.click("#redo")
    page.wait_for_stones(2)


def test_an_engine_plays_itself(wide):
    wide.open("g=havannah&b=4&W=random&B=malecon%2Bcap(simulations%3D20)&t=1")
    wide.wait_for_status("wins by")


def test_the_swap_rule_turns_the_stone(wide):
    wide.open(f"g=havannah&b=4&s=1{PEOPLE}")
    wide.click("d4")
    wide.tab.click("#swap-now")
    wide.wait_for_status("White to move")
    assert "X" in wide.tab.get_attribute("[data-stone=d4]", "class")


def test_an_analysis_shows_cells_candidates_and_lines(page):
    page.open(f"g=havannah&b=4&m=d4{PEOPLE}")
    page.tab.click("#analyse")
    row = page.tab.locator("#candidates tr").first
    row.wait_for()
    page.tab.wait_for_selector("#board .heat.best")
    row.focus()
    assert page.tab.locator(".pv-number").first.text_content() == "1"
    assert "simulations" in page.tab.text_content("#figures")
    page.tab.click("#analyse")
    page.tab.wait_for_selector("#board .heat", state="detached")


def test_the_distance_map_is_an_overlay(wide):
    wide.open(f"g=havannah&b=4&m=a1.d7.b1.e7.c1.f7{PEOPLE}")
    wide.tab.select_option("#overlay", "white")
    wide.tab.wait_for_selector(".heat.cost-own")
    wide.tab.select_option("#overlay", "visits")


def test_a_review_finds_the_blunder_and_goes_there(wide):
    wide.open(f"g=havannah&b=4&m=a1.d7.b1.e7.c1.a4.d1{PEOPLE}")
    wide.tab.click("#review-game")
    wide.tab.wait_for_function("() => /blunders/.test(document.getElementById('review-state').textContent)")
    wide.tab.keyboard.press("n")
    wide.wait_for_status("was better")
    assert wide.tab.locator(".hint-ring").count() == 1


def test_a_record_is_pasted_with_its_branches_and_saved_again(page):
    page.open(f"g=havannah&b=5{PEOPLE}")
    page.tab.click("#open")
    page.tab.fill("#record-text", "(;FF[4]GM[havannah]SZ[4];W[d4];B[c3](;W[c4])(;W[e4]C[better]))")
    page.tab.click("dialog button.primary")
    page.wait_for_stones(3)
    assert page.tab.locator("#movelist .branch button").text_content() == "e4"
    page.tab.click("#open")
    with page.tab.expect_download() as saved:
        page.tab.click("[data-save=SGF]")
    text = saved.value.path().read_text()
    assert malecon.GameRecord.parse(text).moves == ["d4", "c3", "c4"]
    assert "better" in text


def test_a_record_that_is_none_is_explained_in_the_dialog(wide):
    wide.open(f"g=havannah&b=5{PEOPLE}")
    wide.tab.click("#open")
    wide.tab.fill("#record-text", "hello")
    wide.tab.click("dialog button.primary")
    wide.tab.wait_for_function("() => document.querySelector('dialog .problem').textContent.length > 10")


def test_a_link_holds_the_game_its_branches_and_the_place(wide):
    wide.open(f"g=havannah&b=4{PEOPLE}")
    for cell in ("d4", "c3"):
        wide.click(cell)
    wide.tab.keyboard.press("ArrowLeft")
    wide.click("e4")
    wide.wait_for_status("White to move")
    link = wide.tab.url
    assert "m=d4.(e4)c3" in link
    wide.tab.goto("about:blank")
    wide.tab.goto(link)
    wide.wait_for_stones(2)
    assert wide.tab.locator("[data-stone=e4]").count() == 1
    assert wide.tab.locator("#movelist .branch").count() == 1


def test_a_reload_in_the_middle_of_a_game_changes_nothing(page):
    page.open("g=havannah&b=4&W=human&B=random&t=1")
    page.click("d4")
    page.wait_for_stones(2)
    page.wait_for_status("White to move")
    page.tab.reload()
    page.wait_for_stones(2)
    assert "random" in page.tab.url


def test_a_move_made_offline_waits_and_is_answered_later(wide):
    wide.open("g=havannah&b=4&W=human&B=random&t=1")
    wide.tab.wait_for_selector(".cell.can")
    wide.context.set_offline(True)
    wide.click("d4")
    wide.wait_for_status("cannot be reached")
    assert wide.stones() == 1
    wide.context.set_offline(False)
    wide.wait_for_stones(2)


def test_an_illegal_move_that_is_typed_is_explained(wide):
    wide.open(f"g=havannah&b=4&m=d4{PEOPLE}")
    wide.wait_for_stones(1)
    wide.tab.fill("#move-text", "d4")
    wide.tab.keyboard.press("Enter")
    wide.wait_for_status("d4 is taken by a white stone")
    wide.tab.fill("#move-text", "C3")
    wide.tab.keyboard.press("Enter")
    wide.wait_for_stones(2)


def test_a_bad_link_is_explained_and_gives_an_empty_board(wide):
    wide.open("g=havannah&b=99")
    wide.wait_for_status("bases 2 to 14")
    wide.open("g=havannah&b=4&m=d4.d4")
    wide.wait_for_status("taken")
    assert wide.stones() == 1


def test_the_board_is_played_by_keys_and_moves_are_announced(wide):
    wide.open(f"g=havannah&b=4{PEOPLE}")
    wide.tab.wait_for_selector(".cell.can")
    for key in ("b", "ArrowRight", "ArrowRight", "Enter"):
        wide.tab.keyboard.press(key)
    wide.wait_for_stones(1)
    assert wide.tab.text_content("#announcer") == "White e4"


def test_a_position_is_put_up_by_hand(wide):
    wide.open(f"g=havannah&b=4{PEOPLE}")
    wide.tab.click("#edit")
    wide.click("a1")
    wide.tab.click("[data-brush=Black]")
    wide.click("b2")
    wide.tab.select_option("#edit-side", "black")
    wide.tab.click("#edit-done")
    wide.wait_for_status("Black to move")
    wide.click("c3")
    wide.wait_for_status("White to move")
    assert wide.stones() == 3


def test_a_new_game_is_chosen_in_its_dialog(page):
    page.open(f"g=havannah&b=5{PEOPLE}")
    page.tab.click("#new")
    page.tab.select_option("#game", "breakthrough")
    page.tab.wait_for_function("() => document.getElementById('board-size').value === '8x8'")
    page.tab.select_option("#seat-black-pick", "random")
    page.tab.select_option("#clock", "5+0")
    page.tab.click("dialog button.primary")
    page.wait_for_stones(32)
    page.click("d2")
    page.click("d3")
    page.wait_for_status("White to move")
    assert page.tab.text_content("#seat-white .clock").startswith(("4:5", "5:00"))


def test_knobs_write_the_players_text(wide):
    wide.open(f"g=havannah&b=5{PEOPLE}")
    wide.tab.click("#engine")
    wide.tab.fill(".player-text", "uct(c=0.4)")
    wide.tab.click("details summary")
    wide.tab.get_by_label("rave", exact=True).check()
    assert wide.tab.input_value(".player-text") == "uct(c=0.4)+rave"
    wide.tab.get_by_label("c", exact=True).first.fill("0.5")
    wide.tab.get_by_label("c", exact=True).first.blur()
    assert wide.tab.input_value(".player-text") == "uct(c=0.5)+rave"


@pytest.mark.parametrize("fragment", ["g=havannah&b=10", "g=havannah&b=4", "g=breakthrough&b=8x8", "g=amazons&b=10x10"])
def test_nothing_is_wider_than_the_screen(page, fragment):
    page.open(fragment + PEOPLE)
    page.tab.wait_for_selector(".cell.can")
    assert page.tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = page.tab.locator("#board").bounding_box()
    assert box["width"] > 300
