"""Programs that sign their users in, for `.ci/check-suites`: those of the READMEs at a terminal, and the adapters.

`ACME_NODE` is a folder with an installed npm package, and a link `node`. Without it, only Python is tried.
"""

import asyncio
import http.server
import importlib.metadata
import io
import json
import os
import pty
import re
import select
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import usher_auth
from usher_auth import Login, LoginFailed, NotSignedIn, Refused, Unreachable
from usher_auth.bearer import Bearer

CONFIG = {"apiKey": "AIzaSyExample", "authDomain": "acme-prod.firebaseapp.com", "projectId": "acme-prod"}
FICTIONAL = "+16505553434"


class API(http.server.BaseHTTPRequestHandler):
    """An API that asks the Auth server about tokens. It keeps what it was sent."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.headers.get("Transfer-Encoding") == "chunked":
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        server, path = self.server, urlsplit(self.path).path
        token = self.headers.get("Authorization", "").removeprefix("Bearer ") or None
        server.seen.append((self.command, path, token, body))
        if path in server.redirects:
            status, target = server.redirects[path]
            self.answer(status, b"", ("Location", target))
        elif token is None or token in server.refused or not server.knows(token):
            self.answer(401, b"who are you?")
        else:
            self.answer(200, b"buy milk")

    do_POST = do_PUT = do_GET

    def answer(self, status, body, *headers):
        self.send_response(status)
        for name, value in (("Content-Length", str(len(body))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def serve_api(knows):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), API)
    server.daemon_threads = True
    server.seen, server.redirects, server.refused, server.knows = [], {}, set(), knows
    server.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@pytest.fixture
def auth():
    """The Auth server of the program."""
    with usher_auth.start(project="acme-prod") as server:
        yield server


@pytest.fixture
def apis(auth):
    """The program's API, and another server."""
    def knows(token):
        try:
            return bool(auth._ask("accounts:lookup", idToken=token)["users"])
        except (Refused, OSError):
            return False

    servers = [serve_api(knows) for _ in range(2)]
    yield servers
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


# The programs of the READMEs


def program_of(readme):
    """The program in a README: the block that begins with #!."""
    [program] = re.findall(r"^```\w+\n(#!.*?)^```", readme, re.MULTILINE | re.DOTALL)
    return program


class Acme:
    """The program acme of a README, and a terminal to run it at."""

    def __init__(self, words, home, auth, api):
        self.words = words
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("USHER_") and name != "CI"},
            "HOME": str(home), "ACME_AUTH": f"http://{auth.host}", "ACME_API": api.url, "TERM": "xterm",
            # For neither of them: both belong to the person's own use of usher.
            "USHER_ENDPOINT": "production", "USHER_OUTPUT": "json",
        }

    def run(self, *words):
        """Run it where nobody can be asked. Return its status, its output and its errors."""
        ended = subprocess.run(
            [*self.words, *words], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, start_new_session=True, timeout=60)
        return ended.returncode, ended.stdout, ended.stderr

    def talk(self, *words, answers):
        """Run it at a terminal with its output in a pipe, and give each question its answer.

        Return its status, its output and what the terminal showed.
        """
        reader, writer = os.pipe()
        process, terminal = pty.fork()
        if process == 0:
            os.dup2(writer, 1)
            os.closerange(3, 256)
            os.execvpe(self.words[0], [*self.words, *words], self.environment)
        os.close(writer)
        shown, place = "", 0
        answers = list(answers)
        ends = time.monotonic() + 60
        while time.monotonic() < ends:
            ready, _, _ = select.select([terminal], [], [], 0.1)
            if ready:
                try:
                    part = os.read(terminal, 65536)
                except OSError:
                    break
                if not part:
                    break
                shown += part.decode()
            if answers and re.search(answers[0][0], shown[place:]):
                place = len(shown)
                answer = answers.pop(0)[1]
                os.write(terminal, (answer() if callable(answer) else answer).encode() + b"\n")
        else:
            os.kill(process, 9)
        _, status = os.waitpid(process, 0)
        with open(reader) as output:
            printed = output.read()
        os.close(terminal)
        assert answers == [], shown
        return os.waitstatus_to_exitcode(status), printed, shown


