"""The servers that a token may go to."""

from __future__ import annotations

import ipaddress
import re
from typing import NamedTuple
from urllib.parse import urlsplit


class Origin(NamedTuple):
    """Scheme, host and port of a server. Its host is as in a request: a name in ASCII, or an address without brackets."""

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"

    @classmethod
    def of(cls, parameter: str, url: str) -> Origin:
        """Return the origin of a URL. It raises a ValueError unless nobody on the way to the server can read a token."""
        try:
            # Parsers disagree about them.
            if re.search(r"[\s\\\x00-\x1f]", url) or "@" in urlsplit(url).netloc:
                raise ValueError
            parts = urlsplit(url)
            origin = cls.made_of(parts.scheme, parts.hostname or "", parts.port)
        except (TypeError, ValueError):
            origin = None
        if origin is None or origin.scheme == "http" and not origin._is_here():
            # The text is not told, because a password may be in it.
            raise ValueError(
                f"{parameter} has to be an https:// URL without a user name; only this machine's own servers may have http://")
        return origin

    @classmethod
    def made_of(cls, scheme: str, host: str, port: int | None) -> Origin | None:
        """Return the origin of these parts of a URL; None if it is no server."""
        usual = {"http": 80, "https": 443}.get(scheme)
        name = _in_ascii(host.strip("[]").lower())
        if usual is None or name is None or port == 0:
            return None
        return cls(scheme, name, usual if port is None else port)

    def _is_here(self) -> bool:
        try:
            return self.host == "localhost" or ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


def _in_ascii(host: str) -> str | None:
    if not host.isascii():
        try:
            # Both requests and httpx need this package. Python's own codec knows only an older standard.
            import idna
            host = idna.encode(host, uts46=True).decode()
        except (ImportError, UnicodeError):
            return None
    if re.fullmatch(r"[a-z0-9._-]+", host):
        return host
    try:
        return str(ipaddress.IPv6Address(host)) if "%" not in host else None
    except ValueError:
        return None
