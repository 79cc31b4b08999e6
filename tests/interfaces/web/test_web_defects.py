"""Defects that users found, in a real browser: the graph, the clock, lost games, Amazons, puzzles, screen readers."""

import json
import time

import pytest
from support.web import new_app, served

PEOPLE = "&W=human&B=human&t=1"
SLOW = "malecon%2Bcap(simulations%3D1000000)"
BRIDGE = "a1.d7.b1.e7.c1.f7.d1"


def moves(page):
    """Return the moves in the address."""
    return page.tab.evaluate("new URLSearchParams(location.hash.slice(1)).get('m') ?? ''")


# --- values and analyses ------------------------------------------------------------------------------------------


def test_a_game_against_a_level_shows_no_values_until_an_analysis_is_asked_for(wide):
    wide.open("g=havannah&b=4&W=human&B=level1&t=1")
    for stones, cell in ((2, "d4"), (4, "a1"), (6, "g7")):
        wide.click(cell)
        wide.wait_for_stones(stones)
        wide.wait_for_status("White to move")
    assert wide.tab.is_hidden("#graph")
    assert wide.tab.locator(".heat").count() == 0
    wide.press("a")
    wide.tab.wait_for_selector("#candidates tr")
    wide.press("ArrowLeft", "ArrowLeft")
    wide.tab.wait_for_selector("#graph:not([hidden])")
    assert wide.tab.locator("#graph polygon").count() >= 2
    wide.press("Escape")


def test_an_analysis_ends_with_a_new_game_against_a_level(wide):
    wide.open(f"g=havannah&b=4{PEOPLE}")
    wide.press("a")
    wide.tab.wait_for_selector("#candidates tr")
    wide.tab.click("#new")
    wide.tab.select_option("#seat-black-pick", "Random mover")
    wide.tab.click("dialog button.primary")
    wide.click("d4")
    wide.wait_for_stones(2)
    wide.wait_for_status("White to move")
    assert wide.tab.text_content("#analyse") == "Analyse"
    assert wide.tab.locator(".heat").count() == 0


def test_an_analysis_is_kept_when_one_returns_to_its_position(page):
    page.open(f"g=havannah&b=5&m=e5.d4{PEOPLE}")
    page.press("a")
    page.wait_for("() => /[0-9.]+k? simulations/.test(document.querySelector('#figures').textContent)")
    page.tab.wait_for_timeout(600)
    page.press("Escape")
    known = page.tab.text_content("#figures")
    page.press("ArrowLeft")
    page.wait_for_text("figures", "Shows win rates")
    page.press("ArrowRight")
    page.wait_for_text("figures", known)
    assert page.tab.locator(".heat.best").count() == 1
    page.tab.click("#more")
    page.wait_for(
        """known => {
            const count = (words) => {
                const [, digits, unit] = words.match(/^([\\d.]+)([kM]?)/);
                return Number(digits) * { "": 1, k: 1e3, M: 1e6 }[unit];
            };
            return count(document.querySelector("#figures").textContent) > count(known);
        }""",
        known,
    )
    page.press("Escape")
    page.tab.click("#perspective")
    assert page.tab.text_content("#perspective") == "Mover's view"
    page.tab.click("#perspective")


def test_two_reviews_of_a_game_find_the_same(page):
    page.open(f"g=havannah&b=4&m=a1.d7.b1.e7.c1.a4.c3.f7{PEOPLE}")
    found = []
    for _ in range(2):
        page.tab.click("#review-game")
        page.wait_for_text("review-state", "accuracy")
        page.wait_for_text("review-game", "Review game")
        found.append(page.tab.evaluate("new URLSearchParams(location.hash.slice(1)).get('v')"))
        page.press("End", "a")  # a search in between must not change the next review
        page.tab.wait_for_selector("#candidates tr")
        page.press("Escape")
    assert found[0] == found[1]
    page.tab.locator("#review tbody button", has_text="White c3").click()
    page.wait_for_text("mistake-text", "missed a win in 1")
    page.tab.click("#show-refutation")
    assert page.tab.locator(".pv-number").first.text_content() == "1"
    page.tab.click("#try-again")
    page.click("d1")
    page.wait_for_status("White wins by bridge")


# --- play ---------------------------------------------------------------------------------------------------------