@pytest.fixture(params=["python", "node"])
def acme(request, tmp_path, home, auth, apis):
    if request.param == "python":
        pytest.importorskip("requests")
        program = tmp_path / "acme.py"
        # The README of the wheel is the description in its metadata.
        program.write_text(program_of(importlib.metadata.metadata("usher-auth").get_payload()))
        return Acme([sys.executable, str(program)], home, auth, apis[0])
    folder = Path(os.environ.get("ACME_NODE") or pytest.skip("no npm package here"))
    program = folder / "acme.mjs"
    program.write_text(program_of((folder / "node_modules/usher-auth/README.md").read_text()))
    return Acme([str(folder / "node"), str(program)], home, auth, apis[0])


def by_phone(auth, number="+16505550123"):
    return [(r"Number, address or provider: $", number), (r"code: $", lambda: auth.outbox.sms(number).code)]


def test_first_run(acme, auth, apis, home):
    status, printed, shown = acme.talk("notes", answers=by_phone(auth))
    assert (status, printed) == (0, "buy milk\n"), shown
    # Advice about usher's own commands is not for this program's users.
    assert "usher" not in shown.replace("acme/usher", ""), shown
    # The second time, nobody is asked.
    assert acme.run("notes") == (0, "buy milk\n", "")
    assert acme.run("whoami") == (0, "+16505550123\n", "")
    folder = home / ".config/acme/usher"
    assert folder.stat().st_mode & 0o777 == 0o700 and (folder / "state.json").stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in (home / ".config").iterdir()) == ["acme"]


def test_without_a_terminal(acme, apis):
    status, printed, told = acme.run("notes")
    assert (status, printed, told) == (1, "", "acme: no user is signed in; run `acme login` in a terminal\n")
    assert acme.run("notes", "--as", "work")[2] == "acme: no user is signed in; run `acme login --as work` in a terminal\n"
    assert apis[0].seen == []


def test_a_terminal_where_nobody_is_asked(acme):
    acme.environment["CI"] = "1"
    status, printed, shown = acme.talk("notes", answers=[])
    assert (status, printed) == (1, "")
    assert shown.endswith("acme: no user is signed in; run `acme login` in a terminal where CI is not set\r\n"), shown
    del acme.environment["CI"]
    status, printed, shown = acme.talk("notes", answers=[(r"Number, address or provider: $", "\x04")])
    assert (status, printed) == (1, "")
    assert shown.endswith("acme: no user is signed in; run `acme login` in a terminal\r\n"), shown


def test_login(acme, auth):
    """The command that texts name."""
    assert acme.talk("login", answers=by_phone(auth))[:2] == (0, "+16505550123\n")
    assert acme.run("login") == (0, "+16505550123\n", "")
    status, printed, told = acme.run("frobnicate")
    assert (status, printed) == (2, "") and told.startswith("usage: acme ")


def test_a_wrong_code(acme, auth):
    status, printed, shown = acme.talk(
        "notes", answers=[*by_phone(auth)[:1], (r"code: $", "000000"), (r"code: $", lambda: auth.outbox.sms("+16505550123").code)])
    assert (status, printed) == (0, "buy milk\n"), shown


def test_ctrl_c(acme):
    status, printed, shown = acme.talk("notes", answers=[(r"Number, address or provider: $", "\x03")])
    assert (status, printed) == (130, "") and not re.search("Traceback|Interrupt|acme:", shown), shown
    assert acme.run("whoami")[0] == 1


def test_ctrl_c_instead_of_the_code(acme, auth):
    """The next time, the code that was sent is as good."""
    status, printed, shown = acme.talk("notes", answers=[*by_phone(auth)[:1], (r"code: $", "\x03")])
    assert (status, printed) == (130, "") and not re.search("Traceback|acme:", shown), shown
    assert acme.talk("notes", answers=by_phone(auth))[:2] == (0, "buy milk\n")
    assert len(auth._connection.get("/usher/v1/projects/acme-prod/outbox")["messages"]) == 1


def test_expired_token(acme, auth, apis):
    acme.talk("notes", answers=by_phone(auth))
    auth.clock.move(hours=2)
    apis[0].seen.clear()
    assert acme.run("notes") == (0, "buy milk\n", "")
    tokens = [token for _, _, token, _ in apis[0].seen]
    assert len(tokens) == len(set(tokens)) == 2


