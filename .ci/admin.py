"""Tests firebase-admin with the `serve` at FIREBASE_AUTH_EMULATOR_HOST: `admin.py CLASS`."""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
import unittest
import urllib.request
import uuid

import firebase_admin
import jwt
from firebase_admin import _token_gen, _utils, app_check, auth, credentials, tenant_mgt

HOST = os.environ["FIREBASE_AUTH_EMULATOR_HOST"]
PROJECT = os.environ["GCLOUD_PROJECT"]
BASE = f"http://{HOST}/identitytoolkit.googleapis.com/v1"


class Owner(credentials.Base):
    """The credential that the SDK uses for an emulator. The SDK's part for tenants does not use it by itself."""

    def get_credential(self):
        return _utils.EmulatorAdminCredentials()


def call(path, body, method="POST", headers=None):
    """Sends a client's request and returns the response, also if it is an error."""
    request = urllib.request.Request(
        f"{BASE}/{path}?key=k", json.dumps(body).encode(), {"Content-Type": "application/json", **(headers or {})},
        method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)


def password_sign_in(email, password, **more):
    return call("accounts:signInWithPassword", {"email": email, "password": password, "returnSecureToken": True, **more})


def unsigned(**changes):
    """Returns an unsigned token."""
    now = int(time.time())
    claims = {
        "iss": f"https://securetoken.google.com/{PROJECT}", "aud": PROJECT, "auth_time": now, "sub": "forged",
        "iat": now, "exp": now + 3600, "firebase": {"identities": {}, "sign_in_provider": "custom"}, **changes,
    }
    return jwt.encode(claims, None, algorithm="none")