def test_browsing_while_the_engine_thinks_stops_neither_it_nor_the_clock(wide):
    wide.open(f"g=havannah&b=4&W=human&B={SLOW}&t=1.5&ck=5,0,300,300")
    wide.click("d4")
    wide.wait_for_status("Black is thinking")
    wide.press("ArrowLeft", "ArrowRight", "ArrowLeft")
    wide.wait_for("() => /m=d4[.]/.test(location.hash)")  # the engine has moved
    before = wide.tab.text_content("#seat-white .clock")
    wide.wait_for("before => document.querySelector('#seat-white .clock').textContent !== before", before)
    assert wide.stones() == 0
    wide.press("End")
    wide.wait_for_stones(2)


def test_undo_works_after_a_reload_and_lets_the_engine_begin_again(page):
    page.open("g=havannah&b=4&m=d4.c3&W=human&B=random&t=1")
    page.wait_for_stones(2)
    page.tab.click("#undo")
    page.wait_for_stones(0)
    page.click("e5")
    page.wait_for_stones(2)
    page.open("g=havannah&b=4&m=d4&W=random&B=human&t=1")
    page.wait_for_stones(1)
    page.tab.click("#undo")
    page.wait_for_status("Black to move")
    page.wait_for_stones(1)


def test_a_fallen_flag_ends_the_game_also_after_a_reload_and_a_hint_does_not_hide_the_result(page):
    page.open(f"g=havannah&b=4&m=d4.c3&ck=5,0,0.4,200{PEOPLE}")
    page.wait_for_status("Black wins on time")
    assert page.tab.locator(".cell.can").count() == 0
    page.tab.reload()
    page.wait_for_status("Black wins on time")
    page.press("h")
    assert page.tab.text_content("#status") == "Black wins on time"


def test_a_swap_is_seen_and_a_lost_server_is_named(wide):
    wide.open(f"g=havannah&b=4&s=1{PEOPLE}")
    wide.click("d4")
    wide.tab.click("#swap-now")
    wide.wait_for_status("Black took over the first stone")
    assert wide.tab.locator(".last-dot").count() == 1
    wide.context.set_offline(True)
    try:
        wide.press("e")  # a new game could be set up from what the service worker keeps
        wide.wait_for_status("server cannot be reached")
    finally:
        wide.context.set_offline(False)


def test_a_slow_start_says_what_is_prepared(wide):
    wide.tab.route("**/api/position", lambda route: (time.sleep(1.2), route.continue_()))
    wide.open(f"g=havannah&b=4{PEOPLE}")
    wide.wait_for_status("Preparing Havannah")
    wide.tab.unroute("**/api/position")
    wide.wait_for_status("White to move")


def test_a_server_that_stops_while_the_engine_thinks_is_named(wide):
    with served(new_app(memory=32)) as address:
        wide.tab.goto(f"{address}#g=havannah&b=4&W=human&B={SLOW}&t=60")
        wide.click("d4")
        wide.wait_for_text("seat-black", "thinking, 1")
    wide.wait_for_text("seat-black", "server not reachable")
    wide.tab.click("#new")
    wide.wait_for_status("server cannot be reached")


def test_a_link_with_many_bad_moves_takes_few_requests(wide):
    requests = []
    wide.tab.on("request", lambda request: requests.append(request.url))
    wide.open(f"g=havannah&b=4&m={'.'.join(['d4'] * 400)}{PEOPLE}")
    wide.wait_for_status("occupied")
    assert wide.stones() == 1
    assert sum(url.endswith("/api/position") for url in requests) <= 2


# --- games are never lost -----------------------------------------------------------------------------------------


def test_a_new_game_keeps_the_last_one_and_back_returns_to_it(page):
    page.open(f"g=havannah&b=4{PEOPLE}")
    for cell in ("d4", "c3"):
        page.click(cell)
    page.wait_for_status("White to move")
    page.press("z")
    page.tab.wait_for_selector("dialog[open]")
    page.press("Enter")
    page.tab.wait_for_selector("#puzzle:not([hidden])")
    page.wait_for_text("toast", "in the library")
    page.tab.go_back()
    page.wait_for_stones(2)
    page.tab.go_forward()
    page.tab.wait_for_selector("#puzzle:not([hidden])")
    page.tab.go_back()
    page.wait_for_stones(2)
    page.press("Home", "ArrowRight", "Delete")
    page.wait_for_stones(0)
    page.tab.click("#toast button")
    page.wait_for("() => location.hash.includes('m=d4.c3')")


