"""The ID token in requests of the library ``httpx``. It is imported only if somebody asks for it."""

from __future__ import annotations

from typing import AsyncGenerator, Generator

import anyio.to_thread
import httpx

from .bearer import Bearer


class HTTPXAuth(httpx.Auth):
    """Adds the token to requests of ``httpx``. After a 401, it renews the token and sends once more."""

    def __init__(self, bearer: Bearer) -> None:
        self._bearer = bearer

    def __repr__(self) -> str:
        return f"<HTTPXAuth {self._bearer!r}>"

    def sync_auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        if not self._is_for(request.url):
            yield request
            return
        header = self._bearer.header()
        request.headers["Authorization"] = header
        response = yield request
        if self._is_refused(request, response, header):
            request.headers["Authorization"] = self._bearer.renewed(header)
            yield request

    async def async_auth_flow(self, request: httpx.Request) -> AsyncGenerator[httpx.Request, httpx.Response]:
        if not self._is_for(request.url):
            yield request
            return
        # usher is a program, which takes some milliseconds.
        header = await anyio.to_thread.run_sync(self._bearer.header)
        request.headers["Authorization"] = header
        response = yield request
        if self._is_refused(request, response, header):
            request.headers["Authorization"] = await anyio.to_thread.run_sync(self._bearer.renewed, header)
            yield request

    def _is_for(self, url: httpx.URL) -> bool:
        return self._bearer.is_for(url.scheme, url.raw_host.decode("ascii"), url.port)

    def _is_refused(self, request: httpx.Request, response: httpx.Response, header: str) -> bool:
        """Whether the API refused the token, and the request can be sent again."""
        # After a redirect, the first request may have been done.
        last = response.request
        is_first = not response.history and (last.method, last.url) == (request.method, request.url)
        if response.status_code != 401 or last.headers.get("Authorization") != header or not is_first:
            return False
        try:
            request.content
        except httpx.RequestNotRead:
            return False  # its body was a stream
        return True
