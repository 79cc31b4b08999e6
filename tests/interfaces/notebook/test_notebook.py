"""The board of notebooks: clicks and buttons; and the example notebook, executed."""

from __future__ import annotations

import importlib

import pytest
from support import PROJECT

import malecon

pytest.importorskip("anywidget")
widget = importlib.import_module("malecon.interfaces.notebook.widget")


def test_clicks_and_buttons_play_and_analyse():
    board = widget.Board(malecon.Havannah(base=4), player="uct", limit=malecon.Limit(simulations=30))
    assert set(board.centres) == set(board.position.cells)
    board.handle({"type": "cell", "cell": "d4"})
    assert (board.position.moves, board.status) == (["d4"], "Black to move")
    board.handle({"type": "cell", "cell": "d4"})
    assert "d4 is occupied by a white stone" in board.status
    board.handle({"type": "move"})
    assert board.position.ply == 2
    board.handle({"type": "analyse"})
    assert board.thought.simulations == 30
    assert ">1</text>" in board.svg
    board.handle({"type": "undo"})
    assert (board.position.moves, board.thought) == (["d4"], None)
    board.handle({"type": "reset"})
    assert board.position.moves == []
    board.handle({"type": "undo"})
    assert "no move to take back" in board.status


def test_a_move_of_several_cells_is_clicked_cell_by_cell():
    board = widget.Board(malecon.Breakthrough(4, 3, piece_rows=1), player="uct")
    board.handle({"type": "cell", "cell": "b1"})
    assert board.position.ply == 0
    assert "<circle" in board.svg
    board.handle({"type": "cell", "cell": "c2"})
    assert board.position.moves == ["b1-c2"]
    board.handle({"type": "cell", "cell": "b3"})
    assert "b3" in board.status


@pytest.mark.slow
def test_the_example_notebook_runs(monkeypatch):
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(PROJECT / "examples" / "notebook.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(PROJECT)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"image/svg+xml", "text/html", "application/vnd.jupyter.widget-view+json"} <= kinds
