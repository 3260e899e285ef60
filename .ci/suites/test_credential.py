"""git, docker and kubectl with the token of a signed-in user, for `.ci/check-suites`."""

import base64
import http.server
import json
import os
import shutil
import ssl
import subprocess
import threading

import pytest

from usher_auth import Server, program

COMMIT = "1b1bfc8b2ab9a1ba9be3d7d1b9c5b2dd30ff6cd1"


class API(http.server.BaseHTTPRequestHandler):
    """A server that takes the tokens in `tokens`, as a password or a bearer, and keeps what it was sent."""

    tokens: list
    seen: list

    def do_GET(self):
        kind, _, value = self.headers.get("Authorization", "").partition(" ")
        sent = base64.b64decode(value).decode().partition(":")[2] if kind == "Basic" else value
        self.seen.append(sent or None)
        if sent not in self.tokens:
            return self.answer(401, b"", "text/plain", ("WWW-Authenticate", 'Basic realm="test"'))
        if self.path.startswith("/notes.git/info/refs"):
            return self.answer(200, f"{COMMIT}\trefs/heads/main\n".encode(), "text/plain")
        if self.path.startswith("/v2/notes/manifests/"):
            manifest = {
                "schemaVersion": 2, "mediaType": "application/vnd.docker.distribution.manifest.v2+json",
                "config": {"mediaType": "application/vnd.docker.container.image.v1+json", "size": 2,
                           "digest": "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"},
                "layers": [],
            }
            return self.answer(200, json.dumps(manifest).encode(), manifest["mediaType"])
        if self.path.startswith("/v2/notes/blobs/"):
            return self.answer(200, b"{}", "application/octet-stream")
        if self.path.startswith("/version"):
            return self.answer(200, b'{"gitVersion":"v1.32.4","major":"1","minor":"32"}', "application/json")
        return self.answer(200, b"{}", "application/json", ("Docker-Distribution-Api-Version", "registry/2.0"))

    do_HEAD = do_GET

    def answer(self, status, body, kind, *headers):
        self.send_response(status)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(body))), *headers):
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def api():
    kind = type("OneAPI", (API,), {"tokens": [], "seen": []})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), kind) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        server.host = f"localhost:{server.server_port}"
        server.tokens, server.seen = kind.tokens, kind.seen
        yield server
        server.shutdown()


