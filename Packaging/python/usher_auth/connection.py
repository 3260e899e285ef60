"""Requests to the server."""

from __future__ import annotations

import http.client
import json
from typing import Any

OWNER = {"Authorization": "Bearer owner", "Content-Type": "application/json"}


class Refused(Exception):
    """The server refused a request.

    ``code`` is the error code of Firebase Auth, for example ``INVALID_EMAIL``.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.code = message.split(" ")[0]


class Connection:
    """Calls a server as its owner, the way that admin SDKs do. It does not use a proxy."""

    def __init__(self, host: str) -> None:
        self.host = host

    def get(self, path: str) -> Any:
        return self._call("GET", path, None)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self._call("POST", path, json.dumps(body))

    def _call(self, method: str, path: str, body: str | None) -> Any:
        connection = http.client.HTTPConnection(self.host, timeout=30)
        try:
            connection.request(method, path, body, OWNER)
            response = connection.getresponse()
            answer = json.loads(response.read())
        finally:
            connection.close()
        if response.status != 200:
            raise Refused(answer["error"]["message"])
        return answer