def test_editing_and_opening_a_record_keep_the_last_game(wide):
    wide.open(f"g=havannah&b=4{PEOPLE}")
    for cell in ("d4", "c3"):
        wide.click(cell)
    wide.wait_for_status("White to move")
    wide.tab.click("#edit")
    wide.click("a1")
    wide.tab.click("#edit-done")
    wide.wait_for_stones(3)
    wide.wait_for_text("toast", "in the library")
    wide.tab.click("#open")
    wide.tab.fill("#record-text", "d4 c3 e5 b2")
    wide.tab.click("dialog button.primary")
    wide.wait_for_stones(4)
    for stones in (3, 2):
        wide.tab.go_back()
        wide.wait_for_stones(stones)
    wide.press("l")
    wide.tab.wait_for_selector(".library-games tr:nth-child(2)")


def test_the_library_searches_reopens_deletes_and_imports_games(page, tmp_path):
    page.open(f"g=havannah&b=4&m={BRIDGE[:-3]}{PEOPLE}")
    page.click("d1")
    page.wait_for_status("White wins by bridge")
    page.press("l")
    page.tab.wait_for_selector(".library-games tr")
    page.tab.click("#library-import summary")
    page.tab.fill("#library-text", "1. d4 c3 2. e5")
    page.tab.click("#library-add")
    page.wait_for_text("library-count", "1 game imported")
    sgf = "(;FF[4]GM[havannah]SZ[5]PW[Ada]PB[Bob]RE[W+resign];W[e5]TR[e5]LB[d4:A];B[d4])(;FF[4]GM[havannah]SZ[4];W[a1])"
    page.tab.set_input_files("#library-file", {"name": "two.sgf", "mimeType": "text/plain", "buffer": sgf.encode()})
    page.wait_for_text("library-count", "2 games imported")
    assert page.tab.locator(".library-games tr").count() == 4
    with page.tab.expect_download() as saved:
        page.tab.get_by_text("Export all").click()
    assert saved.value.path().read_text().count("GM[havannah]") == 4
    page.press("l")
    page.tab.fill("#library-search", "ada")
    page.wait_for("() => document.querySelectorAll('.library-games tr').length === 1")
    page.tab.click("[data-remove]")
    page.wait_for_text("library-count", "Game deleted")
    page.tab.click("#library-undo")
    page.tab.fill("#library-search", "ada")
    page.tab.locator(".library-games .link").click()
    page.wait_for_stones(2)
    assert "Ada" in page.tab.text_content("#seat-white")
    page.press("ArrowLeft")
    page.tab.wait_for_selector(".study-label")


# --- Amazons ------------------------------------------------------------------------------------------------------


def test_an_amazon_moves_before_it_shoots_and_may_shoot_back(wide):
    wide.open(f"g=amazons&b=6x6{PEOPLE}")
    wide.tab.wait_for_selector(".cell.can")
    start = wide.tab.evaluate("[...document.querySelectorAll('.piece.O')][0].dataset.stone")
    wide.click(start)
    target = wide.tab.evaluate("[...document.querySelectorAll('.cell.can')].at(-1).dataset.cell")
    wide.click(target)
    assert wide.tab.locator(f"[data-stone={start}]").count() == 0
    assert wide.tab.locator(f"[data-stone={target}]").count() == 1
    assert wide.tab.locator(".target-ring").count() == 0  # the origin is free now
    wide.click(start)
    wide.wait_for_status("Black to move")
    assert "arrow-block" in wide.tab.get_attribute(f"[data-stone={start}]", "class")
    wide.press("h")
    wide.wait_for_status("Hint:")
    assert wide.tab.locator(".hint-ring.blocked-mark").count() == 1
    wide.press("a")
    wide.tab.wait_for_selector("#candidates tr:nth-child(3)")
    wide.press("Escape")
    visits = wide.tab.evaluate("[...document.querySelectorAll('#candidates tr')].map(r => r.cells[1].textContent)")
    counts = [float(text.removesuffix("k")) * (1000 if "k" in text else 1) for text in visits]
    assert counts == sorted(counts, reverse=True)
    before = wide.stones()
    wide.tab.locator("#candidates tr").first.hover()
    wide.tab.wait_for_selector(".pv-number")
    line = 1 + len(wide.tab.locator("#candidates tr").first.locator("td.line").text_content().split())
    assert wide.stones() == before + line  # one arrow for each move; amazons stay as many


