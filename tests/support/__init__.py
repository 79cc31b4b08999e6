"""Helpers shared by the tests: oracles, boards, command runners, a browser."""

from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
