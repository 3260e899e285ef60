"""A signed-in user."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class User:
    """A signed-in user and the tokens of the session."""

    uid: str
    id_token: str
    refresh_token: str

    @property
    def headers(self) -> dict[str, str]:
        """The header with the ID token, for requests to your own server."""
        return {"Authorization": f"Bearer {self.id_token}"}
