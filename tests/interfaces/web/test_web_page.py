"""The page in a real browser: mouse and keyboard, links, reloads, offline, desktop and phone screens."""

import random

import pytest

import malecon

PEOPLE = "&W=human&B=human&t=1"
BRIDGE = "a1.d7.b1.e7.c1.f7.d1"


def random_game(position, seed):
    """Play a position to its end at random."""
    rng = random.Random(seed)
    while not position.is_over:
        position.play(rng.choice(position.legal_moves))
    return position


# --- playing ------------------------------------------------------------------------------------------------------


def test_a_game_is_won_by_clicks_and_the_bridge_is_drawn(page):
    page.open(f"g=havannah&b=4{PEOPLE}")
    for number, cell in enumerate(BRIDGE.split("."), 1):
        page.click(cell)
        assert page.stones() == number  # without waiting for the server
    page.wait_for_status("White wins by bridge")
    assert page.tab.locator(".win-ring").count() == 4
    assert page.tab.locator(".win-line").count() == 3
    assert page.tab.text_content("#announcer") == "White wins by bridge"


@pytest.mark.parametrize(
    ("game", "position"), [("breakthrough", malecon.Breakthrough(5, 4)), ("amazons", malecon.Amazons(4, 4))]
)
def test_whole_games_of_other_games_are_played_by_clicks(wide, game, position):
    played = random_game(position.copy(), seed=2)
    wide.open(f"g={game}&b={position.board_description}{PEOPLE}")
    for move in played.moves:
        for cell in move.replace("x", "-").replace("/", "-").split("-"):
            wide.click(cell)
    wide.wait_for_status(str(played.outcome))


def test_the_engine_replies_and_undo_takes_back_both_moves(page):
    page.open("g=havannah&b=4&W=human&B=malecon%2Bcap(simulations%3D50)&t=1")
    page.click("d4")
    page.wait_for_stones(2)
    page.wait_for_status("White to move")
    page.tab.click("#undo")
    page.wait_for_stones(0)
    page.tab.click("#redo")
    page.wait_for_stones(2)


def test_two_engines_play_each_other(wide):
    wide.open("g=havannah&b=4&W=random&B=malecon%2Bcap(simulations%3D20)&t=1")
    wide.wait_for_status("wins by")


def test_a_swap_changes_the_colour_of_the_stone(wide):
    wide.open(f"g=havannah&b=4&s=1{PEOPLE}")
    wide.click("d4")
    wide.tab.click("#swap-now")
    wide.wait_for_status("White to move")
    assert "X" in wide.tab.get_attribute("[data-stone=d4]", "class")
    assert wide.tab.text_content("#announcer") == "Black swaps"


def test_a_typed_illegal_move_shows_an_error(wide):
    wide.open(f"g=havannah&b=4&m=d4{PEOPLE}")
    wide.wait_for_stones(1)
    wide.tab.fill("#move-text", "d4")
    wide.press("Enter")
    wide.wait_for_status("d4 is occupied by a white stone")
    wide.tab.fill("#move-text", "C3")
    wide.press("Enter")
    wide.wait_for_stones(2)


def test_the_board_is_playable_by_keyboard_and_moves_are_announced(wide):
    wide.open(f"g=havannah&b=4{PEOPLE}")
    wide.tab.wait_for_selector(".cell.can")
    wide.press("b", "ArrowRight")
    assert wide.tab.text_content("#announcer") == "d4, empty"
    wide.press("ArrowRight", "Enter")
    wide.wait_for_stones(1)
    assert wide.tab.text_content("#announcer") == "White e4"


def test_resigning_ends_the_game(wide):
    wide.open(f"g=havannah&b=4&m=d4{PEOPLE}")
    wide.tab.click("#resign")
    wide.wait_for_status("White wins by resignation")
    assert wide.tab.is_hidden("#hint")


def test_a_rematch_changes_sides(wide):
    wide.open("g=havannah&b=4&m=a1.d7.b1.e7.c1.f7.d1&W=human&B=random&t=1&ck=5,2,1.5,30")
    wide.wait_for_status("White wins by bridge")
    wide.tab.click("#again")
    wide.wait_for_stones(1)  # the random mover plays first
    assert wide.tab.text_content("#seat-black .name") == "Black: You"
    assert wide.tab.text_content("#seat-white .clock").startswith(("5:0", "4:5"))