class Story:
    """Tests for both servers. They share a server, so each test uses its own names."""

    @classmethod
    def setUpClass(cls):
        # The SDK's part for tenants does not support emulators either.
        tenant_mgt._TenantManagementService.TENANT_MGT_URL = f"http://{HOST}/identitytoolkit.googleapis.com/v2"
        cls.app = firebase_admin.initialize_app(Owner(), {"projectId": PROJECT}, cls.__name__)

    def user(self, **fields):
        return auth.create_user(app=self.app, **fields)

    def test_accounts(self):
        made = self.user(uid="kim", email="kim@example.com", password="secret1", display_name="Kim",
                         phone_number="+14155550100", email_verified=True, photo_url="https://example.com/kim.png")
        for found in (auth.get_user("kim", self.app), auth.get_user_by_email("kim@example.com", self.app),
                      auth.get_user_by_phone_number("+14155550100", self.app)):
            self.assertEqual((found.uid, found.email, found.phone_number, found.display_name, found.email_verified),
                             ("kim", "kim@example.com", "+14155550100", "Kim", True))
            self.assertEqual(found.user_metadata.creation_timestamp, made.user_metadata.creation_timestamp)
        auth.update_user("kim", display_name=auth.DELETE_ATTRIBUTE, disabled=True, app=self.app)
        changed = auth.get_user("kim", self.app)
        self.assertEqual((changed.display_name, changed.disabled), (None, True))
        self.assertEqual(password_sign_in("kim@example.com", "secret1")["error"]["message"], "USER_DISABLED")
        auth.delete_user("kim", self.app)
        with self.assertRaises(auth.UserNotFoundError):
            auth.get_user("kim", self.app)

    def test_refusals(self):
        self.user(uid="taken", email="taken@example.com", phone_number="+14155550101")
        with self.assertRaises(auth.UidAlreadyExistsError):
            self.user(uid="taken")
        with self.assertRaises(auth.EmailAlreadyExistsError):
            self.user(email="taken@example.com")
        with self.assertRaises(auth.PhoneNumberAlreadyExistsError):
            self.user(phone_number="+14155550101")

    def test_lists_and_bulk_deletion(self):
        names = [f"bulk{number:03}" for number in range(25)]
        result = auth.import_users([auth.ImportUserRecord(uid=name, email=f"{name}@example.com") for name in names],
                                   app=self.app)
        self.assertEqual((result.success_count, result.failure_count), (25, 0))
        seen, page = [], auth.list_users(max_results=10, app=self.app)
        while page:
            seen += [user.uid for user in page.users]
            page = page.get_next_page()
        self.assertEqual([name for name in seen if name.startswith("bulk")], names)
        self.assertEqual(seen, sorted(seen))
        found = auth.get_users([auth.UidIdentifier("bulk001"), auth.EmailIdentifier("bulk002@example.com"),
                                auth.UidIdentifier("nobody")], self.app)
        self.assertEqual(sorted(user.uid for user in found.users), ["bulk001", "bulk002"])
        self.assertEqual(len(found.not_found), 1)
        gone = auth.delete_users(names + ["nobody"], self.app)
        self.assertEqual((gone.success_count, gone.failure_count), (26, 0))

    def test_imported_passwords(self):
        key, salt, password = b"a key", b"salt", b"secret1"
        pbkdf = hashlib.pbkdf2_hmac
        hashes = {
            "hmac512": (auth.UserImportHash.hmac_sha512(key), hmac.new(key, password + salt, "sha512").digest()),
            "hmac256": (auth.UserImportHash.hmac_sha256(key), hmac.new(key, password + salt, "sha256").digest()),
            "hmac1": (auth.UserImportHash.hmac_sha1(key), hmac.new(key, password + salt, "sha1").digest()),
            "hmacmd5": (auth.UserImportHash.hmac_md5(key), hmac.new(key, password + salt, "md5").digest()),
            "md5": (auth.UserImportHash.md5(0), hashlib.md5(salt + password).digest()),
            "sha1": (auth.UserImportHash.sha1(1), hashlib.sha1(salt + password).digest()),
            "sha256": (auth.UserImportHash.sha256(1), hashlib.sha256(salt + password).digest()),
            "sha512": (auth.UserImportHash.sha512(1), hashlib.sha512(salt + password).digest()),
            "pbkdf1": (auth.UserImportHash.pbkdf_sha1(1000), pbkdf("sha1", password, salt, 1000)),
            "pbkdf256": (auth.UserImportHash.pbkdf2_sha256(1000), pbkdf("sha256", password, salt, 1000)),
            "scrypt": (auth.UserImportHash.standard_scrypt(1024, 1, 8, 32),
                       hashlib.scrypt(password, salt=salt, n=1024, r=8, p=1, dklen=32)),
            "bcrypt": (auth.UserImportHash.bcrypt(),
                       b"$2b$06$qvh/xbYSkW6yEMMKc4u7lO8Jc1p4hdxkJm5bA2CQTUR5kRBnmbQ5W"),
        }
        hashes.pop("bcrypt")
        for name, (algorithm, digest) in hashes.items():
            with self.subTest(name):
                user = auth.ImportUserRecord(uid=name, email=f"{name}@example.com", password_hash=digest,
                                             password_salt=salt)
                self.assertEqual(auth.import_users([user], hash_alg=algorithm, app=self.app).failure_count, 0)
                wrong = password_sign_in(f"{name}@example.com", "secret2")
                self.assertIn("error", wrong)
                for _ in "once", "hashed anew":
                    self.assertEqual(password_sign_in(f"{name}@example.com", "secret1").get("localId"), name)

    def test_claims_reach_tokens(self):
        self.user(uid="claims", email="claims@example.com", password="secret1")
        auth.set_custom_user_claims("claims", {"role": "admin"}, self.app)
        token = password_sign_in("claims@example.com", "secret1")["idToken"]
        self.assertEqual(self.verify(token)["role"], "admin")
        self.assertEqual(self.verify(token)["uid"], "claims")

    def test_custom_tokens(self):
        token = auth.create_custom_token("custom", {"plan": "gold"}, self.app).decode()
        answer = call("accounts:signInWithCustomToken", {"token": token, "returnSecureToken": True})
        self.assertEqual(self.verify(answer["idToken"])["plan"], "gold")

    def test_revocation(self):
        self.user(uid="revoked", email="revoked@example.com", password="secret1")
        token = password_sign_in("revoked@example.com", "secret1")["idToken"]
        self.verify(token, check_revoked=True)
        time.sleep(1.1)
        auth.revoke_refresh_tokens("revoked", self.app)
        with self.assertRaises(auth.RevokedIdTokenError):
            self.verify(token, check_revoked=True)
        fresh = password_sign_in("revoked@example.com", "secret1")["idToken"]
        self.verify(fresh, check_revoked=True)
        auth.update_user("revoked", disabled=True, app=self.app)
        with self.assertRaises(auth.UserDisabledError):
            self.verify(fresh, check_revoked=True)

    def test_session_cookies(self):
        self.user(uid="cookie", email="cookie@example.com", password="secret1")
        token = password_sign_in("cookie@example.com", "secret1")["idToken"]
        cookie = auth.create_session_cookie(token, 3600, self.app)
        self.assertEqual(self.verify_cookie(cookie, check_revoked=True)["uid"], "cookie")
        with self.assertRaises(ValueError):
            auth.create_session_cookie(token, 60, self.app)
        with self.assertRaises(auth.InvalidIdTokenError):
            auth.create_session_cookie("no.token.", 3600, self.app)
        with self.assertRaises(auth.InvalidIdTokenError):
            self.verify(cookie)
        time.sleep(1.1)
        auth.revoke_refresh_tokens("cookie", self.app)
        with self.assertRaises(auth.RevokedSessionCookieError):
            self.verify_cookie(cookie, check_revoked=True)

    def test_links(self):
        self.user(uid="links", email="links@example.com", password="secret1")
        settings = auth.ActionCodeSettings("http://localhost/done", handle_code_in_app=True)
        for link, mode in (
                (auth.generate_password_reset_link("links@example.com", settings, self.app), "resetPassword"),
                (auth.generate_email_verification_link("links@example.com", settings, self.app), "verifyEmail"),
                (auth.generate_sign_in_with_email_link("links@example.com", settings, self.app), "signIn")):
            self.assertIn(f"mode={mode}", link)
            self.assertIn("oobCode=", link)

    def test_openid_providers(self):
        tenant = tenant_mgt.create_tenant("Tenant-oidc", app=self.app)
        for number, client in enumerate((auth.Client(self.app), tenant_mgt.auth_for_tenant(tenant.tenant_id, self.app))):
            ids = [f"oidc.{name}{number}" for name in "abc"]
            for provider in ids:
                made = client.create_oidc_provider_config(
                    provider_id=provider, client_id="client-1", issuer="https://id.example", display_name="Corp",
                    enabled=True, client_secret="s3cret", code_response_type=True)
                self.assertEqual(made.provider_id, provider)
            found = client.get_oidc_provider_config(ids[0])
            self.assertEqual((found.client_id, found.issuer, found.display_name, found.enabled, found.client_secret,
                              found.code_response_type, found.id_token_response_type),
                             ("client-1", "https://id.example", "Corp", True, "s3cret", True, False))
            listed = client.list_oidc_provider_configs(max_results=2).iterate_all()
            self.assertEqual([each.provider_id for each in listed], ids)
            changed = client.update_oidc_provider_config(ids[0], client_id="client-2", enabled=False,
                                                         display_name=auth.DELETE_ATTRIBUTE)
            self.assertEqual((changed.client_id, changed.enabled, changed.display_name, changed.issuer),
                             ("client-2", False, None, "https://id.example"))
            for provider in ids:
                client.delete_oidc_provider_config(provider)
            with self.assertRaises(auth.ConfigurationNotFoundError):
                client.get_oidc_provider_config(ids[0])
            with self.assertRaises(auth.ConfigurationNotFoundError):
                client.delete_oidc_provider_config(ids[0])

    def test_saml_providers(self):
        settings = {
            "idp_entity_id": "entity", "sso_url": "https://id.example/sso", "x509_certificates": ["c1", "c2"],
            "rp_entity_id": "party", "callback_url": "https://app.example/cb", "display_name": "Corp", "enabled": True}
        made = auth.create_saml_provider_config("saml.corp", app=self.app, **settings)
        found = auth.get_saml_provider_config("saml.corp", self.app)
        for config in (made, found):
            self.assertEqual({name: getattr(config, name) for name in settings}, settings)
        self.assertEqual([each.provider_id for each in auth.list_saml_provider_configs(app=self.app).iterate_all()],
                         ["saml.corp"])
        changed = auth.update_saml_provider_config("saml.corp", x509_certificates=["c3"], enabled=False, app=self.app)
        self.assertEqual((changed.x509_certificates, changed.enabled, changed.sso_url),
                         (["c3"], False, "https://id.example/sso"))
        with self.assertRaises(firebase_admin.exceptions.FirebaseError):
            auth.create_saml_provider_config("saml.corp", app=self.app, **settings)
        auth.delete_saml_provider_config("saml.corp", self.app)
        with self.assertRaises(auth.ConfigurationNotFoundError):
            auth.get_saml_provider_config("saml.corp", self.app)

    def test_tenants(self):
        tenant = tenant_mgt.create_tenant("Tenant-one", allow_password_sign_up=True, enable_email_link_sign_in=True,
                                          app=self.app)
        self.assertTrue(tenant_mgt.get_tenant(tenant.tenant_id, self.app).allow_password_sign_up)
        self.assertIn(tenant.tenant_id, [each.tenant_id for each in tenant_mgt.list_tenants(app=self.app).iterate_all()])
        client = tenant_mgt.auth_for_tenant(tenant.tenant_id, self.app)
        client.create_user(uid="tenanted", email="tenanted@example.com", password="secret1")
        with self.assertRaises(auth.UserNotFoundError):
            auth.get_user("tenanted", self.app)
        token = password_sign_in("tenanted@example.com", "secret1", tenantId=tenant.tenant_id)["idToken"]
        self.assertEqual(self.verify(token, client=client)["firebase"]["tenant"], tenant.tenant_id)
        other = tenant_mgt.auth_for_tenant(
            tenant_mgt.create_tenant("Tenant-two", app=self.app).tenant_id, self.app)
        with self.assertRaises(tenant_mgt.TenantIdMismatchError):
            self.verify(token, client=other)
        self.assertEqual([user.uid for user in client.list_users().iterate_all()], ["tenanted"])
        client.import_users([auth.ImportUserRecord(uid="imported", email="imported@example.com")])
        self.assertEqual(client.get_user("imported").tenant_id, tenant.tenant_id)
        updated = tenant_mgt.update_tenant(tenant.tenant_id, display_name="Renamed", allow_password_sign_up=False,
                                           app=self.app)
        self.assertEqual((updated.display_name, updated.allow_password_sign_up), ("Renamed", False))
        tenant_mgt.delete_tenant(tenant.tenant_id, self.app)
        # List the tenants, because getting a tenant by ID creates it, as with Firebase's emulator.
        self.assertNotIn(tenant.tenant_id,
                         [each.tenant_id for each in tenant_mgt.list_tenants(app=self.app).iterate_all()])
        self.assertIn("error", call("accounts:lookup", {"idToken": token}))

    def test_app_check_tokens_are_verified(self):
        base = f"http://{HOST}/firebaseappcheck.googleapis.com/v1"
        request = urllib.request.Request(
            f"{base}/projects/{PROJECT}/apps/1:123:web:abc:exchangeDebugToken",
            json.dumps({"debugToken": str(uuid.uuid4())}).encode(), method="POST")
        with urllib.request.urlopen(request) as answer:
            token = json.load(answer)["token"]
        # The SDK has no variable for an emulator of App Check.
        app_check._AppCheckService._JWKS_URL = f"{base}/jwks"
        self.assertEqual(app_check.verify_token(token, self.app)["app_id"], "1:123:web:abc")
        with self.assertRaises(ValueError):
            app_check.verify_token(token[:-8] + "AAAAAAAA", self.app)