# --- puzzles and engines ------------------------------------------------------------------------------------------


def test_hints_come_in_steps_and_a_shown_solution_does_not_count(page):
    page.open(f"g=havannah&b=4{PEOPLE}")
    page.press("z")
    page.tab.click("[data-puzzle='4']")
    page.tab.click("#puzzle-hint")
    page.wait_for_text("puzzle-said", "The win ends with a")
    page.tab.click("#puzzle-hint")
    page.wait_for_text("puzzle-said", "marked area")
    page.tab.click("#puzzle-solution")
    page.wait_for_text("puzzle-said", "Solution:")
    line = page.tab.text_content("#puzzle-said").removeprefix("Solution: ").split()
    for cell in line[::2]:
        page.click(cell)
        page.wait_for(
            "n => document.querySelectorAll('.layer-stones > *').length >= n || !document.querySelector('.cell.can')",
            page.stones() + 2,
        )
        if "Solution was shown" in page.tab.text_content("#puzzle-said"):
            break
    stored = json.loads(page.tab.evaluate("localStorage.getItem('malecon-puzzles') ?? '{}'"))
    assert 4 not in stored.get("solved", [])
    page.tab.click("#puzzle-next")
    page.wait_for_text("puzzle-title", "Puzzle 5")
    assert page.tab.text_content("#puzzle-hint") == "Hint"


def test_an_engine_that_does_not_suit_the_game_is_named_in_one_line_and_the_default_is_a_click_away(wide):
    wide.open(f"g=havannah&b=4{PEOPLE}")
    wide.wait_for_status("White to move")  # the page has stored its settings
    settings = (
        "s => localStorage.setItem('malecon', JSON.stringify({...JSON.parse(localStorage.getItem('malecon')), ...s}))"
    )
    wide.tab.evaluate(settings, {"engines": {"havannah": "malecon+runners"}})
    wide.tab.reload()
    wide.tab.wait_for_selector(".cell.can")
    wide.press("a")
    wide.wait_for_status("unknown technique")
    assert len(wide.tab.text_content("#status")) < 120
    wide.tab.click("#engine")
    wide.tab.click("#default-engine")
    wide.tab.click("dialog button.primary")
    wide.tab.wait_for_selector("dialog[open]", state="detached")
    wide.press("a")
    wide.tab.wait_for_selector("#candidates tr")
    wide.press("Escape")


# --- screens and screen readers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (640, 400), (700, 900)], ids=str)
def test_the_whole_board_fits_the_window(wide, size):
    width, height = size
    wide.tab.set_viewport_size({"width": width, "height": height})
    try:
        wide.open(f"g=havannah&b=8{PEOPLE}")
        wide.tab.wait_for_selector(".cell.can")
        box = wide.tab.locator("#board").bounding_box()
        assert box["y"] + box["height"] <= height
        assert wide.tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert box["height"] > 0.45 * min(width, height)
    finally:
        wide.tab.set_viewport_size({"width": 1280, "height": 850})


def test_the_current_move_and_whose_turn_it_is_are_seen_in_forced_colours(wide):
    wide.open(f"g=havannah&b=4&m=d4.c3{PEOPLE}")
    wide.wait_for_stones(2)
    wide.tab.emulate_media(forced_colors="active")
    try:
        style = "([selector, name]) => getComputedStyle(document.querySelector(selector))[name]"
        for name, one, other in (
            ("backgroundColor", "#movelist .here", "#movelist button:not(.here)"),
            ("outlineStyle", ".seat.to-move", ".seat:not(.to-move)"),
            ("backgroundImage", "#seat-white .disc", "#seat-black .disc"),
        ):
            assert wide.tab.evaluate(style, [one, name]) != wide.tab.evaluate(style, [other, name]), one
    finally:
        wide.tab.emulate_media(forced_colors="none")


