"""Everything that differs between Linux, macOS and Windows, in one place: processes, users, cores, command lines.

Each function has a branch for Windows; the others are POSIX. Tests run on Linux and call the Windows branches with a
stand-in for the system where that is possible (`tests/test_system.py`). Rules that the code follows:

- `os.kill(pid, 0)` is a question on POSIX and ends the process on Windows.
- Windows has neither sessions nor SIGKILL: a process and its children are ended by `taskkill /T`.
- A backslash in a command line separates folders on Windows and quotes the next character elsewhere.
- Windows has no user ids; the folders of a user are private by their access lists.
- `/proc` exists on Linux alone, limits of open files on POSIX.
"""

from __future__ import annotations

import ctypes
import os
import platform
import re
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

if sys.platform != "win32":
    import resource

IS_WINDOWS = sys.platform == "win32"
NO_SUCH_PROCESS = 87  # ERROR_INVALID_PARAMETER of OpenProcess
QUERY, STILL_ACTIVE = 0x1000, 259  # PROCESS_QUERY_LIMITED_INFORMATION; exit code of a running process
OTHERS_MAY_WRITE = 0o022
# A word in single quotes, or one that may have parts in double quotes: --book="C:\\my books\\5.txt".
WINDOWS_WORD = re.compile(r"""(?<!\S)'([^']*)'(?!\S)|((?:"[^"]*"|[^\s"])+)""")
PID_NAMESPACE, CPU_INFO = Path("/proc/self/ns/pid"), Path("/proc/cpuinfo")


# --- processes --------------------------------------------------------------------------------------------------------


def own_group() -> dict[str, Any]:
    """Return arguments of Popen that keep Ctrl-C from a child and let `end_tree` end it with its children."""
    if IS_WINDOWS:
        return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    return {"start_new_session": True}


def end_tree(process: subprocess.Popen[bytes]) -> None:
    """End a process that was started with `own_group`, and its children, at once."""
    if IS_WINDOWS:
        command = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        with suppress(OSError):
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        process.kill()  # if there is no taskkill
        return
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)


def was_killed(code: int | None) -> bool:
    """Return whether an exit code says that the user or the system killed the process; unknown on Windows."""
    return not IS_WINDOWS and code == -signal.SIGKILL


def is_running(pid: int) -> bool:
    """Return whether a process with this id exists; True if that cannot be found out."""
    if IS_WINDOWS:
        return _is_running_on_windows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _is_running_on_windows(pid: int) -> bool:
    # Python's own calls overwrite the error that GetLastError returns, so ctypes keeps a copy.
    kernel32: Any = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]
    kernel32.OpenProcess.restype = ctypes.c_void_p  # a handle has the size of a pointer
    kernel32.GetExitCodeProcess.argtypes = ctypes.c_void_p, ctypes.c_void_p
    kernel32.CloseHandle.argtypes = (ctypes.c_void_p,)
    handle = kernel32.OpenProcess(QUERY, False, pid)
    if not handle:
        return bool(ctypes.get_last_error() != NO_SUCH_PROCESS)  # type: ignore[attr-defined,unused-ignore]
    code = ctypes.c_ulong()
    known = kernel32.GetExitCodeProcess(handle, ctypes.byref(code))
    kernel32.CloseHandle(handle)
    return not known or code.value == STILL_ACTIVE


def process_scope() -> str:
    """Return an identifier of the scope of process ids: the host name and, on Linux, the PID namespace."""
    namespace = ""
    with suppress(OSError):
        namespace = str(PID_NAMESPACE.readlink())
    return f"{platform.node()} {namespace}".strip()


# --- the machine and its users ----------------------------------------------------------------------------------------


def num_cores() -> int:
    """Return the number of cores that this process may use; macOS and Windows do not say, so all of them there."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processor_name() -> str:
    """Return the model of the processor, as well as the system knows it."""
    with suppress(OSError):
        lines = CPU_INFO.read_text(encoding="utf-8", errors="replace").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        if names:
            return names[0]
    return platform.processor() or platform.machine()


def memory_megabytes() -> int | None:
    """Return the size of the machine's memory; None on Windows."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    except (AttributeError, ValueError, OSError):
        return None


def raise_file_limit(wanted: int) -> int:
    """Raise the limit of open files to a number if the system lets us; return what may be open, at most `wanted`.

    On Windows sockets are not limited in this way.
    """
    if IS_WINDOWS:
        return wanted
    infinite = resource.RLIM_INFINITY
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == infinite or soft >= wanted:
        return wanted
    soft = wanted if hard == infinite else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft


def user_name() -> str:
    """Return what tells users of a machine apart, for the name of a folder."""
    return str(os.getuid()) if hasattr(os, "getuid") else "user"


def is_private(folder: Path) -> bool:
    """Return whether nobody else can write to a folder; on Windows the folders of a user are private."""
    if not hasattr(os, "getuid"):
        return True
    status = folder.stat()
    is_own = status.st_uid == os.getuid() and folder.parent.stat().st_uid in (0, os.getuid())
    return is_own and not status.st_mode & OTHERS_MAY_WRITE


# --- command lines ----------------------------------------------------------------------------------------------------


def split_command(text: str, *, windows: bool = IS_WINDOWS) -> list[str]:
    r"""Split a command line into words, by the rules of the system; raise ValueError if a quote is missing.

    >>> split_command(r"C:\\engines\\castro.exe -g 'a b'", windows=True)
    ['C:\\\\engines\\\\castro.exe', '-g', 'a b']
    >>> split_command("castro -g 'a b'", windows=False)
    ['castro', '-g', 'a b']
    """
    if not windows:
        return shlex.split(text)
    if text.count('"') % 2:
        raise ValueError("No closing quotation")
    return [match[1] if match[1] is not None else match[2].replace('"', "") for match in WINDOWS_WORD.finditer(text)]
