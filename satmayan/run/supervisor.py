"""The keeper of untrusted programs: a small process that runs them one at a time.

Started by :mod:`satmayan.run.sandbox` with ``python -I -S``, it needs nothing but the
standard library.  It says "ready", then reads a request a line (JSON) on standard input and
writes a reply a line, which bears the request's id; at the end of its input, be it in the
middle of a run, it kills what is running, removes its files and ends.  So nothing outlives
whoever started it.

On Linux it is the subreaper of all that a program starts: whatever forks, daemonises or
calls setsid stays its descendant, and it waits until there is none.  Elsewhere it can only
kill the program's process group.

What else a program is kept from is up to the :class:`~satmayan.run.protection.Protection`
that this is started under.  Without any, this guards against mistakes, not against malice:
programs may read the file system, use the network, and signal the processes of the same user.
"""

from __future__ import annotations

import json
import os
import resource
import select
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from satmayan.base.messages import noted
from satmayan.run import namespaces
from satmayan.run.protection import Protection

LINUX = sys.platform.startswith("linux")
MAX_PROCESSES = 64  # a contest program needs one; a compiler or a virtual machine, a few
PATIENCE = 100  # tenths of a second to wait for a process to be had
LOOK_AGAIN = 0.005  # seconds between two looks at a running program
TAIL = 1 << 14  # so many bytes are kept of standard error
MARK = "SATMAYAN_RUN"  # the variable by which the processes of a sandbox are known
LARGEST = 1 << 62  # what a resource limit can be, and "as much as you like"
PAGE = os.sysconf("SC_PAGE_SIZE")
KEPT_VARIABLES = (
    "PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LD_LIBRARY_PATH",
    "JAVA_HOME",
    "RUSTUP_HOME",
)

Json = dict[str, Any]