def test_figures_on_overlays_have_a_contrast_of_four_and_a_half(wide):
    wide.open(f"g=havannah&b=5&m=e5.d4.f6.c3{PEOPLE}")
    wide.press("a")
    wide.tab.wait_for_selector("#candidates tr:nth-child(5)")
    wide.press("Escape")
    contrast = """() => {
        const canvas = document.createElement("canvas").getContext("2d");
        const light = (colour) => {
            canvas.fillStyle = colour;
            canvas.fillRect(0, 0, 1, 1);
            const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => (byte / 255) ** 2.2);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
        };
        const ratios = [...document.querySelectorAll(".figure")].map((figure) => {
            let disc = figure.previousElementSibling;
            while (!disc.classList.contains("heat")) disc = disc.previousElementSibling;
            const [one, two] = [figure, disc].map((element) => light(getComputedStyle(element).fill));
            return Math.max(one, two) / Math.min(one, two);
        });
        return ratios.length ? Math.min(...ratios) : 0;
    }"""
    for theme in ("light", "dark"):
        wide.tab.emulate_media(color_scheme=theme)
        for overlay in ("visits", "prior", "white", "black"):
            wide.tab.select_option("#overlay", overlay)
            wide.wait_for("() => document.querySelector('.figure')")
            assert wide.tab.evaluate(contrast) >= 4.5, (theme, overlay)
    wide.tab.emulate_media(color_scheme="light")


def test_every_neighbour_on_a_hexagonal_board_is_two_presses_away(wide):
    wide.open(f"g=havannah&b=8{PEOPLE}")
    wide.tab.wait_for_selector(".cell.can")
    for keys, cell in (
        (["ArrowRight"], "i8"),
        (["ArrowLeft"], "g8"),
        (["ArrowUp"], {"g7", "h7"}),
        (["ArrowDown"], {"h9", "i9"}),
        (["ArrowUp", "ArrowRight"], {"h7", "i7"}),
        (["ArrowDown", "ArrowLeft"], {"g9", "h9"}),
    ):
        wide.open(f"g=havannah&b=8{PEOPLE}")
        wide.tab.wait_for_selector(".cell.can")
        wide.press("b", "ArrowUp")  # the first press shows the cursor
        assert wide.tab.text_content("#announcer") == "h8, empty"
        wide.press(*keys)
        found = wide.tab.text_content("#announcer").split(",")[0]
        assert found in cell if isinstance(cell, set) else found == cell


def test_the_graph_is_read_and_moved_by_keys(wide):
    wide.open(f"g=havannah&b=4&m=a1.d7.b1.e7.c1.a4.c3.f7{PEOPLE}")
    wide.tab.click("#review-game")
    wide.wait_for_text("review-state", "accuracy")
    slider = wide.tab.locator("#graph [role=slider]")
    slider.focus()
    wide.press("Home", "ArrowRight", "ArrowRight")
    wide.wait_for_stones(2)
    assert slider.get_attribute("aria-valuenow") == "2"
    assert slider.get_attribute("aria-valuetext").startswith("Move 2: White ")


def test_screen_readers_are_told_what_changes_and_only_that(wide):
    wide.open(f"g=havannah&b=4&m=d4.c3{PEOPLE}")
    wide.wait_for_stones(2)
    count = """milliseconds => new Promise((done) => {
        let changes = 0;
        const watch = new MutationObserver((records) => { changes += records.length; });
        for (const live of document.querySelectorAll("[aria-live], [role=status]"))
            watch.observe(live, { childList: true, characterData: true, subtree: true });
        setTimeout(() => done(changes), milliseconds);
    })"""
    wide.press("a")
    wide.tab.wait_for_selector("#candidates tr")
    assert wide.tab.evaluate(count, 1200) <= 1
    wide.press("Escape")
    for name in ("undo", "redo", "edit", "hint", "resign"):
        button = wide.tab.locator(f"#{name}")
        assert button.get_attribute("aria-label") is None
        assert button.inner_text().strip()
    assert wide.tab.locator("#movelist [tabindex='0']").count() == 1
    wide.tab.click("#stones summary")
    assert "White: d4" in wide.tab.text_content("#stones")
    wide.press("b", "ArrowUp", "ArrowUp", "ArrowRight")
    assert wide.tab.text_content("#announcer").split(",")[0] in {"d3", "e3", "c3", "d2", "e2"}
