"""What differs between systems: processes on this one, and the branches of Windows with stand-ins."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from malecon import system

FOREVER = [sys.executable, "-c", "import time; time.sleep(1000)"]


def test_a_process_is_ended_with_its_children():
    program = f"import subprocess; print(subprocess.Popen({FOREVER!r}).pid, flush=True); import time; time.sleep(1000)"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, **system.own_group()) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        assert system.is_running(process.pid)
        system.end_tree(process)
        assert system.was_killed(process.wait())
    for _ in range(1000):
        if not system.is_running(child) or _is_zombie(child):
            return
    raise AssertionError("the child is still running")


def _is_zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_asking_for_a_process_does_not_harm_it():
    assert system.is_running(os.getpid())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (r"C:\engines\castro.exe -g", ["C:\\engines\\castro.exe", "-g"]),
        (r'"C:\Program Files\castro.exe" "a b"', ["C:\\Program Files\\castro.exe", "a b"]),
        (r"\\server\share\engine.exe", ["\\\\server\\share\\engine.exe"]),
        (r'e.exe --book="C:\my books\5.txt" -x', ["e.exe", "--book=C:\\my books\\5.txt", "-x"]),
        ("C:\\O'Brien\\e.exe 'a b' \"\"", ["C:\\O'Brien\\e.exe", "a b", ""]),
    ],
)
def test_a_backslash_separates_folders_on_windows(text, words):
    assert system.split_command(text, windows=True) == words


def test_a_missing_quote_is_an_error_on_windows_too():
    with pytest.raises(ValueError, match="quotation"):
        system.split_command('"C:\\engine.exe', windows=True)


def test_a_backslash_quotes_elsewhere():
    assert system.split_command(r"/opt/my\ engine -g", windows=False) == ["/opt/my engine", "-g"]


def test_windows_ends_processes_with_taskkill_and_never_with_a_signal(monkeypatch):
    commands, ended = [], []
    monkeypatch.setattr(system, "IS_WINDOWS", True)
    monkeypatch.setattr(system.subprocess, "run", lambda command, **_: commands.append(command))
    monkeypatch.setattr(system.os, "killpg", pytest.fail, raising=False)
    system.end_tree(SimpleNamespace(pid=17, kill=lambda: ended.append(17)))
    assert commands == [["taskkill", "/F", "/T", "/PID", "17"]]
    assert ended == [17]
    assert not system.was_killed(-9)
    assert "start_new_session" not in system.own_group()


@pytest.mark.parametrize(
    ("handle", "error", "code", "running"), [(0, 87, 0, False), (0, 5, 0, True), (9, 0, 259, True), (9, 0, 1, False)]
)
def test_windows_asks_the_kernel_whether_a_process_runs(monkeypatch, handle, error, code, running):
    closed = []

    def exit_code(_, target):
        target._obj.value = code
        return True

    kernel32 = SimpleNamespace(
        OpenProcess=lambda *_: handle,
        GetExitCodeProcess=exit_code,
        CloseHandle=lambda handle: closed.append(handle),
    )
    monkeypatch.setattr(system, "IS_WINDOWS", True)
    monkeypatch.setattr(ctypes, "WinDLL", lambda *_, **__: kernel32, raising=False)
    monkeypatch.setattr(ctypes, "get_last_error", lambda: error, raising=False)
    monkeypatch.setattr(system.os, "kill", pytest.fail)
    assert system.is_running(17) == running
    assert closed == ([handle] if handle else [])


def test_a_system_without_user_ids_or_affinities_is_served(monkeypatch, tmp_path):
    for name in ("getuid", "sched_getaffinity", "sysconf"):
        monkeypatch.delattr(os, name)
    assert system.user_name() == "user"
    assert system.is_private(tmp_path)
    assert system.num_cores() >= 1
    assert system.memory_megabytes() is None


def test_the_limit_of_open_files_is_raised_on_posix_alone(monkeypatch):
    resource = pytest.importorskip("resource")
    limits = [(256, 1000)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, limit: limits.append(limit))
    assert system.raise_file_limit(512) == 512
    assert system.raise_file_limit(1512) == 1000
    assert limits[1:] == [(512, 1000), (1000, 1000)]
    monkeypatch.setattr(system, "IS_WINDOWS", True)
    assert system.raise_file_limit(1512) == 1512
    assert len(limits) == 3
