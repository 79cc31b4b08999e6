"""Analysis, review, records and engine settings in a real browser."""

import malecon

PEOPLE = "&W=human&B=human&t=1"
LOST = "a1.d7.b1.e7.c1.a4.d1"
RECORD = "(;FF[4]GM[havannah]SZ[4]PW[Ada]PB[Bob]C[a game];W[d4];B[c3](;W[c4])(;W[e4]C[better]))"


# --- analysis -----------------------------------------------------------------------------------------------------


def test_an_analysis_shows_cells_candidates_and_lines(page):
    page.open(f"g=havannah&b=4&m=d4{PEOPLE}")
    page.tab.click("#analyse")
    row = page.tab.locator("#candidates tr").first
    row.wait_for()
    page.tab.wait_for_selector("#board .heat.best")
    row.click()
    page.tab.mouse.move(5, 5)
    assert page.tab.locator(".pv-number").first.text_content() == "1"
    assert "simulations" in page.tab.text_content("#figures")
    page.tab.click("#analyse")
    page.wait_for_text("analyse", "Analyse")
    assert page.tab.locator("#board .heat").count() > 0  # what is known stays on the board
    assert page.tab.locator("#candidates tr").count() > 0


def test_an_analysis_marks_proved_moves_and_candidates_can_be_played(wide):
    wide.open(f"g=havannah&b=4&m=a1.d7.b1.e7.c1.f7{PEOPLE}")
    wide.press("a")
    wide.wait_for_text("verdict", "White wins in 1 (proved)")
    assert "✓" in wide.tab.text_content("#board .layer-heat")
    wide.tab.locator("#candidates tr").first.dblclick()
    wide.wait_for_status("White wins by bridge")


def test_an_invalid_setup_shows_an_error_while_editing(wide):
    wide.open(f"g=amazons&b=6x6{PEOPLE}")
    wide.tab.click("#edit")
    wide.tab.click("#edit-clear")
    wide.tab.click("#edit-done")
    wide.wait_for("() => !/Set up/.test(document.getElementById('status').textContent)")
    wide.tab.click("[data-brush=White]")
    wide.click("a1")
    wide.tab.click("[data-brush=Black]")
    wide.click("f6")
    wide.tab.click("[data-brush=Arrow]")
    wide.click("c3")
    wide.tab.click("#edit-done")
    wide.wait_for_stones(3)
    wide.wait_for_status("White to move")


def test_the_net_is_shown_as_an_overlay_with_its_chance(wide):
    wide.open(f"g=havannah&b=4&m=d4.a1{PEOPLE}")
    wide.tab.select_option("#overlay", "net")
    wide.wait_for("() => /By the net, White wins with \\d+%/.test(document.querySelector('#overlay-note').textContent)")
    wide.wait_for("() => /\\d/.test(document.querySelector('.layer-heat').textContent)")
    wide.tab.select_option("#overlay", "none")
    wide.wait_for("() => document.querySelector('#overlay-note').textContent === ''")


def test_priors_and_distances_are_shown_as_overlays(wide):
    wide.open(f"g=havannah&b=4&m=a1.d7.b1.e7.c1.f7{PEOPLE}")
    wide.tab.select_option("#overlay", "white")
    wide.tab.wait_for_selector(".heat.cost-own")
    wide.open(f"g=havannah&b=4&m=d4.c3{PEOPLE}")
    wide.tab.select_option("#overlay", "prior")
    wide.press("a")
    wide.wait_for("() => /\\.\\d\\d/.test(document.querySelector('.layer-heat').textContent)")


# --- review -------------------------------------------------------------------------------------------------------


def test_a_review_finds_the_blunder_and_jumps_to_it(wide):
    wide.open(f"g=havannah&b=4&m={LOST}{PEOPLE}")
    wide.tab.click("#review-game")
    wide.wait_for_text("review-state", "blunder")
    assert wide.tab.text_content("#review-game") == "Review game"
    wide.press("n")
    wide.wait_for_status("was better")
    assert wide.tab.locator(".hint-ring").count() == 1
    assert "was better" in wide.tab.text_content("#announcer")
    link, mistakes = wide.tab.url, wide.tab.text_content("#review tbody")
    wide.begin()
    wide.tab.goto(link)  # as the recipient of the link
    wide.wait_for_text("review-state", "blunder")
    assert wide.tab.locator("#movelist .blunder").count() > 0
    assert wide.tab.text_content("#review tbody") == mistakes


def test_a_review_continues_while_browsing_and_stops_at_an_analysis(wide):
    wide.open(f"g=havannah&b=5&m=e5.d4.f6.e4.g5.d3{PEOPLE}")
    wide.tab.select_option("#review select", "10000")
    wide.tab.click("#review-game")
    wide.press("ArrowLeft", "ArrowLeft", "Home")
    wide.wait_for_stones(0)
    assert wide.tab.text_content("#review-game") == "Stop review"
    wide.wait_for_text("review-state", "blunder")
    wide.tab.click("#review-game")
    wide.press("a")
    wide.wait_for_text("review-state", "stopped")
    assert wide.tab.text_content("#review-game") == "Review game"