def test_expired_session(acme, auth, apis):
    acme.talk("notes", answers=by_phone(auth))
    auth._ask("accounts:delete", localId=auth.sign_in(phone="+16505550123").uid)
    status, printed, told = acme.run("notes")
    assert status == 1 and printed == "" and re.fullmatch(r"acme: [a-z].*\n", told), told
    status, printed, shown = acme.talk("notes", answers=by_phone(auth))
    assert (status, printed) == (0, "buy milk\n"), shown


def test_second_factor_and_two_users(acme, auth):
    kim = auth.sign_in(email="kim@example.com", password="correct horse")
    auth._ask("accounts:update", localId=kim.uid, emailVerified=True, mfa={
        "enrollments": [{"mfaEnrollmentId": "work", "phoneInfo": "+16505550177", "displayName": "work"}]})
    acme.talk("notes", answers=by_phone(auth))
    status, printed, shown = acme.talk("notes", "--as", "work", answers=[
        (r"Number, address or provider: $", "kim@example.com"), (r"Password[^\n]*: $", "correct horse"),
        (r"code: $", lambda: auth.outbox.sms("+16505550177").code)])
    assert (status, printed) == (0, "buy milk\n"), shown
    assert "correct horse" not in shown
    assert acme.run("whoami", "--as", "work") == (0, "kim@example.com\n", "")
    assert acme.run("whoami") == (0, "+16505550123\n", "")


def test_sign_out(acme, auth):
    acme.talk("notes", answers=by_phone(auth))
    assert acme.run("logout") == (0, "", "")
    assert acme.run("logout") == (0, "", "")
    assert acme.run("whoami")[0] == 1


def test_no_network(acme, auth, apis):
    acme.talk("notes", answers=by_phone(auth))
    auth.stop()
    # The token is still valid, but nobody can renew it.
    assert acme.run("whoami") == (0, "+16505550123\n", "")
    status, printed, told = acme.run("notes")
    assert (status, printed) == (1, "") and re.fullmatch(r"acme: no server .*\n", told), told
    acme.run("logout")
    status, _, shown = acme.talk("notes", answers=by_phone(auth)[:1])
    assert status == 1 and "no server" in shown, shown


# The module


@pytest.fixture
def me(auth):
    """A user who is signed in."""
    user = Login(CONFIG, app="acme", endpoint=f"http://{auth.host}")
    user.logout()
    subprocess.run(
        [usher_auth.program(), "verify-phone", FICTIONAL, "--code-command", "echo 654321", "--profile", "acme-prod", "--quiet"],
        env=user._environment(), check=True, stdout=subprocess.PIPE)
    return user


@pytest.fixture
def terminal(monkeypatch):
    """What opens as a terminal, for a sign-in without questions."""
    opened = os.open
    monkeypatch.setattr(
        os, "open", lambda path, *rest, **how: opened("/dev/null" if path == "/dev/tty" else path, *rest, **how))


def test_tokens(me, auth):
    first = me.token()
    later(auth)
    assert me.token() == first != me.token(refresh=True)
    account = me.user()
    assert (account.phone, account.email, account.email_verified) == (FICTIONAL, None, False)
    assert me.token() not in f"{me!r} {me.requests_auth('https://api.example.com')!r} {vars(me)}"


def test_configuration_files(auth, tmp_path, home, monkeypatch):
    android = {
        "project_info": {"project_number": "1", "project_id": "acme-prod"},
        "client": [{
            "client_info": {"mobilesdk_app_id": "1:1:android:a", "android_client_info": {"package_name": "com.example.acme"}},
            "oauth_client": [], "api_key": [{"current_key": "AIzaSyExample"}]}],
    }
    file = tmp_path / "-google-services.json"
    file.write_text(json.dumps(android))
    monkeypatch.chdir(tmp_path)
    for config in ("-google-services.json", file, CONFIG):
        with pytest.raises(NotSignedIn) as failed:
            Login(config, app="acme", endpoint=f"http://{auth.host}").token()
        assert (failed.value.status, failed.value.code, str(failed.value)) == (
            4, "auth/no-current-user", "no user is signed in")
    # The state can be deleted at any time.
    (home / ".config/acme/usher/state.json").unlink()
    with pytest.raises(NotSignedIn):
        Login(CONFIG, app="acme", endpoint=f"http://{auth.host}").token()
    file.write_text("{}")
    with pytest.raises(LoginFailed) as failed:
        Login(file, app="acme").token()
    assert failed.value.code == "usher/bad-app-file"


