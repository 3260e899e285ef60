"""Tests the GitLab snippet's scripts as GitLab's runner runs them: `gitlab.py SNIPPET ARCHIVE COMMAND`.

The script around them comes from the runner's shells/bash.go. Each story runs in bash and in dash, with the runner's
defaults and with FF_USE_NEW_BASH_EVAL_STRATEGY and FF_ENABLE_BASH_EXIT_CODE_CHECK. COMMAND is the container image's
command, in JSON; the host `usher` is not loopback.
"""
import hashlib
import http.server
import json
import os
import shlex
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import yaml

SNIPPET, ARCHIVE = (Path(word) for word in sys.argv[1:3])
COMMAND = json.loads(sys.argv[3])
SHA256 = hashlib.sha256(ARCHIVE.read_bytes()).hexdigest()
SIGN_IN = ["usher verify-phone +16505553434 --code-command 'echo 654321' --quiet", "usher whoami"]


class Loader(yaml.SafeLoader):
    pass


Loader.add_constructor("!reference", lambda loader, node: tuple(loader.construct_sequence(node)))
JOBS = yaml.load(SNIPPET.read_text(), Loader)


def lines(job, key):
    found = []
    for line in JOBS[job].get(key, []):
        found += lines(*line) if isinstance(line, tuple) else [line]
    return found


class Ended:
    def __init__(self, shell, new, job, script, variables, beside=None):
        folder = tempfile.mkdtemp(prefix="build-")
        text = "".join(f"export {name}={shlex.quote(str(value))}\n" for name, value in variables.items())
        for line in lines(job, "before_script") + script:
            text += f"echo {shlex.quote('$ ' + line.splitlines()[0])}\n{line}\n"
            if new:
                text += "_runner_exit_code=$?; if [ $_runner_exit_code -ne 0 ]; then exit $_runner_exit_code; fi\n"
        evaluated = f"(eval {shlex.quote(text)})" if new else f"eval {shlex.quote(text)}"
        whole = ("trap exit 1 TERM\n\nif set -o | grep pipefail > /dev/null; then set -o pipefail; fi; set -o errexit\n"
                 f"set +o noclobber\n: | {evaluated}\nexit 0\n")
        ended = subprocess.run([shell], input=whole, cwd=folder, text=True, timeout=60, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, env={"PATH": "/usr/bin:/bin", "HOME": os.environ["HOME"], "CI": "true",
                                                              "GITLAB_CI": "true", "TMPDIR": folder})
        self.ok, self.text = ended.returncode == 0, ended.stdout
        assert not list(Path(folder).iterdir()), f"left there: {list(Path(folder).rglob('*'))[:9]}"
        left = [path.parent.name for path in Path("/proc").glob("[0-9]*/cmdline") if b"usher" in path.read_bytes().split(b"\0")[0]]
        left = [pid for pid in left if not beside or int(pid) != beside.pid]
        assert not left, left


class Nothing(http.server.BaseHTTPRequestHandler):
    """Returns 404 for all requests, and records the command lines of the clients."""
    seen = []

    def do_GET(self):
        Nothing.seen += [path.read_text() for path in Path("/proc").glob("[0-9]*/cmdline")]
        self.send_error(404)

    def log_message(self, *_):
        pass


nothing = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Nothing)
threading.Thread(target=nothing.serve_forever, daemon=True).start()
# The user's configuration makes curl print its requests.
Path(os.environ["HOME"], ".curlrc").write_text("verbose\n")


