"""Every screen in a real browser: the tutorial, touch, languages, embedded and offline boards, and axe-core on all."""

import pytest
from support import PROJECT

PEOPLE = "&W=human&B=human&t=1"
AXE = PROJECT / "node_modules" / "axe-core" / "axe.min.js"
VIOLATIONS = """async () => (await axe.run({resultTypes: ["violations"]})).violations.map(
    ({id, nodes}) => `${id}: ${nodes.slice(0, 3).map(node => node.target.join(" ")).join("; ")}`)"""


def violations(page):
    """Return what axe-core finds on the page."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: scripts/check-js installs it")
    if not page.tab.evaluate("typeof axe === 'object'"):
        page.tab.evaluate(AXE.read_text())
    return page.tab.evaluate(VIOLATIONS)


def test_axe_finds_nothing_on_any_screen(page):
    page.open(f"g=havannah&b=5&m=e5.d4.f6{PEOPLE}")
    page.wait_for_stones(3)
    page.press("a")
    page.tab.wait_for_selector("#candidates tr")
    page.press("Escape")
    for card in ("explorer", "study", "how-to-win", "stones"):
        page.tab.click(f"#{card} summary")
    assert violations(page) == []
    is_wide = page.tab.viewport_size["width"] > 1000
    for button in (
        ("new", "library", "puzzles", "friend", "open", "engine", "settings", "help") if is_wide else ("new",)
    ):
        page.tab.click(f"#{button}")
        page.tab.wait_for_selector("dialog[open] h2")
        assert violations(page) == [], button
        page.press("Escape")
        page.tab.wait_for_selector("dialog[open]", state="detached")
    page.tab.emulate_media(color_scheme="dark")
    page.tab.wait_for_timeout(300)  # colours of buttons fade
    assert violations(page) == []
    page.tab.emulate_media(color_scheme="light")
    page.open("g=havannah&b=4&m=a1.d7.b1.e7.c1.f7.d1&W=human&B=level1&t=1")
    page.tab.wait_for_selector("#result:not([hidden])")
    assert violations(page) == []


def test_axe_finds_nothing_in_tutorial_puzzle_and_embedded_board(wide):
    wide.open(f"g=havannah&b=4&m=d4{PEOPLE}")
    wide.press("?")
    wide.tab.click("#help-tutorial")
    wide.wait_for_text("lesson-task", "close the ring")
    assert violations(wide) == [], "tutorial"
    wide.click("a1")
    wide.wait_for_text("lesson-task", "Not quite")
    assert violations(wide) == [], "tutorial, after a wrong try"
    wide.open("g=havannah&b=4")
    wide.tab.click("#puzzles")
    wide.tab.click("[data-puzzle='4']")
    wide.tab.wait_for_selector("#puzzle-solution")
    assert violations(wide) == [], "puzzle"
    wide.open(f"g=havannah&b=4&m=d4.c3{PEOPLE}")
    wide.wait_for_stones(2)
    wide.tab.goto(wide.tab.url.replace("/#", "/embed.html#"))
    wide.tab.wait_for_selector("malecon-board [data-stone=c3]")
    assert violations(wide) == [], "embedded"


def test_the_tutorial_leads_to_a_first_game(page):
    page.open(f"g=havannah&b=4&m=d4{PEOPLE}")
    page.press("?")
    page.tab.click("#help-tutorial")
    page.wait_for_text("lesson-task", "close the ring")
    page.click("a1")
    page.wait_for_text("lesson-task", "Not quite")
    for cell, done in (("e5", "That is a ring"), ("c3", "a bridge"), ("d4", "a fork")):
        page.click(cell)
        page.wait_for_text("lesson-task", done)
        assert page.tab.is_hidden("#result")
        page.tab.click("#lesson-next")
    page.wait_for("() => location.hash.includes('B=level1')")
    assert page.tab.is_hidden("#tutorial")
    for game, moves in (
        ("breakthrough", (("c2", "c3"), ("c3", "d4"), ("c5", "c6"))),
        ("amazons", (("c2", "c3", "c2"),)),
    ):
        page.open(f"g={game}&b=6x6{PEOPLE}")
        page.tab.click("#how-to-win summary")
        page.tab.click("#start-tutorial")
        for move in moves:
            for cell in move:
                page.click(cell)
            page.tab.wait_for_selector("#lesson-next:not([hidden])")
            page.tab.click("#lesson-next")


def test_a_tap_on_a_small_cell_enlarges_the_board_first(pages):
    from support.browser import PHONE

    phone = pages(PHONE)
    phone.open(f"g=havannah&b=8{PEOPLE}")
    phone.tab.wait_for_selector(".cell.can")
    phone.tab.locator("[data-cell=h8]").tap()
    phone.tab.wait_for_selector("#tap-place")
    assert phone.stones() == 0
    assert phone.tab.locator("[data-cell=h8]").bounding_box()["width"] >= 40
    phone.tab.locator("[data-cell=h8]").tap()
    phone.wait_for_stones(1)
    assert phone.tab.is_hidden("#tap-bar")
    phone.leave()


def test_the_tap_that_completes_a_move_is_enlarged_or_confirmed_in_every_game(pages):
    from support.browser import PHONE

    phone = pages(PHONE)
    phone.open(f"g=amazons&b=10x10{PEOPLE}")
    phone.tab.wait_for_selector(".cell.can")
    for cell in ("d1", "d3"):  # these can be changed
        phone.tab.locator(f"[data-cell={cell}]").tap()
    phone.tab.wait_for_selector("[data-stone=d3]")
    phone.tab.locator("[data-cell=f3]").tap()
    phone.tab.wait_for_selector("#tap-place")
    assert phone.tab.locator("[data-cell=f3]").bounding_box()["width"] >= 40
    assert phone.tab.locator(".ghost.arrow-block").count() == 1
    phone.tab.tap("#tap-place")
    phone.wait_for_status("Black to move")
    phone.open(f"g=breakthrough&b=6x6{PEOPLE}")
    phone.tab.tap("#settings")
    phone.tab.check("#confirm-taps")
    phone.tab.tap("dialog button.primary")
    for cell in ("c2", "c3"):
        phone.tab.locator(f"[data-cell={cell}]").tap()
    phone.tab.wait_for_selector("#tap-place")
    assert phone.tab.locator("[data-stone=c2]").count() == 1
    phone.tab.locator("[data-cell=c3]").tap()
    phone.tab.wait_for_selector("[data-stone=c3]")
    phone.leave()


def test_pieces_are_dragged_the_wheel_steps_and_the_board_turns(wide):
    wide.open(f"g=breakthrough&b=6x6{PEOPLE}")
    wide.tab.wait_for_selector(".cell.can")
    wide.tab.locator("[data-cell=c2]").drag_to(wide.tab.locator("[data-cell=c3]"))
    wide.tab.wait_for_selector("[data-stone=c3]")
    wide.wait_for_status("Black to move")
    wide.tab.mouse.wheel(0, -100)
    wide.tab.wait_for_selector("[data-stone=c2]")
    above = wide.tab.locator("[data-cell=a1]").bounding_box()["y"]
    wide.press("f")
    assert wide.tab.locator("[data-cell=a1]").bounding_box()["y"] < above
    wide.press("f")


def test_players_change_in_the_middle_and_engines_pause(page):
    page.open(f"g=havannah&b=4&m=d4{PEOPLE}")
    page.wait_for_stones(1)
    page.tab.click("#change-black")
    page.tab.select_option("#seat-black-pick", "Random mover")
    page.tab.click("dialog button.primary")
    page.wait_for_stones(2)
    assert "Random mover" in page.tab.text_content("#seat-black")
    page.open("g=havannah&b=4&W=malecon&B=malecon&t=1")
    page.tab.click("#pause")
    page.tab.wait_for_selector("#resume:not([hidden])")
    page.tab.click("#resume")
    page.wait_for("() => /m=/.test(location.hash)")
    page.press("Escape")


def test_the_page_speaks_the_browsers_language_or_the_chosen_one(wide, browser):
    for locale, words in (("de-DE", "Weiß am Zug"), ("es-ES", "Juegan: Blancas")):
        context = browser.new_context(locale=locale)
        tab = context.new_page()
        tab.goto(f"{wide.address}#g=havannah&b=4{PEOPLE}")
        tab.wait_for_function("words => document.getElementById('status').textContent === words", arg=words)
        assert tab.evaluate("document.documentElement.lang") == locale[:2]
        context.close()
    wide.open(f"g=havannah&b=4{PEOPLE}")
    wide.tab.click("#settings")
    wide.tab.select_option("#language", "de")
    wide.tab.click("dialog button.primary")
    wide.wait_for_status("Weiß am Zug")
    wide.click("d4")
    wide.wait_for_status("Schwarz am Zug")
    wide.tab.fill("#move-text", "d4")
    wide.press("Enter")
    wide.wait_for_status("d4 ist von einem weißen Stein besetzt")


def test_a_read_only_board_is_embedded_and_study_marks_are_kept(wide):
    wide.open(f"g=havannah&b=4&m=d4.c3{PEOPLE}")
    wide.wait_for_stones(2)
    wide.tab.click("#study summary")
    wide.tab.click("[data-mark=AR]")
    wide.click("d4")
    wide.click("e5")
    wide.tab.click("[data-mark=LB]")
    wide.click("a1")
    assert wide.tab.locator(".study-arrow").count() == 1
    wide.wait_for("() => /u=2:ARd4-e5,LBa1-A/.test(decodeURIComponent(location.hash))")
    link = wide.tab.url.replace("/#", "/embed.html#")
    wide.tab.goto(link)
    wide.tab.wait_for_selector("malecon-board [data-stone=c3]")
    assert wide.tab.locator(".study-label").count() == 1
    wide.tab.locator("malecon-board button").first.click()
    wide.tab.wait_for_selector("malecon-board [data-stone=c3]", state="detached")


def test_a_study_has_chapters_to_switch_between(page):
    page.open(f"g=havannah&b=4&m=d4.c3{PEOPLE}")
    page.wait_for_stones(2)
    page.tab.click("#study summary")
    page.tab.fill("#study-name", "Forks")
    page.tab.locator("#study-name").blur()
    page.wait_for("() => document.querySelector('#chapters option')?.textContent === '1'")
    page.tab.fill("#chapter-name", "Beginning")
    page.press("Tab")
    page.wait_for("() => document.querySelector('#chapters option')?.textContent === 'Beginning'")
    page.tab.click("#new-chapter")
    page.wait_for_stones(0)
    page.wait_for("() => document.querySelectorAll('#chapters option').length === 2")
    page.click("a1")
    page.wait_for_stones(1)
    page.tab.select_option("#chapters", label="Beginning")
    page.wait_for_stones(2)
    assert "sn=Forks" in page.tab.url


def test_the_explorer_lists_the_engines_first_moves_and_ones_own(wide):
    wide.open(f"g=havannah&b=5{PEOPLE}")
    wide.click("e5")
    wide.wait_for_status("Black to move")
    wide.press("ArrowLeft")
    wide.tab.wait_for_timeout(800)  # the library is written a moment after the move
    wide.tab.click("#explorer summary")
    wide.wait_for_text("explorer-note", "1 game of your library")
    first = wide.tab.locator("#explorer-moves tr").first.text_content()
    assert first.startswith("e5")
    assert "%" in first


def test_the_page_opens_without_the_server_after_a_visit(wide):
    wide.open(f"g=havannah&b=4{PEOPLE}")
    wide.tab.evaluate("navigator.serviceWorker.ready.then(() => true)")
    wide.open(f"g=havannah&b=4{PEOPLE}")  # every file passes the service worker once
    wide.tab.wait_for_selector(".cell.can")
    wide.context.set_offline(True)
    try:
        wide.tab.reload()
        wide.tab.wait_for_selector("#board .cell")
        wide.press("l")
        wide.tab.wait_for_selector("dialog[open] #library-search")
        wide.press("Escape")
    finally:
        wide.context.set_offline(False)