def test_another_configuration_keeps_the_session(me, auth):
    other = Login({**CONFIG, "measurementId": "G-1"}, app="acme", endpoint=f"http://{auth.host}")
    assert other.token() == me.token()


@pytest.mark.parametrize("config, message", [
    ({}, "config contains no API key and no project id of an app"),
    ({"apiKey": "AIzaSyExample"}, "config lacks the project's id"),
    ({"projectId": "acme-prod"}, "config lacks the API key"),
])
def test_no_configuration(config, message):
    with pytest.raises(LoginFailed) as failed:
        Login(config, app="acme").token()
    assert (str(failed.value), failed.value.code) == (message, "usher/bad-app-file")


def anonymous(auth, config=CONFIG):
    """Somebody without a name, who is signed in."""
    user = Login(config, app="acme", endpoint=f"http://{auth.host}")
    sign_in_anonymously(user)
    return user


def sign_in_anonymously(user):
    words = ["signin", "anonymous", "--profile", "acme-prod", "--quiet"]
    user.logout()
    subprocess.run([usher_auth.program(), *words], env=user._environment(), check=True, stdout=subprocess.PIPE)


def test_two_servers_of_a_project(me, auth, home):
    first = me.user()
    with usher_auth.start(project="acme-prod") as server:
        other = anonymous(server)
        second = other.user()
        assert first.uid != second.uid
        google = Login(CONFIG, app="acme")
        for _ in range(2):
            assert (me.user(), other.user()) == (first, second)
            with pytest.raises(NotSignedIn, match="no user is signed in"):
                google.token()
        later(auth)
        assert me.token() != me.token(refresh=True)
        # As if it were a session at Google. Its token is still valid.
        state = home / ".config/acme/usher/state.json"
        state.write_text(state.read_text().replace(f'"endpoint": "http://{server.host}"', '"endpoint": "production"'))
        token = google.token()
        assert me.user() == first
        assert (google.token(), google.user()) == (token, second)
        with pytest.raises(NotSignedIn):
            other.token()


def test_a_moved_configuration_file(me, auth, tmp_path, monkeypatch):
    """It is read once."""
    (tmp_path / "web.json").write_text(json.dumps(CONFIG))
    monkeypatch.chdir(tmp_path)
    user = Login("web.json", app="acme", endpoint=f"http://{auth.host}")
    token = user.token()
    monkeypatch.chdir("/")
    assert user.token() == token


