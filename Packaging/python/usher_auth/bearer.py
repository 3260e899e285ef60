"""The ID token of a signed-in user in requests to one API."""

from __future__ import annotations

import threading
import time
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.request import getproxies, proxy_bypass

from .errors import LoginFailed
from .origin import Origin

if TYPE_CHECKING:
    from .login import Login

FRESH = 60
"""How many seconds a token is used before usher is asked again. It is valid for at least five minutes then."""


class Bearer:
    """The header for an API, and for no other server."""

    def __init__(self, login: Login, base_url: str) -> None:
        self._origin = Origin.of("base_url", base_url)
        self._refuse_proxy()
        self._login = login
        self._lock = threading.Lock()
        self._header: str | None = None
        self._asked_at = 0.0
        self._changes = 0

    def __repr__(self) -> str:
        return f"<Bearer for {self._origin}>"

    def is_for(self, scheme: str, host: str, port: int | None) -> bool:
        """Whether this server may have the token."""
        return Origin.made_of(scheme, host, port) == self._origin

    def header(self) -> str:
        """Return the header with a valid token."""
        with self._lock:
            is_another = self._changes != self._login._changes
            if self._header is None or is_another or time.monotonic() - self._asked_at > FRESH:
                self._ask(refresh=False)
            assert self._header
            return self._header

    def renewed(self, refused: str) -> str:
        """Return a header with another token than this one, which the server refused."""
        with self._lock:
            # It is None if another thread's renewal failed.
            if self._header is None or self._header == refused:
                self._ask(refresh=True)
            assert self._header
            return self._header

    def _refuse_proxy(self) -> None:
        """Without TLS, a proxy reads the token."""
        scheme, host, _ = self._origin
        if scheme == "http" and {"http", "all"} & {*getproxies()} and not proxy_bypass(host):
            names = ",".join(dict.fromkeys(["localhost", "127.0.0.1", host]))
            raise LoginFailed(f"the token for {self._origin} would go to a proxy; set NO_PROXY={names}")

    def _ask(self, *, refresh: bool) -> None:
        self._header = None
        self._changes = self._login._changes
        self._header = f"Bearer {self._login.token(refresh=refresh)}"
        self._asked_at = time.monotonic()


class RequestsAuth:
    """Adds the token to requests of the library ``requests``. After a 401, it renews the token and sends once more."""

    def __init__(self, bearer: Bearer) -> None:
        self._bearer = bearer

    def __repr__(self) -> str:
        return f"<RequestsAuth {self._bearer!r}>"

    def __call__(self, request: Any) -> Any:
        if self._is_for(request.url):
            request.headers["Authorization"] = header = self._bearer.header()
            request.register_hook("response", partial(self._again, _Sent(header, request.body)))
        return request

    def _is_for(self, url: str) -> bool:
        # As requests itself reads it.
        from urllib3.util import parse_url
        parts = parse_url(url)
        return self._bearer.is_for(parts.scheme or "", parts.host or "", parts.port)

    def _again(self, sent: _Sent, response: Any, **options: Any) -> Any:
        """Answer a 401 to the token: with the response to the same request with a new one."""
        request = response.request
        is_refused = response.status_code == 401 and request.headers.get("Authorization") == sent.header
        if not is_refused or sent.is_repeated or not self._is_for(request.url) or not sent.rewind(request.body):
            return response
        sent.is_repeated = True
        response.content  # frees the connection
        response.close()
        # Redirects of the new response begin with this request.
        request.headers["Authorization"] = self._bearer.renewed(sent.header)
        again = response.connection.send(request, **options)
        again.history.append(response)
        again.request = request
        return again


class _Sent:
    """What was sent of a request."""

    def __init__(self, header: str, body: Any) -> None:
        self.header = header
        self.is_repeated = False
        try:
            self._start = body.tell()
        except (AttributeError, OSError, ValueError):
            self._start = None

    def rewind(self, body: Any) -> bool:
        """Whether the body can be sent again."""
        if body is None or isinstance(body, (bytes, str)):
            return True
        if self._start is None:
            return False
        try:
            body.seek(self._start)
        except (AttributeError, OSError, ValueError):
            return False
        return True
