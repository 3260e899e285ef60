"""A project of the server."""

from __future__ import annotations

import json
import secrets
from typing import Any, Mapping
from urllib.parse import quote

from .browser import storage_state
from .clock import Clock
from .connection import Connection, Refused
from .outbox import Outbox
from .user import User

TOOLKIT = "/identitytoolkit.googleapis.com/v1"


class Project:
    """A project with accounts and messages of its own."""

    def __init__(self, connection: Connection, id: str) -> None:
        self._connection = connection
        self.id = id
        """The ID of the project."""
        self.outbox = Outbox(connection, id)
        """The messages that the project "sent"."""
        self.clock = Clock(connection)
        """The clock of the server. All its projects share it."""

    @property
    def host(self) -> str:
        """The address of the server, ``127.0.0.1:PORT``."""
        return self._connection.host

    @property
    def env(self) -> dict[str, str]:
        """The variables that lead admin SDKs to this project."""
        return {
            "FIREBASE_AUTH_EMULATOR_HOST": self.host,
            "FIREBASE_CONFIG": json.dumps({"projectId": self.id}),
            "GCLOUD_PROJECT": self.id,
            "GOOGLE_CLOUD_PROJECT": self.id,
        }

    def sign_in(
        self, *, phone: str | None = None, email: str | None = None, password: str | None = None,
        uid: str | None = None, claims: Mapping[str, object] | None = None,
    ) -> User:
        """Sign a user in, and create the account if there is none.

        :param phone: Sign in with an SMS code.
        :param email: Sign in with an e-mail link or, if ``password`` is given, with the password.
        :param uid: Sign in with a custom token. This is also the default, with a new uid.
        :param claims: The custom claims of the account.
        """
        if sum(value is not None for value in (phone, email, uid)) > 1:
            raise TypeError("give phone, email or uid, and only one of them")
        if password is not None and email is None:
            raise TypeError("a password needs an email")
        if phone is not None:
            user = self._sign_in_with_phone(phone)
        elif email is not None and password is not None:
            user = self._sign_in_with_password(email, password)
        elif email is not None:
            user = self._sign_in_with_link(email)
        else:
            user = self._sign_in_with_custom_token(uid or f"user-{secrets.token_hex(6)}")
        if claims is None:
            return user
        self._ask("accounts:update", localId=user.uid, customAttributes=json.dumps(dict(claims)))
        return self.refresh(user)

    def refresh(self, user: User) -> User:
        """Return the user with a new ID token, as an app gets it with the refresh token."""
        answer = self._connection.post("/securetoken.googleapis.com/v1/token", {
            "targetProjectId": self.id, "grant_type": "refresh_token", "refresh_token": user.refresh_token})
        return User(user.uid, answer["id_token"], answer["refresh_token"])

    def signed_in_state(
        self, *, origin: str, app_key: str, app_name: str = "[DEFAULT]", user: User | None = None,
    ) -> dict[str, Any]:
        """Return a storage state of Playwright, with which a user is signed in to a web app.

        It holds the user's refresh token.

        :param origin: The origin of the web app, for example ``http://localhost:3000``.
        :param app_key: The ``apiKey`` of the app's ``firebaseConfig``.
        :param app_name: The name of the app in the SDK.
        :param user: The user; by default, a new one.
        """
        user = user or self.sign_in()
        [account] = self._ask("accounts:lookup", localId=[user.uid])["users"]
        offset = self._connection.get("/usher/v1/clock")["offsetSeconds"]
        return storage_state(user, account, offset, origin=origin, app_key=app_key, app_name=app_name)

    def save_snapshot(self, name: str) -> None:
        """Keep a copy of the accounts and settings on the server. It replaces an earlier snapshot of this name."""
        self._connection.post(f"/usher/v1/projects/{quote(self.id)}/snapshots:save", {"name": name})

    def load_snapshot(self, name: str) -> None:
        """Replace the accounts and settings with those of a snapshot, which any project of the server saved."""
        self._connection.post(f"/usher/v1/projects/{quote(self.id)}/snapshots:load", {"name": name})

    def _sign_in_with_phone(self, number: str) -> User:
        session = self._ask("accounts:sendVerificationCode", phoneNumber=number)["sessionInfo"]
        sent = self._connection.get(f"/emulator/v1/projects/{quote(self.id)}/verificationCodes")["verificationCodes"]
        [code] = [one["code"] for one in sent if one["sessionInfo"] == session]
        return self._user(self._ask("accounts:signInWithPhoneNumber", sessionInfo=session, code=code))

    def _sign_in_with_link(self, address: str) -> User:
        self._ask("accounts:sendOobCode", requestType="EMAIL_SIGNIN", email=address, continueUrl="http://localhost/")
        code = self.outbox.mail(address).code
        return self._user(self._ask("accounts:signInWithEmailLink", email=address, oobCode=code))

    def _sign_in_with_password(self, address: str, password: str) -> User:
        try:
            self._ask("accounts:signUp", email=address, password=password)
        except Refused as refused:
            if refused.code != "EMAIL_EXISTS":
                raise
        return self._user(self._ask(
            "accounts:signInWithPassword", email=address, password=password, returnSecureToken=True))

    def _sign_in_with_custom_token(self, uid: str) -> User:
        made = self._connection.post(f"/usher/v1/projects/{quote(self.id)}:createCustomToken", {"uid": uid})
        answer = self._ask("accounts:signInWithCustomToken", token=made["token"], returnSecureToken=True)
        return self._user({**answer, "localId": uid})

    def _ask(self, method: str, **fields: Any) -> Any:
        # Only the owner may name a project.
        return self._connection.post(f"{TOOLKIT}/{method}", {"targetProjectId": self.id, **fields})

    def _user(self, answer: Any) -> User:
        if "mfaPendingCredential" in answer:
            raise Refused("MISSING_SECOND_FACTOR : this account needs a second factor, and sign_in does not use one")
        return User(answer["localId"], answer["idToken"], answer["refreshToken"])
