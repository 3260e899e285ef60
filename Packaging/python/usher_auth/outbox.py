"""The messages that the server "sends"."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote

from .clock import time
from .connection import Connection


@dataclass(frozen=True)
class SMS:
    """An SMS. Nobody really sent it."""

    to: str
    code: str
    text: str
    sent_at: datetime


@dataclass(frozen=True)
class Mail:
    """A mail. Nobody really sent it."""

    to: str
    link: str
    code: str
    """The ``oobCode`` of the link."""
    subject: str
    text: str
    sent_at: datetime


class NoMessage(LookupError):
    """The server sent no such message."""


class Outbox:
    """The messages of one project."""

    def __init__(self, connection: Connection, project: str) -> None:
        self._connection = connection
        self._project = project

    def sms(self, number: str) -> SMS:
        """Return the latest SMS to a number, or raise `NoMessage`."""
        found = self._latest("sms", number)
        return SMS(to=found["to"], code=found["code"], text=found["text"], sent_at=time(found["sentAt"]))

    def mail(self, address: str) -> Mail:
        """Return the latest mail to an address, or raise `NoMessage`."""
        found = self._latest("email", address)
        return Mail(
            to=found["to"], link=found["link"], code=found["code"], subject=found["subject"], text=found["text"],
            sent_at=time(found["sentAt"]))

    def _latest(self, kind: str, to: str) -> Any:
        path = f"/usher/v1/projects/{quote(self._project)}/outbox?to={quote(to, safe='')}"
        for message in reversed(self._connection.get(path)["messages"]):
            if message["kind"] == kind:
                return message
        raise NoMessage(f"{self._project} sent no {kind} to {to}")
