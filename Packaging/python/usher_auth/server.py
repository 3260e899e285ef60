"""A server that runs as long as your tests."""

from __future__ import annotations

import os
import secrets
import select
import subprocess
import tempfile
from typing import IO

from .connection import Connection
from .program import program
from .project import Project

LIMIT = 30
"""How many seconds a server may take to start or stop."""

# The server runs this command when it is ready, and ends when the command ends. The command ends with its input: that is
# a pipe from this process, so the server never outlives the tests.
COMMAND = ["sh", "-c", 'echo "$FIREBASE_AUTH_EMULATOR_HOST" && exec cat']


class ServerFailed(Exception):
    """The server did not start, or ended with an error."""


class Server(Project):
    """A running server.

    It is also the project of client SDKs, unless their API key is the ID of another project that has accounts.
    """

    def __init__(self, process: subprocess.Popen[str], log: IO[str], host: str, id: str) -> None:
        super().__init__(Connection(host), id)
        self._process = process
        self._log = log

    def project(self, *, snapshot: str | None = None) -> Project:
        """Return a new project, without messages.

        A client SDK chooses it with its ID as the API key, as soon as it has an account.

        :param snapshot: The name of the snapshot with the project's accounts and settings. By default, it has no accounts.
        """
        project = Project(self._connection, f"demo-{secrets.token_hex(6)}")
        if snapshot is not None:
            project.load_snapshot(snapshot)
        return project

    def stop(self) -> None:
        """Stop the server. Everything in it is lost."""
        if self._log.closed:
            return
        _end(self._process)
        with self._log:
            if self._process.returncode != 0:
                raise ServerFailed(_told(self._log, self._process))

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def start(*options: str, project: str = "demo-usher") -> Server:
    """Start a server in memory, on a free port, and wait until it is ready.

    :param options: More options of ``usher serve``, for example ``"--policy", "strict"``.
    :param project: The project of client SDKs.
    """
    # The functions that run in a developer's Emulator Suite are not for this server.
    functions = () if any(word.split("=")[0] == "--functions" for word in options) else ("--functions", "none")
    log = tempfile.TemporaryFile("w+")
    process = subprocess.Popen(
        [program(), "serve", "--quiet", "--host", "127.0.0.1", "--port", "0", "--project", project, *functions, *options,
         "--", *COMMAND],
        env={name: value for name, value in os.environ.items() if not name.startswith("USHER_")},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
        # Ctrl-C is for the tests. They stop the server when they end.
        start_new_session=True)
    assert process.stdout
    try:
        ready, _, _ = select.select([process.stdout], [], [], LIMIT)
        host = process.stdout.readline().strip() if ready else ""
    except BaseException:
        _end(process)
        raise
    if not host:
        _end(process)
        with log:
            raise ServerFailed(_told(log, process))
    return Server(process, log, host, project)


def _end(process: subprocess.Popen[str]) -> None:
    assert process.stdin and process.stdout
    process.stdin.close()
    process.stdout.close()
    try:
        process.wait(LIMIT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _told(log: IO[str], process: subprocess.Popen[str]) -> str:
    log.seek(0)
    return log.read().strip() or f"usher serve ended with status {process.returncode}"
