"""A signed-in user in the form in which the Firebase JS SDK keeps one in a browser."""

from __future__ import annotations

import base64
import json
from typing import Any
from urllib.parse import urlsplit

from .user import User

KEPT = ("email", "displayName", "phoneNumber", "tenantId")
"""The members that an account and the SDK's record share. The SDK leaves out those without a value."""


def storage_state(
    user: User, account: dict[str, Any], clock_offset: int, *, origin: str, app_key: str, app_name: str
) -> dict[str, Any]:
    """Return a storage state of Playwright.

    :param account: The server's record of the account.
    :param clock_offset: How many seconds the server's clock is ahead of that of the browser.
    """
    origin = _in_browser(origin)
    key = f"firebase:authUser:{app_key}:{app_name}"
    value = {
        "uid": user.uid,
        "emailVerified": account.get("emailVerified", False),
        "isAnonymous": False,
        **{name: account[name] for name in KEPT if account.get(name)},
        **({"photoURL": account["photoUrl"]} if account.get("photoUrl") else {}),
        "providerData": [_provider(info) for info in account.get("providerUserInfo", [])],
        "stsTokenManager": {
            "refreshToken": user.refresh_token, "accessToken": user.id_token,
            "expirationTime": (_claims(user.id_token)["exp"] - clock_offset) * 1000,
        },
        "createdAt": account["createdAt"],
        "lastLoginAt": account["lastLoginAt"],
        "apiKey": app_key,
        "appName": app_name,
    }
    store = {
        "name": "firebaseLocalStorage", "keyPath": "fbase_key", "autoIncrement": False, "indexes": [],
        "records": [{"value": {"fbase_key": key, "value": value}}],
    }
    # The app decides where the SDK looks.
    kept = {
        "origin": origin, "localStorage": [{"name": key, "value": json.dumps(value)}],
        "indexedDB": [{"name": "firebaseLocalStorageDb", "version": 1, "stores": [store]}],
    }
    return {"cookies": [], "origins": [kept]}


def _in_browser(origin: str) -> str:
    """Return the origin as a browser writes it: without a path, and without the usual port."""
    url = urlsplit(origin)
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ValueError(f"{origin} is not an origin such as http://localhost:3000")
    host = f"[{url.hostname}]" if ":" in url.hostname else url.hostname
    port = "" if url.port in (None, {"http": 80, "https": 443}[url.scheme]) else f":{url.port}"
    return f"{url.scheme}://{host}{port}"


def _provider(info: dict[str, Any]) -> dict[str, Any]:
    return {
        "providerId": info["providerId"], "uid": info.get("rawId", ""), "displayName": info.get("displayName"),
        "email": info.get("email"), "phoneNumber": info.get("phoneNumber"), "photoURL": info.get("photoUrl"),
    }


def _claims(token: str) -> Any:
    body = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
