"""The clock tool on a real server."""

import pytest
from support.commands import warm  # noqa: F401 (a fixture)

from tools import gtp_clock


@pytest.mark.slow
def test_the_clock_tool_measures_moves_as_a_controller_sees_them(warm):  # noqa: F811
    found = gtp_clock.measure(0.2, 2, ("--base", "6", "--memory", "8"))
    assert found.budget == 0.2
    assert found.first >= 0.1
    assert len(found.others) == 1
    assert gtp_clock.Measurement(1.0, 1.02, (0.98, 1.031)).late == 1