# --- records ------------------------------------------------------------------------------------------------------


def test_a_pasted_record_keeps_its_branches_when_saved(page):
    page.open(f"g=havannah&b=5{PEOPLE}")
    page.tab.click("#open")
    page.tab.fill("#record-text", RECORD)
    page.tab.click("dialog button.primary")
    page.wait_for_stones(3)
    assert page.tab.locator("#movelist .branch button").text_content() == "e4"
    assert "Ada" in page.tab.text_content("#seat-white")
    page.tab.click("#open")
    with page.tab.expect_download() as saved:
        page.tab.click("[data-save=SGF]")
    record = malecon.GameRecord.parse(saved.value.path().read_text())
    assert record.moves == ["d4", "c3", "c4"]
    assert [node.comment for node in record.nodes() if node.comment] == ["a game", "better"]


def test_a_record_can_be_dropped_on_the_page(wide):
    wide.open(f"g=havannah&b=5{PEOPLE}")
    wide.tab.wait_for_selector(".cell.can")
    wide.tab.evaluate(
        """text => {
            const items = new DataTransfer();
            items.items.add(new File([text], "game.sgf"));
            const how = { dataTransfer: items, bubbles: true, cancelable: true };
            for (const kind of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, how));
        }""",
        RECORD,
    )
    wide.wait_for_stones(3)
    assert not wide.tab.evaluate("document.body.classList.contains('dropping')")


def test_a_record_can_be_opened_from_a_file(wide):
    wide.open(f"g=havannah&b=5{PEOPLE}")
    wide.tab.click("#open")
    file = {"name": "game.sgf", "mimeType": "text/plain", "buffer": RECORD.encode()}
    wide.tab.set_input_files("#record-file", file)
    wide.wait_for_stones(3)
    wide.tab.wait_for_selector("dialog[open]", state="detached")


def test_the_board_can_be_saved_as_a_picture(wide):
    wide.open(f"g=havannah&b=4&m=d4.c3{PEOPLE}")
    wide.wait_for_stones(2)
    wide.tab.click("#open")
    starts = {"SVG": b"<svg", "PNG": b"\x89PNG\r\n\x1a\n"}
    for kind, start in starts.items():
        with wide.tab.expect_download() as saved:
            wide.tab.click(f"[data-save={kind}]")
        data = saved.value.path().read_bytes()
        assert data.startswith(start)
        assert len(data) > 3000


def test_the_link_can_be_copied(wide):
    wide.open(f"g=havannah&b=4&m=d4{PEOPLE}")
    wide.wait_for_stones(1)
    wide.tab.click("#open")
    assert "m=d4" in wide.tab.input_value("#share-link")
    wide.tab.get_by_text("Copy", exact=True).first.click()
    wide.tab.get_by_text("Copied").wait_for()
    assert "only on this computer" in wide.tab.text_content("dialog")


def test_an_invalid_record_shows_an_error_in_the_dialog(wide):
    wide.open(f"g=havannah&b=5{PEOPLE}")
    wide.tab.click("#open")
    wide.tab.fill("#record-text", "hello")
    wide.tab.click("dialog button.primary")
    wide.wait_for("() => document.querySelector('dialog .problem').textContent.length > 10")


def test_branches_can_be_promoted_and_deleted(wide):
    wide.open(f"g=havannah&b=4&m=d4.(e4)c3.e5&at=2{PEOPLE}")
    wide.wait_for_stones(2)
    assert wide.tab.locator("[data-stone=e4]").count() == 0
    wide.tab.locator("#movelist .branch button").click()
    wide.tab.wait_for_selector("[data-stone=e4]")
    wide.tab.get_by_text("Main line").click()
    wide.wait_for("() => location.hash.includes('m=d4.(c3.e5)e4')")
    wide.press("Delete")
    wide.wait_for("() => location.hash.includes('m=d4.c3.e5')")


# --- engine -------------------------------------------------------------------------------------------------------


def test_parameter_fields_edit_the_player_text(wide):
    wide.open(f"g=havannah&b=5{PEOPLE}")
    wide.tab.click("#engine")
    wide.tab.fill(".player-text", "uct(c=0.4)")
    wide.tab.click("dialog details summary")
    wide.tab.get_by_label("rave", exact=True).check()
    assert wide.tab.input_value(".player-text") == "uct(c=0.4)+rave"
    wide.tab.get_by_label("c", exact=True).first.fill("0.5")
    wide.tab.get_by_label("c", exact=True).first.blur()
    assert wide.tab.input_value(".player-text") == "uct(c=0.5)+rave"


def test_an_invalid_player_shows_an_error_and_is_not_used(wide):
    wide.open(f"g=havannah&b=5{PEOPLE}")
    wide.tab.click("#engine")
    wide.tab.fill(".player-text", "uct(c=oops)")
    wide.tab.click("dialog button.primary")
    wide.wait_for("() => document.querySelector('dialog').textContent.includes('uct(c)')")
    assert wide.tab.locator("dialog[open]").count() == 1
