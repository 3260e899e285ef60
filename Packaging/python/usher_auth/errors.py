"""What goes wrong when users sign in."""

from __future__ import annotations


class LoginFailed(Exception):
    """A sign-in, or a call for a signed-in user, failed.

    ``status`` is the exit status of usher, and ``code`` its error code, for example ``auth/user-disabled``. ``code`` is
    None after questions at the terminal. The person has read the reason there.
    """

    def __init__(self, message: str, *, status: int | None = None, code: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class NotSignedIn(LoginFailed):
    """Nobody is signed in, or the session ended."""


class Unreachable(LoginFailed):
    """The server cannot be reached."""
