"""Sign-in for the users of your own command-line program."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import re
import signal
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator, Mapping

from .bearer import Bearer, RequestsAuth
from .errors import LoginFailed, NotSignedIn, Unreachable
from .origin import Origin
from .program import program

if TYPE_CHECKING:
    from .httpx_auth import HTTPXAuth

OF_THE_PERSON = {"USHER_ACCESSIBLE", "USHER_BROWSER", "USHER_CACERT", "USHER_COLOR", "USHER_LANGUAGE"}
"""The variables of usher that say how a person works. All others are about the person's own use of usher."""

NOT_SIGNED_IN = 4
UNANSWERED = {NOT_SIGNED_IN, 64, 66}
"""How usher ends if nobody signed in: it may not ask (64, 66), or the answers ended (66)."""

INTERRUPTED = {130, -signal.SIGINT}


@dataclass(frozen=True)
class Account:
    """The account of a signed-in user."""

    uid: str
    email: str | None
    email_verified: bool
    phone: str | None
    display_name: str | None


class Login:
    """The user of a program, who may be signed in. To sign in if needed, call `login` instead."""

    def __init__(
        self, config: Mapping[str, str] | str | os.PathLike[str], *, app: str, endpoint: str | None = None,
        session: str | None = None, method: str | None = None, command: str | None = None,
    ) -> None:
        """Describe the user. Nothing is read or asked yet.

        :param config: The ``firebaseConfig`` of a web app, with ``apiKey``, ``projectId`` and ``authDomain``; or the path of
            an app's configuration file, such as ``google-services.json``.
        :param app: The name of the program. Its sessions are in ``~/.config/NAME/usher``.
        :param endpoint: The URL of a local server, for tests. By default, it is Google's service.
        :param session: The name of the session, if a person uses several accounts.
        :param method: The only sign-in method: ``phone``, ``email-link``, ``password``, ``passkey``, ``anonymous``, or a
            provider such as ``google``. By default, usher asks.
        :param command: The program's command that signs in, which messages name. By default, it is ``NAME login``.
        """
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", app):
            raise ValueError(f"{app!r} is not a name of a program: use letters, digits, dots, - and _")
        if endpoint is not None and endpoint != "production":
            Origin.of("endpoint", endpoint)
        self._config = config
        self._app = app
        self._endpoint = "production" if endpoint is None else endpoint
        self._session = session
        self._method = method
        self._command = command or f"{app} login"
        self._uid: str | None = None
        self._changes = 0
        """How often it was noticed that another token is the user's, or that another user, or nobody, is signed in."""
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"Login(app={self._app!r}, session={self._session!r})"

    def sign_in(self) -> None:
        """Sign a user in. usher asks at the terminal, whatever standard input and output are connected to."""
        words = ["signin", *([self._method] if self._method else []), *self._whose()]
        try:
            terminal = os.open("/dev/tty", os.O_RDWR)
        except OSError:
            raise self._nobody(NOT_SIGNED_IN) from None
        try:
            with _installed():
                process = subprocess.Popen(
                    [program(), *words], env=self._environment(), stdin=terminal, stdout=terminal, stderr=terminal)
            try:
                status = process.wait()
            except KeyboardInterrupt:
                # The terminal sent it to usher, too.
                process.wait()
                raise
        finally:
            os.close(terminal)
            self._changed()
        if status in INTERRUPTED:
            raise KeyboardInterrupt
        if status in UNANSWERED:
            raise self._nobody(status)
        if status != 0:
            raise _failure("the sign-in failed", status)
        # Somebody who asked for a link may finish later.
        self.token()

    def token(self, *, refresh: bool = False) -> str:
        """Return an ID token that is valid for at least five minutes.

        :param refresh: Get a new one in any case.
        """
        answer = self._ask("token", *(["--refresh"] if refresh else []), *self._whose())
        self._noticed(answer["uid"])
        if refresh:
            self._changed()
        token: str = answer["token"]
        return token

    def user(self) -> Account:
        """Return the account of the user, as it was at the sign-in. It asks no server."""
        account = self._ask("whoami", *self._whose())["account"]
        self._noticed(account["uid"])
        return Account(
            uid=account["uid"], email=account["email"], email_verified=account["email_verified"],
            phone=account["phone"], display_name=account["display_name"])

    def logout(self) -> None:
        """Sign the user out, and delete the session from this machine. It is no error if nobody is signed in."""
        self._ask("signout", *self._whose())
        self._changed()

    def requests_auth(self, base_url: str) -> RequestsAuth:
        """Return what ``requests`` takes as ``auth``, for the API at this URL. No other server gets the token."""
        return RequestsAuth(Bearer(self, base_url))

    def httpx_auth(self, base_url: str) -> HTTPXAuth:
        """Return what ``httpx`` takes as ``auth``, for the API at this URL. No other server gets the token."""
        from .httpx_auth import HTTPXAuth
        return HTTPXAuth(Bearer(self, base_url))

    def _noticed(self, uid: str) -> None:
        if self._uid not in (None, uid):
            self._changed()
        self._uid = uid

    def _changed(self) -> None:
        with self._lock:
            self._changes += 1

    def _nobody(self, status: int) -> NotSignedIn:
        where = " where CI is not set" if os.environ.get("CI") else ""
        return NotSignedIn(f"no user is signed in; run `{self._command}` in a terminal{where}", status=status)

    def _folder(self) -> Path:
        base = os.environ.get("XDG_CONFIG_HOME", "")
        return (Path(base) if base.startswith("/") else Path.home() / ".config") / self._app / "usher"

    def _environment(self) -> dict[str, str]:
        kept = {
            name: value for name, value in os.environ.items()
            if name in OF_THE_PERSON or not name.startswith("USHER_") and name != "FIREBASE_AUTH_EMULATOR_HOST"
        }
        return {
            **kept, "USHER_CONFIG_DIR": str(self._folder()), "USHER_OUTPUT": "text", "USHER_PROGRAM": self._command,
        }

    def _whose(self) -> list[str]:
        """The options that name the project, the server and the session."""
        with self._lock:
            profile = self._set_up()
        session = [f"--as={self._session}"] if self._session else []
        return ["--profile", profile, "--endpoint", self._endpoint, *session]

    @functools.cached_property
    def _given(self) -> tuple[str, bytes]:
        """The file of the configuration, as usher takes it, and its content. It is read once."""
        if isinstance(self._config, Mapping):
            return "-", json.dumps(dict(self._config), sort_keys=True).encode()
        file = os.fspath(self._config)
        return file, Path(file).read_bytes()

    def _set_up(self) -> str:
        """Tell usher of the project, unless this is what it was told last. Return its profile.

        Others may tell it of the same project with other settings, such as another server. The profile has only the last.
        """
        file, content = self._given
        given = hashlib.sha256(json.dumps([content.hex(), self._endpoint]).encode()).hexdigest()
        known = self._folder() / "login.json"
        try:
            saved = json.loads(known.read_bytes())
            if saved["given"] == given and known.with_name("state.json").exists():
                return str(saved["profile"])
        except (OSError, ValueError, LookupError, TypeError):
            pass
        try:
            answer = self._ask("init", "--endpoint", self._endpoint, "--", file, input=content if file == "-" else b"")
        except LoginFailed as failed:
            if file == "-":
                failed.args = (str(failed).replace("standard input", "config", 1),)
            raise
        # Two programs may get here at the same time.
        descriptor, new = tempfile.mkstemp(dir=known.parent, prefix="login.json.")
        with open(descriptor, "w") as output:
            json.dump({"given": given, "profile": answer["name"]}, output)
        os.replace(new, known)
        return str(answer["name"])

    def _ask(self, *words: str, input: bytes = b"") -> Any:
        """Run usher without questions, and return its result."""
        with _installed():
            ended = subprocess.run(
                [program(), "--json", *words], env=self._environment(), input=input, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE)
        status = ended.returncode
        try:
            answer = json.loads(ended.stderr if status else ended.stdout)
            if status == 0:
                return answer
            message, code = str(answer["error"]["message"]), str(answer["error"]["code"])
        except (ValueError, LookupError, TypeError):
            told = ended.stderr.decode(errors="replace").strip() or f"status {status}"
            message, code = f"usher failed ({told}); reinstall usher-auth", None
        raise _failure(message, status, code)


def login(
    config: Mapping[str, str] | str | os.PathLike[str], *, app: str, endpoint: str | None = None,
    session: str | None = None, method: str | None = None, command: str | None = None,
) -> Login:
    """Return the signed-in user. If nobody is signed in, usher asks at the terminal. The parameters are those of `Login`."""
    user = Login(config, app=app, endpoint=endpoint, session=session, method=method, command=command)
    try:
        user.token()
    except NotSignedIn:
        user.sign_in()
    return user


def _failure(message: str, status: int, code: str | None = None) -> LoginFailed:
    kind = {NOT_SIGNED_IN: NotSignedIn, 69: Unreachable}.get(status, LoginFailed)
    return kind(message, status=status, code=code)


@contextlib.contextmanager
def _installed() -> Iterator[None]:
    """Say what to do if usher cannot be started."""
    try:
        yield
    except OSError as error:
        raise LoginFailed(f"usher cannot run ({error}); reinstall usher-auth") from error