def test_a_position_is_set_up_by_hand(wide):
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


def test_the_new_game_dialog_starts_a_game(page):
    page.open(f"g=havannah&b=5{PEOPLE}")
    page.tab.click("#new")
    page.tab.select_option("#game", "breakthrough")
    page.wait_for("() => document.getElementById('board-size').value === '8x8'")
    page.tab.select_option("#seat-black-pick", "Random mover")
    page.tab.select_option("#clock", "5+0")
    page.tab.click("dialog button.primary")
    page.wait_for_stones(32)
    page.click("d2")
    page.click("d3")
    page.wait_for_status("White to move")
    assert page.tab.text_content("#seat-white .clock").startswith(("4:", "5:00"))
    assert "Random mover" in page.tab.text_content("#seat-black")


def test_a_level_sets_its_seconds_per_move(wide):
    wide.open(f"g=havannah&b=4{PEOPLE}")
    wide.tab.click("#new")
    wide.tab.select_option("#seat-white-pick", "human")
    wide.tab.select_option("#seat-black-pick", "Full strength, 5 s")
    assert not wide.tab.is_visible("#seconds-black")
    wide.tab.click("dialog button.primary")
    wide.wait_for("() => location.hash.includes('B=malecon&t=1,5')")
    wide.wait_for_text("seat-black", "Full strength, 5 s")


# --- the game in the address --------------------------------------------------------------------------------------


def test_a_link_holds_the_game_its_branches_comments_and_current_move(wide):
    wide.open(f"g=havannah&b=4{PEOPLE}")
    for cell in ("d4", "c3"):
        wide.click(cell)
    wide.press("ArrowLeft")
    wide.click("e4")
    wide.wait_for_status("White to move")
    wide.tab.fill("#comment", "not ~ [so] good; 50% & c=1 é")
    wide.tab.locator("#comment").blur()
    link = wide.tab.url
    assert "m=d4.(e4)c3" in link
    wide.tab.goto("about:blank")
    wide.tab.goto(link)
    wide.wait_for_stones(2)
    assert wide.tab.locator("[data-stone=e4]").count() == 1
    assert wide.tab.locator("#movelist .branch").count() == 1
    wide.wait_for("() => document.getElementById('comment').value === 'not ~ [so] good; 50% & c=1 é'")


def test_a_link_holds_the_clock(wide):
    wide.open(f"g=havannah&b=4&m=d4&ck=5,2,290.5,200{PEOPLE}")
    wide.wait_for_status("Black to move")
    assert wide.tab.text_content("#seat-white .clock") == "4:51"
    assert wide.tab.text_content("#seat-black .clock").startswith("3:")


def test_a_reload_keeps_the_game(page):
    page.open("g=havannah&b=4&W=human&B=random&t=1")
    page.click("d4")
    page.wait_for_stones(2)
    page.wait_for_status("White to move")
    page.tab.reload()
    page.wait_for_stones(2)
    assert "random" in page.tab.url


def test_a_second_tab_has_its_own_game(wide):
    wide.open(f"g=havannah&b=4{PEOPLE}")
    other = wide.new_tab()
    other.goto(f"{wide.address}#g=havannah&b=4&m=d4.c3{PEOPLE}")
    other.wait_for_selector("[data-stone=c3]")
    wide.click("a1")
    wide.wait_for_status("Black to move")
    assert (wide.stones(), other.locator("[data-stone]").count()) == (1, 2)
    other.close()


def test_the_own_name_stands_in_the_game_and_in_the_library(wide):
    wide.open("g=havannah&b=4&W=human&B=random&t=1")
    wide.tab.wait_for_selector(".cell.can")
    wide.tab.click("#settings")
    wide.tab.fill("#your-name", " Ana <b> ")
    wide.tab.click("dialog button.primary")
    wide.wait_for("() => document.getElementById('seat-white').textContent.includes('Ana <b>')")
    wide.click("d4")
    wide.wait_for_stones(2)
    wide.tab.reload()
    wide.wait_for_stones(2)
    wide.tab.click("#library")
    wide.tab.wait_for_selector("dialog[open] >> text=Ana <b>")
    wide.press("Escape")