@pytest.fixture
def secure_api(api, tmp_path):
    """The same by HTTPS, without which docker and kubectl send no token."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "1",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", tmp_path / "key.pem", "-out", tmp_path / "cert.pem"],
        check=True, stderr=subprocess.PIPE)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    api.socket = context.wrap_socket(api.socket, server_side=True)
    api.certificate = tmp_path / "cert.pem"
    return api


@pytest.fixture
def usher_at_home(usher_alone: Server, tmp_path, monkeypatch):
    """A home in which a user is signed in, and a function that runs usher there."""
    for name in [name for name in os.environ if name.startswith(("GIT_", "DOCKER_", "XDG_", "USHER_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("GIT_TERMINAL_PROMPT", "0")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/usher").symlink_to(program())

    def run(*words):
        return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout

    run("usher", "profile", "set", "endpoint", f"http://{usher_alone.host}", "--profile", "work", "--quiet")
    run("usher", "signin", "anonymous", "--profile", "work", "--quiet")
    run.home = tmp_path
    return run


def configure_git(run, host):
    """What the manual says, beside a helper that other hosts have."""
    run("git", "config", "--global", "credential.helper", "store")
    helper = f"credential.http://{host}.helper"
    run("git", "config", "--global", "--add", helper, "")
    run("git", "config", "--global", "--add", helper, f"!usher credential --profile work --host {host}")


def token(run):
    return run("usher", "token", "--profile", "work").strip()


def test_git(usher_at_home, api):
    run, url = usher_at_home, f"http://{api.host}/notes.git"
    configure_git(run, api.host)
    api.tokens.append(token(run))
    assert run("git", "ls-remote", url) == f"{COMMIT}\trefs/heads/main\n"
    # The other helper would keep it in a file.
    assert not (run.home / ".git-credentials").exists()
    uid = json.loads(run("usher", "whoami", "--profile", "work", "--json"))["account"]["uid"]
    filled = subprocess.run(
        ["git", "credential", "fill"], input=f"protocol=http\nhost={api.host}\n\n", check=True, text=True,
        stdout=subprocess.PIPE).stdout.splitlines()
    assert {f"username={uid}", f"password={api.tokens[0]}"} <= set(filled)


def test_git_after_a_refusal(usher_at_home, usher_alone, api):
    """git tells the helper of the 401, and the next command has a new token."""
    run, url = usher_at_home, f"http://{api.host}/notes.git"
    configure_git(run, api.host)
    refused = token(run)
    # Without a signature, the server's tokens of one second are the same.
    usher_alone.clock.move(seconds=2)
    assert subprocess.run(["git", "ls-remote", url], stderr=subprocess.PIPE).returncode == 128
    renewed = token(run)
    assert api.seen[-1] == refused != renewed
    api.tokens.append(renewed)
    assert run("git", "ls-remote", url) == f"{COMMIT}\trefs/heads/main\n"


def test_git_at_another_host(usher_at_home, api):
    run = usher_at_home
    helper = "!usher credential --profile work --host api.example.com"
    run("git", "config", "--global", "credential.helper", helper)
    assert subprocess.run(["git", "ls-remote", f"http://{api.host}/notes.git"], stderr=subprocess.PIPE).returncode == 128
    assert set(api.seen) == {None}


def test_git_in_a_folder_with_a_profile(usher_at_home, usher_alone, api, monkeypatch):
    """Neither the folder of a repository nor variables decide whose token its server gets."""
    run = usher_at_home
    run("usher", "profile", "set", "endpoint", f"http://{usher_alone.host}", "--profile", "other", "--quiet")
    usher_alone.clock.move(seconds=2)
    run("usher", "signin", "anonymous", "--profile", "other", "--quiet")
    (run.home / ".usher-profile").write_text("other\n")
    monkeypatch.chdir(run.home)
    monkeypatch.setenv("USHER_ENDPOINT", "http://127.0.0.1:1")
    monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", "127.0.0.1:1")
    configure_git(run, api.host)
    api.tokens.append(token(run))
    assert run("git", "ls-remote", f"http://{api.host}/notes.git") == f"{COMMIT}\trefs/heads/main\n"
    asked = subprocess.run(
        ["usher", "credential", "--host", api.host, "get"], input=f"protocol=http\nhost={api.host}\n\n", text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert (asked.returncode, asked.stdout) == (64, "") and "--profile NAME" in asked.stderr


@pytest.mark.parametrize("value", [b"k\0im", b"k\rim", b"k\r\rim"])
def test_an_attribute_is_one_line(usher_at_home, value):
    ended = subprocess.run(
        ["usher", "credential", "--profile", "work", "--host", "api.example.com", "get"], check=True, stdout=subprocess.PIPE,
        input=b"username=" + value + b"\r\nprotocol=https\r\nhost=api.example.com\r\n\r\n")
    uid = json.loads(usher_at_home("usher", "whoami", "--profile", "work", "--json"))["account"]["uid"]
    assert ended.stdout.startswith(f"username={uid}\npassword={token(usher_at_home)}\n".encode())


@pytest.mark.skipif(shutil.which("docker") is None, reason="no docker here")
def test_docker(usher_at_home, secure_api):
    run, api, image = usher_at_home, secure_api, f"{secure_api.host}/notes:latest"
    helper = run.home / "bin/docker-credential-usher"
    helper.write_text(f'#!/bin/sh\nexec usher credential --profile work --host {api.host} --format docker "$1"\n')
    helper.chmod(0o755)
    (run.home / ".docker").mkdir()
    (run.home / ".docker/config.json").write_text(json.dumps({"credHelpers": {api.host: "usher"}}))
    inspect = ["docker", "manifest", "inspect", "--insecure", image]
    assert subprocess.run(inspect, stdout=subprocess.PIPE, stderr=subprocess.PIPE).returncode != 0
    api.tokens.append(token(run))
    assert json.loads(run(*inspect))["schemaVersion"] == 2
    assert api.tokens[0] in api.seen


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="no kubectl here")
def test_kubectl(usher_at_home, secure_api):
    run, api = usher_at_home, secure_api
    plugin = {
        "apiVersion": "client.authentication.k8s.io/v1", "command": "usher",
        "args": ["token", "--profile", "work", "--format", "exec-credential"], "interactiveMode": "Never",
    }
    config = run.home / "kubeconfig"
    config.write_text(json.dumps({
        "apiVersion": "v1", "kind": "Config", "current-context": "c",
        "clusters": [{"name": "c", "cluster": {"server": f"https://{api.host}", "certificate-authority": str(api.certificate)}}],
        "users": [{"name": "me", "user": {"exec": plugin}}],
        "contexts": [{"name": "c", "context": {"cluster": "c", "user": "me"}}],
    }))
    api.tokens.append(token(run))
    assert "1.32.4" in run("kubectl", "--kubeconfig", str(config), "get", "--raw", "/version")
    assert set(api.seen) == {api.tokens[0]}
