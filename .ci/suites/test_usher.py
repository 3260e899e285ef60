"""A test suite as people write it, for `.ci/check-suites`."""

import base64
import http.server
import json
import os
import threading
import time
import urllib.request
from urllib.parse import parse_qs, urlsplit

import pytest

from usher_auth import NoMessage, Project, Refused, Server, ServerFailed, start


def claims(token):
    """The claims of a token."""
    body = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))


def client(host, method, key="any", **fields):
    """A call of a client SDK, which names a project only by its key."""
    request = urllib.request.Request(
        f"http://{host}/identitytoolkit.googleapis.com/v1/accounts:{method}?key={key}", json.dumps(fields).encode(),
        {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def test_phone(usher: Project):
    user = usher.sign_in(phone="+16505550123", claims={"role": "admin"})
    found = claims(user.id_token)
    assert (found["phone_number"], found["role"], found["aud"], found["sub"]) == (
        "+16505550123", "admin", usher.id, user.uid)
    assert found["firebase"]["sign_in_provider"] == "phone"
    assert user.headers == {"Authorization": f"Bearer {user.id_token}"}
    assert usher.outbox.sms("+16505550123").code in usher.outbox.sms("+16505550123").text


def test_fictional_number(usher: Project):
    assert claims(usher.sign_in(phone="+16505553434").id_token)["phone_number"] == "+16505553434"


def test_email_link(usher: Project):
    first, second = (usher.sign_in(email="kim@example.com") for _ in range(2))
    assert first.uid == second.uid
    assert claims(first.id_token)["email_verified"] is True
    mail = usher.outbox.mail("kim@example.com")
    assert parse_qs(urlsplit(mail.link).query)["oobCode"] == [mail.code]


def test_password(usher: Project):
    first, second = (usher.sign_in(email="kim@example.com", password="correct horse") for _ in range(2))
    assert first.uid == second.uid
    with pytest.raises(Refused) as refused:
        usher.sign_in(email="kim@example.com", password="wrong horse")
    assert refused.value.code in ("INVALID_PASSWORD", "INVALID_LOGIN_CREDENTIALS")
    with pytest.raises(NoMessage):
        usher.outbox.mail("kim@example.com")


def test_custom_token(usher: Project):
    assert claims(usher.sign_in(uid="kim", claims={"role": "admin"}).id_token)["role"] == "admin"
    assert usher.sign_in().uid != usher.sign_in().uid


def test_one_method(usher: Project):
    with pytest.raises(TypeError):
        usher.sign_in(phone="+16505550123", email="kim@example.com")
    with pytest.raises(TypeError):
        usher.sign_in(password="correct horse")


def test_clock(usher: Project):
    user = usher.sign_in(phone="+16505550123")
    usher.clock.move(hours=2)
    usher.clock.move(minutes=-1)
    assert 7000 < usher.clock.now().timestamp() - time.time() < 7200
    renewed = usher.refresh(user)
    assert claims(renewed.id_token)["iat"] - claims(user.id_token)["iat"] >= 7000


def test_the_next_test_has_the_time_of_the_machine(usher: Project):
    assert abs(usher.clock.now().timestamp() - time.time()) < 5


@pytest.mark.parametrize("side", range(2))
def test_side_by_side(usher: Project, side):
    """Both use the same number, and neither sees the other's user."""
    with pytest.raises(NoMessage):
        usher.outbox.sms("+16505550199")
    user = usher.sign_in(phone="+16505550199")
    assert claims(user.id_token)["aud"] == usher.id


def test_two_projects(usher_server: Server):
    one, other = usher_server.project(), usher_server.project()
    assert one.sign_in(email="kim@example.com").uid != other.sign_in(email="kim@example.com").uid
    one.sign_in(phone="+16505550199")
    with pytest.raises(NoMessage):
        other.outbox.sms("+16505550199")


@pytest.mark.parametrize("side", range(2))
def test_client_sdk(usher_alone: Server, side):
    assert client(usher_alone.host, "signUp", email="kim@example.com", password="correct horse")["idToken"]
    assert usher_alone.sign_in(email="kim@example.com", password="correct horse")


def test_snapshot(usher_server: Server):
    seeded = usher_server.project()
    kim = seeded.sign_in(email="kim@example.com", password="correct horse")
    seeded.save_snapshot("users")
    one, other = usher_server.project(snapshot="users"), usher_server.project(snapshot="users")
    one.sign_in(email="mo@example.com")
    assert other.sign_in(email="kim@example.com", password="correct horse").uid == kim.uid
    signed_in = client(one.host, "signInWithPassword", key=one.id, email="kim@example.com", password="correct horse")
    assert signed_in["localId"] == kim.uid
    with pytest.raises(Refused):
        usher_server.project(snapshot="other")


def test_environment(usher: Project):
    assert {name: os.environ[name] for name in usher.env} == usher.env
    assert os.environ["FIREBASE_AUTH_EMULATOR_HOST"] == usher.host
    assert os.environ["GCLOUD_PROJECT"] == usher.id


def test_admin_sdk(usher: Project):
    firebase_admin = pytest.importorskip("firebase_admin")
    from firebase_admin import auth
    app = firebase_admin.initialize_app(name=usher.id)
    user = usher.sign_in(phone="+16505550123", claims={"role": "admin"})
    assert auth.verify_id_token(user.id_token, app=app)["role"] == "admin"
    assert [found.uid for found in auth.list_users(app=app).iterate_all()] == [user.uid]
    firebase_admin.delete_app(app)


def test_options_and_failures():
    with start("--policy", "strict", "--policy-set", "app-verification=false", project="demo-strict") as server:
        assert server.id == "demo-strict"
        token = server.sign_in(phone="+16505550123", claims={"role": "admin"}).id_token
        assert token.split(".")[2]
    server.stop()
    with pytest.raises(ServerFailed, match="nonsense"):
        start("--policy", "nonsense")


@pytest.fixture
def suite(tmp_path, monkeypatch):
    """What a developer's Emulator Suite with functions is asked. It is known by its hub's file and by a firebase.json."""
    asked = []

    class Suite(http.server.BaseHTTPRequestHandler):
        def answer(self):
            asked.append(self.path)
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            # The hub's answer and that of the functions in one.
            body = {
                "functions": {"host": "127.0.0.1", "port": self.server.server_port},
                "backends": [{"functionTriggers": [{"name": "onCreate"}]}],
            }
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        do_GET = do_POST = answer

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Suite) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_port
        (tmp_path / "hub-demo-usher.json").write_text(
            json.dumps({"version": "15.28.1", "origins": [f"http://127.0.0.1:{port}"]}))
        (tmp_path / "firebase.json").write_text(json.dumps({"emulators": {"functions": {"port": port}}}))
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("TMPDIR", str(tmp_path))
        monkeypatch.setenv("FIREBASE_EMULATOR_HUB", f"127.0.0.1:{port}")
        yield port, asked
        server.shutdown()


def test_functions_of_a_developer(suite):
    """They do not hear of the tests' users, unless a test asks for them."""
    port, asked = suite
    with start() as server:
        server.sign_in(email="kim@example.com")
    assert asked == []
    with start("--functions", f"127.0.0.1:{port}") as server:
        server.sign_in(email="kim@example.com")
    assert any("trigger_multicast" in path for path in asked)