def test_a_game_keeps_the_settings_of_another_tab(wide):
    wide.open(f"g=havannah&b=4{PEOPLE}")
    wide.tab.wait_for_selector(".cell.can")
    stored = "JSON.parse(localStorage.getItem('malecon'))"
    wide.tab.evaluate(f"localStorage.setItem('malecon', JSON.stringify({{...{stored}, turned: true}}))")
    wide.click("d4")
    wide.wait_for(f"() => {stored}.last.includes('d4')")
    assert wide.tab.evaluate(f"{stored}.turned") is True


def test_a_move_played_offline_is_answered_after_reconnecting(wide):
    wide.open("g=havannah&b=4&W=human&B=random&t=1")
    wide.tab.wait_for_selector(".cell.can")
    wide.context.set_offline(True)
    try:
        wide.click("d4")
        wide.wait_for_status("Cannot reach")
        assert wide.stones() == 1
    finally:
        wide.context.set_offline(False)
    wide.wait_for_stones(2)


def test_an_idle_page_reconnects_when_it_is_used(wide, monkeypatch):
    monkeypatch.setattr("malecon.interfaces.web.session.IDLE_SECONDS", 0.2)
    with wide.tab.expect_websocket() as socket:
        wide.open("g=havannah&b=4&W=human&B=random&t=1")
    if not socket.value.is_closed():
        socket.value.wait_for_event("close")
    monkeypatch.undo()
    wide.click("d4")
    wide.wait_for_stones(2)
    assert wide.tab.is_hidden("#link-state")


def test_a_bad_link_shows_an_error(wide):
    wide.open("g=havannah&b=99")
    wide.wait_for_status("a base from 2 to 14")
    wide.open("g=havannah&b=4&m=d4.d4")
    wide.wait_for_status("occupied")
    assert wide.stones() == 1


# --- layout --------------------------------------------------------------------------------------------------------

GAMES = ("g=havannah&b=10", "g=havannah&b=4", "g=breakthrough&b=8x8", "g=amazons&b=10x10")


def test_the_page_is_not_wider_than_the_screen(page):
    for fragment in GAMES:
        page.open(fragment + PEOPLE)
        page.tab.wait_for_selector(".cell.can")
        assert page.tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), fragment
        assert page.tab.locator("#board").bounding_box()["width"] > 300


@pytest.mark.parametrize("button", ["new", "open", "engine", "help"])
def test_dialogs_fit_the_screen_and_close_with_escape(page, button):
    page.open(f"g=havannah&b=4{PEOPLE}")
    page.tab.wait_for_selector(".cell.can")
    page.tab.click(f"#{button}")
    page.tab.wait_for_selector("dialog[open] h2")
    box, size = page.tab.locator("dialog").bounding_box(), page.tab.viewport_size
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert box["y"] + box["height"] <= size["height"]
    assert page.tab.evaluate("(e => e.scrollWidth <= e.clientWidth)(document.getElementById('dialog'))")
    page.press("Escape")
    page.tab.wait_for_selector("dialog[open]", state="detached")


def test_the_help_shows_the_rules_of_the_current_game(wide):
    wide.open(f"g=havannah&b=4{PEOPLE}")
    wide.press("?")
    assert [each.text_content() for each in wide.tab.locator("dialog .ways strong").all()] == ["ring", "bridge", "fork"]
    assert wide.tab.evaluate("document.getElementById('dialog').scrollTop") == 0
    wide.press("Escape")
    wide.open(f"g=amazons&b=6x6{PEOPLE}")
    wide.press("?")
    assert "arrow" in wide.tab.text_content("dialog")
    wide.press("Escape")


def test_targets_of_a_piece_are_marked_until_editing_starts(wide):
    wide.open(f"g=breakthrough&b=6x6{PEOPLE}")
    wide.click("c2")
    assert wide.tab.locator(".target-dot").count() == 3
    wide.press("x")
    assert wide.tab.locator(".target-dot, .target-ring, .cell.chosen").count() == 0
    wide.press("Escape")


def test_the_theme_follows_the_system_until_a_key_changes_it(wide):
    ground = "getComputedStyle(document.body).backgroundColor"
    wide.open(f"g=havannah&b=4{PEOPLE}")
    wide.tab.emulate_media(color_scheme="light")
    light = wide.tab.evaluate(ground)
    wide.tab.emulate_media(color_scheme="dark")
    dark = wide.tab.evaluate(ground)
    assert light != dark
    wide.press("t")
    assert wide.tab.evaluate(ground) == light
    wide.press("t")
    wide.tab.emulate_media(color_scheme="light")
    assert wide.tab.evaluate(ground) == dark
