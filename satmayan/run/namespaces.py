"""Namespaces of the Linux kernel, by hand and without privileges: a world for programs.

:func:`enter` makes this process number 1 of a world with its own processes, users, network
(none) and System V memory.  To the programs in it nothing else exists that could be
signalled, traced or looked up in /proc, and number 1 itself the kernel protects: no signal
from inside ends or stops it.  :func:`retreat` takes a program about to be started further,
to a file system that is read-only but for its own folder.  Both raise OSError where the
kernel refuses; what they did until then is not taken back.

See namespaces(7), pid_namespaces(7), mount_setattr(2).  Standard library alone; no Python
before 3.12 has ``os.unshare``, and none has ``mount``.
"""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Iterable

_MOUNTS, _NAMES, _IPC = 0x0002_0000, 0x0400_0000, 0x0800_0000
_USERS, _PROCESSES, _NETWORK = 0x1000_0000, 0x2000_0000, 0x4000_0000
_BIND, _RECURSIVE, _PRIVATE = 0x1000, 0x4000, 0x4_0000
_READ_ONLY, _NOSUID, _NODEV, _NOEXEC = 1, 2, 4, 8
_MOUNT_SETATTR, _AT_FDCWD, _AT_RECURSIVE = 442, -100, 0x8000
_ATTR_READ_ONLY, _ATTR_NOSUID = 1, 2
_DEATH_SIGNAL, _DUMPABLE, _ADOPT, _NO_NEW_PRIVILEGES = 1, 4, 36, 38

_SHARED_MEMORY = "/dev/shm"
SOCKETS = (  # where other programs listen: the network namespace does not cover these
    "/run/user",
    "/run/dbus",
    "/run/docker.sock",
    "/run/podman",
    "/run/containerd",
    "/tmp/.X11-unix",
)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _call(name: str, *arguments: object) -> None:
    if getattr(_libc(), name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def die_with_parent() -> None:
    """Have this process killed when its parent ends."""
    _call("prctl", _DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)


def adopt_orphans() -> None:
    """Make every descendant whose parent ends a child of this process."""
    _call("prctl", _ADOPT, 1, 0, 0, 0)


def keep_out(closed: bool) -> None:
    """Close this process to its equals: no tracing, and no look at its files in /proc.

    It is inherited, and lifted by exec; ``closed`` false lifts it at once.
    """
    _call("prctl", _DUMPABLE, int(not closed), 0, 0, 0)


def enter() -> None:
    """Become process 1 of new namespaces: the child of this process, which waits for it.

    The process is never root in there, not even where it is outside, so that what it
    starts has no rights over the namespaces that it has itself.
    """
    user, group = os.getuid(), os.getgid()
    _call("unshare", _USERS | _MOUNTS | _PROCESSES | _NETWORK | _IPC | _NAMES)
    _write("setgroups", "deny")
    _write("uid_map", f"{user or 1000} {user} 1")
    _write("gid_map", f"{group or 1000} {group} 1")
    child = os.fork()
    if child:
        for stream in range(3):
            os.close(stream)
        os.waitpid(child, 0)
        os._exit(0)
    die_with_parent()
    _mount(None, "/", None, _RECURSIVE | _PRIVATE)
    _mount("proc", "/proc", "proc", _NOSUID | _NODEV | _NOEXEC)


def _write(name: str, text: str) -> None:
    with open(f"/proc/self/{name}", "w") as file:
        file.write(text)


def retreat(folder: str, writable: Iterable[str] = (), hidden: Iterable[str] = ()) -> None:
    """Move this process to ``folder``, with all else read-only, and give up its rights.

    ``writable`` are more folders that can be written to; ``hidden`` files and folders are
    empty.  To be called after :func:`enter`, in a child about to exec.
    """
    _call("unshare", _MOUNTS | _IPC)
    own = (*writable, folder)  # outer ones first, else they would cover it
    for path in own:
        _mount(path, path, None, _BIND)
    _set_attributes("/", _AT_RECURSIVE, _ATTR_READ_ONLY | _ATTR_NOSUID, 0)
    for path in own:
        _set_attributes(path, 0, 0, _ATTR_READ_ONLY)
    for path in (*SOCKETS, *hidden):
        if os.path.isdir(path):
            _mount("tmpfs", path, "tmpfs", _READ_ONLY | _NOSUID | _NODEV)
        elif os.path.exists(path):
            _mount("/dev/null", path, None, _BIND)
    if os.path.isdir(_SHARED_MEMORY):
        _mount("tmpfs", _SHARED_MEMORY, "tmpfs", _NOSUID | _NODEV, "size=16m,mode=1777")
    os.chdir(folder)
    _call("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)


def _mount(
    source: str | None, target: str, kind: str | None, flags: int, data: str | None = None
) -> None:
    words = [word if word is None else os.fsencode(word) for word in (source, target, kind)]
    _call("mount", *words, ctypes.c_ulong(flags), data and os.fsencode(data))


class _Attributes(ctypes.Structure):
    """``struct mount_attr``."""

    _fields_ = [(name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "users")]


def _set_attributes(path: str, flags: int, add: int, clear: int) -> None:
    wanted = _Attributes(add, clear, 0, 0)
    arguments = (_AT_FDCWD, os.fsencode(path), flags, ctypes.byref(wanted), ctypes.sizeof(wanted))
    _call("syscall", ctypes.c_long(_MOUNT_SETATTR), *arguments)