def main() -> None:
    """Serve requests until the input ends.  Arguments: the protection's key, the root folder."""
    protection = Protection[sys.argv[1].upper()]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started this
    if protection is Protection.NAMESPACES:
        namespaces.enter()
        try_out(sys.argv[2])
    if LINUX:
        namespaces.adopt_orphans()
        namespaces.keep_out(True)
    ended, ending = os.pipe()  # readable when a child has ended
    os.set_blocking(ended, False)
    os.set_blocking(ending, False)
    signal.set_wakeup_fd(ending, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    say("ready")
    for line in sys.stdin.buffer:
        request = json.loads(line)
        say(serve(request, protection, ended) | {"id": request["id"]})


def say(reply: object) -> None:
    """Write a line to whoever asked."""
    try:
        print(json.dumps(reply), flush=True)
    except BrokenPipeError:
        os._exit(1)  # nobody listens; an ordinary exit would complain once more


def try_out(root: str) -> None:
    """See that a program can be started at all; OSError or SubprocessError where not."""
    subprocess.run(["true"], preexec_fn=lambda: namespaces.retreat(root), check=True)


def serve(request: Json, protection: Protection, ended: int) -> Json:
    """Run one program in a new working folder, and leave neither processes nor files."""
    folder = tempfile.mkdtemp(prefix=request["prefix"], dir=request["root"])
    try:
        for _ in range(PATIENCE):
            with suppress(BlockingIOError):  # no more processes just now: not its fault
                return run(request, folder, protection, ended)
            time.sleep(0.1)
        return {"failed": noted("this machine can start no more processes")}
    except (OSError, subprocess.SubprocessError) as error:
        return {"failed": f"{error}"}
    finally:
        kill_all()
        remove(folder)


def run(request: Json, folder: str, protection: Protection, ended: int) -> Json:
    """Start the program, watch it to its end or to a limit, and say what happened."""
    watch = Watch(request, time.monotonic(), start(request, folder, protection))
    reason = watch.watch(ended)
    left = sum(map(is_alive, processes()))
    if reason is not None:
        signal_to(signal.SIGKILL, -watch.program.pid, watch.program.pid)
        left = 0  # what was cut short has had no time to tidy up
        watch.wait()
    kill_all(watch.program.pid)
    watch.drain()
    return {
        "reason": reason or watch.reason(),
        "status": watch.status,
        "seconds": watch.seconds,
        "memory": watch.memory,
        "stdout": watch.output[0].decode("latin-1"),
        "stderr": watch.output[1][-TAIL:].decode("latin-1"),
        "file": read_file(os.path.join(folder, request["output"]), request["output_limit"]),
        "left": left,
        "folder_gone": not os.path.isdir(folder),
    }


def start(request: Json, folder: str, protection: Protection) -> subprocess.Popen[bytes]:
    """Start the program in its own session, its input ready, its limits set."""
    source = os.devnull
    if request["text"] is not None:
        source = os.path.join(folder, request["input"])
        with open(source, "w", encoding="utf-8") as file:
            file.write(request["text"])
    with open(source if request["stdin"] else os.devnull, "rb") as stdin:
        if not request["files"] and source != os.devnull:
            os.unlink(source)  # the working folder is empty; the open file is the input

        def confine() -> None:
            if LINUX:
                namespaces.keep_out(False)  # else it may not write to its own file in /proc
                namespaces.die_with_parent()
                with suppress(OSError), open("/proc/self/oom_score_adj", "w") as score:
                    score.write("1000")
            limit(resource.RLIMIT_CORE, 0)
            limit(resource.RLIMIT_FSIZE, request["file_limit"])
            limit(resource.RLIMIT_STACK, resource.RLIM_INFINITY)  # as judges do
            if not LINUX:  # there the resident memory is watched instead
                with suppress(ValueError, OSError):
                    limit(resource.RLIMIT_AS, request["memory_limit"])
            if protection is Protection.NAMESPACES:
                namespaces.retreat(folder, request["writable"], request["hidden"])

        rust = os.path.expanduser("~/.rustup")  # where its tools look for themselves
        kept = {"RUSTUP_HOME": rust} if os.path.isdir(rust) else {}
        kept |= {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        return subprocess.Popen(
            request["argv"],
            cwd=folder,
            env=kept | request["variables"] | {"HOME": folder, "TMPDIR": folder},
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=confine,
        )


def limit(kind: int, value: int, slack: int = 0) -> None:
    """Set a resource limit, no higher than the one already in force.

    The hard one is higher by the slack, where it can be.
    """
    unlimited = resource.RLIM_INFINITY  # a negative number
    hard = resource.getrlimit(kind)[1]
    values = [unlimited if v == unlimited else min(v, LARGEST) for v in (value, value + slack)]
    if hard != unlimited:
        values = [hard if v == unlimited else min(v, hard) for v in values]
    resource.setrlimit(kind, (values[0], values[1]))


class Watch:
    """What a running program has printed and used so far."""

    def __init__(self, request: Json, started: float, program: subprocess.Popen[bytes]) -> None:
        assert program.stdout is not None and program.stderr is not None
        self.request, self.started, self.program = request, started, program
        self.pipes = {program.stdout.fileno(): 0, program.stderr.fileno(): 1}
        for pipe in self.pipes:
            os.set_blocking(pipe, False)
        self.output = (bytearray(), bytearray())
        self.memory = 0  # bytes, the highest seen
        self.seconds = 0.0
        self.status: int | None = None

    def watch(self, ended: int) -> str | None:
        """Watch until the program ends (None) or reaches a limit (which)."""
        looked = self.started
        while not self.ended():
            ready, _, _ = select.select([0, ended, *self.pipes], [], [], LOOK_AGAIN)
            if 0 in ready:
                return "abandoned"  # no request comes during a run: this is the end of input
            if ended in ready:
                os.read(ended, 1 << 16)
            if not self.read([pipe for pipe in ready if pipe in self.pipes]):
                return "output"
            now = time.monotonic()
            if now - self.started > self.request["time_limit"]:
                return "time"
            if now - looked > LOOK_AGAIN:
                looked = now
                running = processes()
                if len(running) > MAX_PROCESSES:
                    return "processes"
                self.memory = max(self.memory, sum(map(resident, running)))
                if self.memory > self.request["memory_limit"]:
                    return "memory"
        return None

    def reason(self) -> str | None:
        """The limit that a program that ended by itself turned out to have reached."""
        if any(len(output) > self.request["output_limit"] for output in self.output):
            return "output"
        if self.memory > self.request["memory_limit"]:
            return "memory"
        return "file" if self.status == -signal.SIGXFSZ else None

    def ended(self, options: int = os.WNOHANG) -> bool:
        pid, status, usage = os.wait4(self.program.pid, options)
        if pid == 0:
            return False
        self.seconds = time.monotonic() - self.started
        self.status = self.program.returncode = os.waitstatus_to_exitcode(status)
        unit = 1024 if LINUX else 1  # Linux counts in kilobytes, macOS in bytes
        self.memory = max(self.memory, usage.ru_maxrss * unit)
        return True

    def wait(self) -> None:
        self.ended(options=0)

    def read(self, ready: list[int]) -> bool:
        """Take in what was printed; False once it is too much.  A closed pipe is let go."""
        for pipe in ready:
            with suppress(BlockingIOError):
                data = os.read(pipe, 1 << 16)
                output = self.output[self.pipes[pipe]]
                output += data
                if not data:
                    del self.pipes[pipe]
                elif len(output) > self.request["output_limit"]:
                    return False
        return True

    def drain(self) -> None:
        """Take in what is left in the pipes when everything has ended."""
        while self.pipes and self.read(list(self.pipes)):
            if not select.select(list(self.pipes), [], [], 0)[0]:
                return


def descendants(pid: int) -> Iterator[int]:
    """The processes that this one started, and those that they started, and so on."""
    for child in children(pid):
        yield child
        yield from descendants(child)


def processes() -> list[int]:
    """The descendants of this process: all, or of very many the first few too many."""
    return list(islice(descendants(os.getpid()), MAX_PROCESSES + 1))


def children(pid: int) -> list[int]:
    """The children of a process, by any of its threads (Linux; nowhere else are any seen)."""
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError), open(f"/proc/{pid}/task/{thread}/children") as file:
                found += map(int, file.read().split())
    return found


def resident(pid: int) -> int:
    """The resident memory of a process, in bytes."""
    with suppress(OSError), open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * PAGE
    return 0


def is_alive(pid: int) -> bool:
    """Whether a process is there and has not ended (Linux; elsewhere: yes)."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b") ")[2][:1] not in b"ZX"
    except OSError:
        return not LINUX


def kill_all(group: int | None = None) -> None:
    """Kill a process group and every descendant, and wait until there is none.

    The group goes at one blow, however fast it forks.  For what left it: a descendant
    whose parent died is ours to wait for, so "no child left" means that nothing is left;
    and parents are stopped before their children are looked up.
    """
    if os.getpid() == 1:
        signal_to(signal.SIGKILL, -1)  # in namespaces of our own, at one blow
    if group is not None:
        signal_to(signal.SIGKILL, -group)
    while True:
        caught = []
        for pid in descendants(os.getpid()):
            signal_to(signal.SIGSTOP, pid)
            caught.append(pid)
        signal_to(signal.SIGKILL, *caught)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.001)


def signal_to(number: int, *pids: int) -> None:
    """Send a signal to processes, or groups (negative); gone or not ours is no error."""
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def read_file(path: str, most: int) -> str | None:
    """The file that the program wrote, cut off after ``most`` + 1 bytes; None if there is none.

    Only a regular file counts: no link, and no pipe that would keep us waiting.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with open(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return None
        return file.read(most + 1).decode("latin-1")


def remove(folder: str) -> None:
    """Remove a working folder, whatever a program made of it."""
    try:
        if os.path.lexists(folder):
            shutil.rmtree(folder)
    except (OSError, RecursionError):  # write-protected, or nested very deeply
        subprocess.run(["chmod", "-R", "u+rwx", folder], stderr=subprocess.DEVNULL)
        subprocess.run(["rm", "-rf", folder], stderr=subprocess.DEVNULL)