def stories(shell, new):
    given = {"USHER_ARCHIVE": ARCHIVE, "USHER_SHA256": SHA256}

    def works(*words):
        ended = Ended(shell, new, *words)
        assert ended.ok, ended.text
        return ended.text

    def fails(text, *words):
        ended = Ended(shell, new, *words)
        assert not ended.ok and text in ended.text and "never" not in ended.text.split("\n"), ended.text
        return ended.text

    began = time.monotonic()
    text = works(".usher-serve", SIGN_IN, given)
    whole = time.monotonic() - began
    assert whole < 20, whole
    assert "+16505553434" in text and "sendVerificationCode" in text, text
    fails("usher signin", ".usher-serve", ["usher whoami", "echo never"], given)
    text = works(".usher", SIGN_IN, {**given, "USHER_ENDPOINT": "local"})
    assert "+16505553434" in text, text
    text = works(".usher-serve", [*SIGN_IN, 'echo "at $FIREBASE_AUTH_EMULATOR_HOST for $GCLOUD_PROJECT $FIREBASE_CONFIG"'],
                 {**given, "USHER_SERVE_OPTIONS": "--port 9199 --policy strict", "USHER_PROJECT": "my-app"})
    assert 'at 127.0.0.1:9199 for my-app {"projectId":"my-app"}' in text and "policy strict" in text, text

    works(".usher-serve", SIGN_IN, {**given, "USHER_OUTPUT": "json"})
    # Options must not be expanded as patterns, but the job's script must be.
    fails("/etc/pass*", ".usher-serve", ["echo never"], {**given, "USHER_SERVE_OPTIONS": "--config /etc/pass*"})
    assert "\n/etc/passwd\n" in works(".usher-serve", ["echo /etc/passw*"], given)

    fails("usher serve has it", ".usher-serve", ["echo usher serve has it", "false", "echo never"], given)
    fails("FAILED", ".usher", ["echo never"], {**given, "USHER_SHA256": "0" * 64})
    fails("is not set", ".usher", ["echo never"], {"USHER_ARCHIVE": ARCHIVE})
    fails("is not set", ".usher", ["echo never"], {"USHER_SHA256": SHA256})
    fails("nowhere", ".usher", ["echo never"], {**given, "USHER_ARCHIVE": "nowhere"})
    fails("curl", ".usher", ["echo never"], {**given, "USHER_ARCHIVE": "http://127.0.0.1:1/x"})
    at = f"http://127.0.0.1:{nothing.server_port}/?token=secret"
    assert "secret" not in fails("404", ".usher", ["echo never"], {**given, "USHER_ARCHIVE": at})
    assert any(line.startswith("curl\0") for line in Nothing.seen) and "secret" not in "".join(Nothing.seen), Nothing.seen
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 9099))
        taken.listen()
        fails("port 9099 is taken", ".usher-serve", ["echo never"], given)
    print(f"gitlab: {shell}{', new eval and exit codes' if new else ''}: from nothing to usher whoami in {whole:.2f} s, "
          "and what may fail", flush=True)


for shell in "bash", "dash":
    for new in False, True:
        stories(shell, new)


def service():
    """Runs a job that extends .usher and .usher-service; like GitLab, it gives both their variables."""
    about = JOBS[".usher-service"]
    variables = {}
    for name, value in about["variables"].items():
        variables[name] = value.replace("$USHER_PROJECT", variables.get("USHER_PROJECT", ""))
    folder = tempfile.mkdtemp()
    subprocess.run(["tar", "-xzf", ARCHIVE, "--strip-components=1", "-C", folder], check=True)
    assert about["services"][0]["alias"] == "usher"
    server = subprocess.Popen([f"{folder}/bin/usher", *COMMAND], env={"PATH": "/usr/bin", "HOME": "/data", **variables},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert any(line.startswith("Listening on ") for line in server.stdout)
        query = ('curl -fsS -H "Authorization: Bearer owner" -H "Content-Type: application/json" -d "{}" '
                 '"http://$FIREBASE_AUTH_EMULATOR_HOST/identitytoolkit.googleapis.com/v1/projects/$GCLOUD_PROJECT/accounts:query"')
        given = {**variables, "USHER_ARCHIVE": ARCHIVE, "USHER_SHA256": SHA256}
        ended = Ended("bash", False, ".usher", [*SIGN_IN, query, 'echo "$FIREBASE_CONFIG"'], given, server)
    finally:
        server.kill()
    assert ended.ok and '"phoneNumber":"+16505553434"' in ended.text.replace('": "', '":"'), ended.text
    assert json.loads(ended.text.rstrip().split("\n")[-1]) == {"projectId": "demo-usher"}, ended.text
    print("gitlab: a job that has its server as a service", flush=True)


service()