def test_the_folder_of_the_configuration(me, auth, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    with pytest.raises(NotSignedIn):
        Login(CONFIG, app="acme", endpoint=f"http://{auth.host}").token()
    assert (tmp_path / "xdg/acme/usher/state.json").exists()
    for app in ("", "../acme", "a/b", ".acme"):
        with pytest.raises(ValueError):
            Login(CONFIG, app=app)


def test_the_persons_own_usher_has_no_effect(me, auth, monkeypatch, tmp_path):
    token = me.token()
    (tmp_path / ".usher-profile").write_text("other\n")
    monkeypatch.chdir(tmp_path)
    for name, value in (
        ("USHER_ENDPOINT", "production"), ("USHER_PROJECT", "other"), ("USHER_SESSION", "other"), ("USHER_ID_TOKEN", "other"),
        ("USHER_CONFIG_DIR", "/nowhere"), ("FIREBASE_AUTH_EMULATOR_HOST", "127.0.0.1:1"), ("USHER_TIMEOUT", ""),
    ):
        monkeypatch.setenv(name, value)
    assert Login(CONFIG, app="acme", endpoint=f"http://{auth.host}").token() == token


@pytest.mark.parametrize("endpoint", ["", "http://auth.example.com", "127.0.0.1:9099", "http://127.999.1.1:9099"])
def test_no_endpoint(endpoint):
    with pytest.raises(ValueError, match="endpoint"):
        Login(CONFIG, app="acme", endpoint=endpoint)


def test_threads_set_up_once(auth, home, monkeypatch, tmp_path):
    log, spy = tmp_path / "log", tmp_path / "usher"
    spy.write_text(f'#!/bin/sh\necho "$@" >>{log}\nexec {usher_auth.program()} "$@"\n')
    spy.chmod(0o755)
    monkeypatch.setattr(sys.modules["usher_auth.login"], "program", lambda: str(spy))
    user = Login(CONFIG, app="first", endpoint=f"http://{auth.host}")
    threads = [threading.Thread(target=user.logout) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert log.read_text().count("init") == 1 and log.read_text().count("signout") == 4
    [known] = (home / ".config/first/usher").glob("login.json*")
    assert known.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("damage", ["no file", "no file any more", "not executable", "no program", "says nothing"])
def test_no_usher(me, terminal, monkeypatch, tmp_path, damage):
    usher = tmp_path / "usher"
    if damage == "no file":
        usher_auth.program.cache_clear()
        monkeypatch.setattr("os.access", lambda *_: False)
    else:
        monkeypatch.setattr(sys.modules["usher_auth.login"], "program", lambda: str(usher))
    if damage in ("not executable", "no program"):
        usher.touch(0o755 if damage == "no program" else 0o644)
    elif damage == "says nothing":
        usher.write_text("#!/bin/sh\n")
        usher.chmod(0o755)
    with pytest.raises(LoginFailed, match="reinstall usher-auth"):
        usher_auth.login(CONFIG, app="acme")
    if damage != "says nothing":
        with pytest.raises(LoginFailed, match="reinstall usher-auth"):
            me.sign_in()


def test_unreachable(me, auth):
    auth.stop()
    assert me.token()
    with pytest.raises(Unreachable) as failed:
        me.token(refresh=True)
    assert failed.value.status == 69


def test_no_secret_is_in_arguments_or_variables(me, auth, monkeypatch, tmp_path):
    log, spy = tmp_path / "log", tmp_path / "usher"
    spy.write_text(f'#!/bin/sh\n{{ printf "%s\\n" "$@"; env; }} >>{log}\nexec {usher_auth.program()} "$@"\n')
    spy.chmod(0o755)
    monkeypatch.setattr(sys.modules["usher_auth.login"], "program", lambda: str(spy))
    token = me.token()
    state = json.loads((tmp_path / "home/.config/acme/usher/state.json").read_text())
    user = usher_auth.login(CONFIG, app="acme", endpoint=f"http://{auth.host}")
    user.token(refresh=True), user.user(), user.logout()
    log = log.read_text()
    assert "--refresh" in log and "signout" in log
    secrets = [token, *re.findall(r'"refresh_token": ?"([^"]+)"', json.dumps(state))]
    assert len(secrets) == 2
    for secret in secrets:
        assert secret not in log


# The adapters


def later(auth):
    """Without a signature, the server's tokens of one second are the same."""
    auth.clock.move(seconds=2)


def tokens(server):
    return [token for _, _, token, _ in server.seen]


class Requests:
    """The library requests."""

    def __init__(self, me, base_url):
        self.auth, self.session = me.requests_auth(base_url), pytest.importorskip("requests").Session()

    def send(self, method, url, data=None):
        return self.session.request(method, url, auth=self.auth, data=data, timeout=30)


class HTTPX:
    """The library httpx."""

    def __init__(self, me, base_url):
        self.auth, self.httpx = me.httpx_auth(base_url), pytest.importorskip("httpx")

    def send(self, method, url, data=None):
        with self.httpx.Client(auth=self.auth, follow_redirects=True, trust_env=False) as client:
            return client.request(method, url, content=data)


class AsyncHTTPX(HTTPX):
    """The library httpx, in a coroutine."""

    def send(self, method, url, data=None):
        async def stream():
            for part in data:
                yield part

        async def send():
            async with self.httpx.AsyncClient(auth=self.auth, follow_redirects=True, trust_env=False) as client:
                content = data if data is None or isinstance(data, bytes) else stream()
                return await client.request(method, url, content=content)

        return asyncio.run(send())


@pytest.fixture(params=[Requests, HTTPX, AsyncHTTPX])
def client(request, me, apis):
    return request.param(me, apis[0].url)


def test_a_request_has_the_token(client, me, apis):
    for _ in range(3):
        assert client.send("GET", apis[0].url + "/notes").text == "buy milk"
    assert tokens(apis[0]) == [me.token()] * 3
    assert me.token() not in repr(client.auth)


def test_a_refused_request_is_sent_again_once(client, me, auth, apis):
    first = me.token()
    apis[0].refused.add(first)
    later(auth)
    assert client.send("POST", apis[0].url + "/notes", b"eggs").status_code == 200
    assert [(body, token == first) for _, _, token, body in apis[0].seen] == [(b"eggs", True), (b"eggs", False)]
    apis[0].knows = lambda token: False
    apis[0].seen.clear()
    later(auth)
    assert client.send("GET", apis[0].url + "/notes").status_code == 401
    assert len(set(tokens(apis[0]))) == len(apis[0].seen) == 2


def test_the_user_changes(client, me, auth, apis):
    """The next request is another user's, or nobody's."""
    def sent():
        assert client.send("GET", apis[0].url + "/notes").text == "buy milk"
        return tokens(apis[0])[-1]

    first = sent()
    me.logout()
    with pytest.raises(NotSignedIn):
        sent()
    sign_in_anonymously(me)
    second = sent()
    assert second == me.token() != first
    later(auth)
    assert sent() == second != me.token(refresh=True) == sent()
    # Another process signs somebody else in.
    sign_in_anonymously(Login(CONFIG, app="acme", endpoint=f"http://{auth.host}"))
    me.user()
    assert sent() == me.token()


def test_a_new_sign_in_is_seen(me, terminal, apis, monkeypatch):
    bearer = Bearer(me, apis[0].url)
    bearer.header()
    monkeypatch.setattr(me, "_method", "anonymous")
    me.sign_in()
    assert bearer.header() == f"Bearer {me.token()}"


def test_a_redirected_request_is_not_done_twice(client, me, auth, apis):
    apis[0].redirects["/pay"] = (303, "/notes")
    apis[0].refused.add(me.token())
    later(auth)
    answer = client.send("POST", apis[0].url + "/pay", b"eggs")
    assert [path for method, path, _, _ in apis[0].seen if method == "POST"] == ["/pay"]
    # requests repeats only what came after the redirect.
    assert answer.status_code == (401 if isinstance(client, HTTPX) else 200)


def test_a_failed_renewal_is_not_kept(me, auth, apis, monkeypatch):
    """Others whose token was refused, too, try it again."""
    bearer = Bearer(me, apis[0].url)
    first = bearer.header()
    later(auth)

    def fail(**_):
        raise Unreachable("no server answers")

    with monkeypatch.context() as once:
        once.setattr(me, "token", fail)
        with pytest.raises(Unreachable):
            bearer.renewed(first)
    assert bearer.renewed(first) == bearer.header() == f"Bearer {me.token()}" != first


def test_a_stream_is_not_sent_again(client, me, apis):
    apis[0].refused.add(me.token())
    stream = [b"eggs", b"milk"] if isinstance(client, AsyncHTTPX) else iter([b"eggs", b"milk"])
    assert client.send("POST", apis[0].url + "/notes", stream).status_code == 401
    assert [body for _, _, _, body in apis[0].seen] == [b"eggsmilk"]


def test_a_file_is_sent_again_from_where_it_began(me, auth, apis, tmp_path):
    client = Requests(me, apis[0].url)
    apis[0].refused.add(me.token())
    later(auth)
    (tmp_path / "list").write_bytes(b"head\neggs\n")
    with open(tmp_path / "list", "rb") as file:
        file.readline()
        assert client.send("PUT", apis[0].url + "/notes", file).status_code == 200
    assert [body for _, _, _, body in apis[0].seen] == [b"eggs\n"] * 2


def test_a_body_that_only_seems_to_be_a_file(me, apis):
    class Pipe:
        def tell(self):
            return 0

        def __iter__(self):
            return iter([b"eggs"])

    class Closed(Pipe):
        def seek(self, *_):
            raise io.UnsupportedOperation

    client = Requests(me, apis[0].url)
    apis[0].refused.add(me.token())
    for body in (Pipe(), Closed()):
        assert client.send("POST", apis[0].url + "/notes", body).status_code == 401
    assert [body for _, _, _, body in apis[0].seen] == [b"eggs"] * 2


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_another_server_does_not_get_the_token(client, apis, status):
    mine, other = apis
    mine.redirects["/away"] = (status, other.url + "/notes")
    assert client.send("GET", mine.url + "/away").status_code == 401
    assert client.send("POST", mine.url + "/away", b"eggs").status_code == 401
    assert client.send("GET", other.url + "/notes").status_code == 401
    assert client.send("GET", mine.url.replace("127.0.0.1", "localhost") + "/notes").status_code == 401
    assert tokens(other) == [None] * 3
    assert all(token is not None for token in tokens(mine)[:2]) and tokens(mine)[-1] is None


def test_a_redirect_at_the_api_keeps_the_token(client, me, auth, apis):
    apis[0].redirects["/old"] = (307, "/notes")
    assert client.send("POST", apis[0].url + "/old", b"eggs").text == "buy milk"
    assert apis[0].seen[-1][1:] == ("/notes", me.token(), b"eggs")
    if isinstance(client, HTTPX):
        return
    apis[0].refused.add(me.token())
    later(auth)
    assert client.send("POST", apis[0].url + "/old", b"eggs").text == "buy milk"
    assert apis[0].seen[-1][1:] == ("/notes", me.token(), b"eggs")
    # One renewal, although both requests were sent with the old token.
    assert len(set(tokens(apis[0]))) == 2


def test_a_redirect_that_comes_back_has_no_token(client, apis):
    """Another server cannot make a request for the user."""
    mine, other = apis
    mine.redirects["/away"] = (302, other.url + "/back")
    other.redirects["/back"] = (302, mine.url + "/delete-all")
    assert client.send("GET", mine.url + "/away").status_code == 401
    assert [(path, token is None) for _, path, token, _ in mine.seen] == [("/away", False), ("/delete-all", True)]


def test_threads_renew_once(me, auth, apis):
    client = Requests(me, apis[0].url)
    apis[0].refused.add(me.token())
    later(auth)
    answers = []
    threads = [
        threading.Thread(target=lambda: answers.append(client.send("GET", apis[0].url + "/notes").status_code))
        for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 8
    assert len(set(tokens(apis[0]))) == 2


@pytest.mark.parametrize("url", ["http://api.example.com", "http://127.0.0.1.example.com", "api.example.com", "ftp://localhost", "",
    "http://127.999.1.1", "http://127.0.0.1.", "https://kim:secret@api.example.com", "https://api.example.com:0",
    " https://api.example.com", "https://api.exa\nmple.com", "https://api.example.com\\.evil.example"])
def test_a_token_does_not_go_through_an_open_network(me, url):
    with pytest.raises(ValueError) as failed:
        me.requests_auth(url)
    assert "base_url" in str(failed.value) and "secret" not in str(failed.value)


def test_a_token_does_not_go_to_a_proxy(me, monkeypatch):
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    for name in ("http_proxy", "ALL_PROXY"):
        with monkeypatch.context() as variables:
            variables.setenv(name, "http://proxy.example.com:3128")
            with pytest.raises(LoginFailed, match="NO_PROXY=localhost,127.0.0.1$"):
                me.requests_auth("http://127.0.0.1:8080")
            assert me.requests_auth("https://api.example.com")
            variables.setenv("NO_PROXY", "localhost,127.0.0.1")
            assert me.requests_auth("http://127.0.0.1:8080")


def test_names_of_servers(me):
    pytest.importorskip("requests")
    for name in ("faß.de", "FAß.de", "xn--fa-hia.de"):
        bearer = Bearer(me, f"https://{name}")
        for same in ("faß.de", "xn--fa-hia.de", "XN--FA-HIA.de"):
            assert bearer.is_for("https", same, None) and bearer.is_for("https", same, 443)
        for other in ("fass.de", "faß.de.", "faß.de:443", "faß.de\n", ""):
            assert not bearer.is_for("https", other, None)
        assert not bearer.is_for("https", "faß.de", 0) and not bearer.is_for("http", "faß.de", None)


def test_a_name_with_other_letters(client, me):
    """What the library sends it to is what is compared."""
    url = "https://xn--fa-hia.de/notes"
    auth = type(client)(me, "https://faß.de").auth
    if isinstance(client, HTTPX):
        flow = auth.sync_auth_flow(client.httpx.Request("GET", url.replace("xn--fa-hia", "faß")))
        assert next(flow).headers["Authorization"] == f"Bearer {me.token()}"
    else:
        requests = pytest.importorskip("requests")
        request = requests.Request("GET", url.replace("xn--fa-hia", "faß"), auth=auth).prepare()
        assert request.url == url and request.headers["Authorization"] == f"Bearer {me.token()}"


def test_an_ended_session_is_told(client, me, auth, apis):
    apis[0].refused.add(me.token())
    auth._ask("accounts:delete", localId=me.user().uid)
    with pytest.raises(NotSignedIn):
        client.send("GET", apis[0].url + "/notes")