class Emulated(Story, unittest.TestCase):
    """Tests of the SDK's behaviour with an emulator, where it verifies no signature."""

    def verify(self, token, client=None, **options):
        return client.verify_id_token(token, **options) if client else auth.verify_id_token(token, self.app, **options)

    def verify_cookie(self, cookie, **options):
        return auth.verify_session_cookie(cookie, app=self.app, **options)

    def test_node_takes_the_tokens(self):
        """firebase-admin for Node verifies with `algorithms: ["none"]` and no key; other SDKs check nothing."""
        self.user(uid="node", email="node@example.com", password="secret1")
        token = password_sign_in("node@example.com", "secret1")["idToken"]
        cookie = auth.create_session_cookie(token, 3600, self.app)
        for text, issuer in (token, "securetoken.google.com"), (cookie, "session.firebase.google.com"):
            claims = jwt.decode(text, key=None, algorithms=["none"], audience=PROJECT,
                                issuer=f"https://{issuer}/{PROJECT}", options={"verify_signature": False})
            self.assertEqual(claims["sub"], "node")
            self.assertEqual(jwt.get_unverified_header(text)["alg"], "none")
            self.assertTrue(text.endswith("."), "no signature")


class Signed(Story, unittest.TestCase):
    """Tests of the SDK's behaviour in production, with this server's keys instead of Google's."""

    @classmethod
    def setUpClass(cls):
        keys = f"http://{HOST}/www.googleapis.com"
        _token_gen.ID_TOKEN_CERT_URI = f"{keys}/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
        _token_gen.COOKIE_CERT_URI = f"{keys}/identitytoolkit/v3/relyingparty/publicKeys"
        super().setUpClass()

    def as_in_production(self, verify):
        """Creates the clients while the variable is set, so that they keep using the server."""
        del os.environ["FIREBASE_AUTH_EMULATOR_HOST"]
        try:
            return verify()
        finally:
            os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = HOST

    def verify(self, token, client=None, **options):
        auth._get_client(self.app)
        return self.as_in_production(
            lambda: client.verify_id_token(token, **options) if client
            else auth.verify_id_token(token, self.app, **options))

    def verify_cookie(self, cookie, **options):
        return self.as_in_production(lambda: auth.verify_session_cookie(cookie, app=self.app, **options))

    def test_broken_tokens_are_refused(self):
        self.user(uid="broken", email="broken@example.com", password="secret1")
        token = password_sign_in("broken@example.com", "secret1")["idToken"]
        self.verify(token)
        head, body, signature = token.split(".")

        def encoded(value):
            return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()

        def decoded(text):
            return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))

        header, claims = decoded(head), decoded(body)
        broken = [
            unsigned(), unsigned(sub="broken"), f"{head}.{body}.", f"{head}.{body}", f"{head}..{signature}",
            f"{head}.{body}.{signature[:-8]}", f"{head}.{body}.{'A' * len(signature)}",
            f"{head}.{body}.{signature[4:] + signature[:4]}", f"{body}.{head}.{signature}",
            f"{encoded({**header, 'alg': 'none'})}.{body}.", f"{encoded({**header, 'alg': 'HS256'})}.{body}.{signature}",
            f"{encoded({**header, 'kid': 'other'})}.{body}.{signature}",
            f"{encoded({key: value for key, value in header.items() if key != 'kid'})}.{body}.{signature}",
        ] + [f"{head}.{encoded({**claims, **change})}.{signature}" for change in (
            {"sub": "other"}, {"sub": ""}, {"aud": "other"}, {"iss": "https://securetoken.google.com/other"},
            {"exp": claims["exp"] + 3600}, {"iat": claims["iat"] - 60}, {"admin": True})]
        self.assertEqual(len(broken), 20)
        for text in broken:
            with self.subTest(text[-40:]), self.assertRaises((auth.InvalidIdTokenError, ValueError)):
                self.verify(text)
            with self.subTest(text[-40:]):
                self.assertIn("error", call("accounts:lookup", {"idToken": text}))

    def test_an_old_token_is_refused(self):
        self.user(uid="old", email="old@example.com", password="secret1")
        token = password_sign_in("old@example.com", "secret1")["idToken"]
        clock = f"http://{HOST}/usher/v1/clock"

        def move(seconds):
            urllib.request.urlopen(urllib.request.Request(
                clock, json.dumps({"offsetSeconds": seconds}).encode(), method="POST")).close()

        move(2 * 3600)
        try:
            self.assertEqual(call("accounts:lookup", {"idToken": token})["error"]["message"], "TOKEN_EXPIRED")
        finally:
            move(0)
        move(-2 * 3600)
        try:
            old = password_sign_in("old@example.com", "secret1")["idToken"]
        finally:
            move(0)
        with self.assertRaises(auth.ExpiredIdTokenError):
            self.verify(old)


if __name__ == "__main__":
    unittest.main(argv=["admin.py", *sys.argv[1:]])
