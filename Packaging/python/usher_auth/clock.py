"""The clock of the server."""

from __future__ import annotations

from datetime import datetime, timedelta

from .connection import Connection

PATH = "/usher/v1/clock"


class Clock:
    """The server's clock. It is the same for all projects of the server."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def now(self) -> datetime:
        """Return the time of the clock."""
        return time(self._connection.get(PATH)["time"])

    def move(self, *, days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0) -> None:
        """Move the clock from its time now: forward, or back if the numbers are negative."""
        change = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
        offset = self._connection.get(PATH)["offsetSeconds"]
        self._set(offset + round(change.total_seconds()))

    def reset(self) -> None:
        """Set the clock to the time of this machine."""
        self._set(0)

    def _set(self, offset: int) -> None:
        self._connection.post(PATH, {"offsetSeconds": offset})


def time(text: str) -> datetime:
    """Return the time that the server writes as this text."""
    # Before Python 3.11, fromisoformat does not read a Z.
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
