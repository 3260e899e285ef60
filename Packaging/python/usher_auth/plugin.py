"""The fixtures of pytest."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Sequence, TypeVar

import pytest

from .project import Project
from .server import Server, start

Lent = TypeVar("Lent", bound=Project)


@pytest.fixture(scope="session")
def usher_options() -> Sequence[str]:
    """More options of ``usher serve``. To change them, define a fixture with this name."""
    return ()


@pytest.fixture(scope="session")
def usher_server(usher_options: Sequence[str]) -> Iterator[Server]:
    """The server of this test run. With pytest-xdist, each worker has its own."""
    with start(*usher_options) as server:
        yield server


@pytest.fixture
def usher(usher_server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    """A new project for this test, with the environment that leads admin SDKs to it."""
    yield from _lend(usher_server.project(), monkeypatch)


@pytest.fixture
def usher_alone(usher_options: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server for this test alone, for client SDKs whose API key you cannot choose, and for a clock of its own."""
    with start(*usher_options) as server:
        yield from _lend(server, monkeypatch)


@pytest.fixture
def usher_storage_state(usher_alone: Server) -> Callable[..., dict[str, Any]]:
    """``usher_alone.signed_in_state``, for a web app whose API key is the same in every test."""
    return usher_alone.signed_in_state


def _lend(project: Lent, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lent]:
    for name, value in project.env.items():
        monkeypatch.setenv(name, value)
    yield project
    project.clock.reset()
