"""Tries the GitHub Action as a runner would, inside the root that check-action made: `action.py ACTION ARCHIVE NODE`.

`Job` does what GitHub's runner does for an action in JavaScript and for a `run` step: inputs and state as variables, the
files of values, the commands on standard output, the second half of each action at the end, however the job went.
"""
import ctypes
import hashlib
import http.server
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path

import yaml

ACTION, ARCHIVE, NODE = (Path(word) for word in sys.argv[1:])
SHA256 = hashlib.sha256(ARCHIVE.read_bytes()).hexdigest()
VERSION = re.fullmatch(r"usher-(.+)-linux-amd64\.tar\.gz", ARCHIVE.name)[1]
SIGN_IN = "usher verify-phone +16505553434 --code-command 'echo 654321' --quiet\nusher whoami"
HOSTILE = "x y'\"`touch pwned`$(touch pwned);touch pwned\nX_INJECTED=1\n::add-mask::pwned\nEOF\n%0A\n##[error]pwned"


def values(path):
    """What a file of values says, read as the runner reads it."""
    found, lines = {}, path.read_text().splitlines()
    while lines:
        line = lines.pop(0)
        heredoc = re.match(r"([^=]+?)<<(.+)", line)
        if heredoc:
            end = lines.index(heredoc[2])
            found[heredoc[1]] = "\n".join(lines[:end])
            del lines[:end + 1]
        elif "=" in line:
            name, found[name] = line.split("=", 1)[0], line.split("=", 1)[1]
        else:
            assert not line, f"neither a value nor its end: {line}"
    return found


def commands(text):
    """The commands to the runner in what a step printed: at a line's beginning, in the older form anywhere in it."""
    found, stopped = [], None
    for line in text.splitlines():
        command = re.match(r"\s*::([\w-]+)(?: [^:]*)?::(.*)", line) or re.search(r"##\[([\w-]+)[^\]]*\](.*)", line)
        if stopped:
            if line.strip() == f"::{stopped}::":
                stopped = None
        elif command and command[1] == "stop-commands":
            stopped = command[2]
        elif command:
            found.append((command[1], command[2].replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")))
    assert not stopped, "commands stay stopped"
    return found


class Step:
    def __init__(self, ended, outputs):
        self.ok, self.text, self.outputs = ended.returncode == 0, ended.stdout, outputs
        self.commands = commands(ended.stdout)
        self.errors = [text for name, text in self.commands if name == "error"]
        self.warnings = [text for name, text in self.commands if name == "warning"]


class Job:
    def __init__(self, tools=None, **environment):
        self.folder = Path(tempfile.mkdtemp(prefix="job-"))
        self.tools = tools or self.folder / "tools"
        self.workspace, self.temporary = self.folder / "work", self.folder / "temp"
        for folder in (self.workspace, self.temporary, self.tools):
            folder.mkdir(exist_ok=True)
        self.tracking = f"github_{uuid.uuid4()}"
        self.environment = {
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": os.environ["HOME"], "LANG": "C.UTF-8", "CI": "true",
            "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(self.workspace), "RUNNER_TEMP": str(self.temporary),
            "RUNNER_TOOL_CACHE": str(self.tools), "RUNNER_OS": "Linux", "RUNNER_TRACKING_ID": self.tracking,
            "GITHUB_SERVER_URL": "https://github.invalid", "ACTIONS_RUNTIME_TOKEN": "not for the server", **environment}
        self.posts, self.good = [], True

    def files(self):
        folder = Path(tempfile.mkdtemp(dir=self.folder, prefix="files-"))
        paths = {name: folder / name for name in ("GITHUB_ENV", "GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STATE")}
        for path in paths.values():
            path.touch()
        return paths

    def step(self, words, more, files):
        """Runs one process to its end, and takes over what it left in the files."""
        ended = subprocess.run(words, cwd=self.workspace, env={**self.environment, **more, **{k: str(v) for k, v in files.items()}},
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
        given = values(files["GITHUB_ENV"])
        assert not [name for name in given if re.match(r"GITHUB_|RUNNER_|NODE_OPTIONS", name)], given
        self.environment.update(given)
        for line in files["GITHUB_PATH"].read_text().splitlines():
            self.environment["PATH"] = f"{line}:{self.environment['PATH']}"
        step = Step(ended, values(files["GITHUB_OUTPUT"]))
        step.given = given
        self.good = self.good and step.ok
        return step

    def uses(self, action=ACTION, **given):
        declared = yaml.safe_load((action / "action.yml").read_text())
        unknown = set(given) - set(declared["inputs"])
        assert not unknown, f"Unexpected input(s) {unknown}"
        inputs = {name: str(given.get(name, about.get("default", ""))) for name, about in declared["inputs"].items()}
        more = {f"INPUT_{name.replace(' ', '_').upper()}": value for name, value in inputs.items()}
        files = self.files()
        step = self.step([NODE, action / declared["runs"]["main"]], more, files)
        assert set(step.outputs) <= set(declared["outputs"]), step.outputs
        state = {f"STATE_{name}": value for name, value in values(files["GITHUB_STATE"]).items()}
        self.posts.append(([NODE, action / declared["runs"]["post"]], {**more, **state}))
        return step

    def run(self, script, **environment):
        file = self.temporary / f"{uuid.uuid4()}.sh"
        file.write_text(script)
        return self.step(["bash", "--noprofile", "--norc", "-eo", "pipefail", file], environment, self.files())

    def end(self):
        """The second halves, the last first; then nothing of the job's is left for the runner to kill."""
        steps = [self.step(words, more, self.files()) for words, more in reversed(self.posts)]
        assert not self.left(), self.left()
        shutil.rmtree(self.folder)
        return steps

    def left(self):
        """The processes that run and have the job's tracking variable, or are the server, which hides its own."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                words = (folder / "cmdline").read_bytes().split(b"\0")
                if words[0].endswith(b"/usher"):
                    found.append(words)
                elif words[0] and f"RUNNER_TRACKING_ID={self.tracking}".encode() in (folder / "environ").read_bytes():
                    found.append(words)
            except OSError:
                pass
        return found

    def server(self):
        """The number of the one server."""
        [pid] = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")
                 if b"/usher\0serve\0" in (folder / "cmdline").read_bytes()]
        return pid


def fails(step, text):
    assert not step.ok and len(step.errors) == 1 and text in step.errors[0], step.text
    assert "usher's action has a fault" not in step.text, step.text


def works(step, text=""):
    assert step.ok and not step.errors and not step.warnings and text in step.text, step.text
    return step


GIVEN = {"archive": ARCHIVE, "sha256": SHA256}


def from_nothing_to_whoami():
    began = time.monotonic()
    job = Job()
    step = works(job.uses(**GIVEN))
    ready = time.monotonic()
    works(job.run(SIGN_IN), "+16505553434")
    whole = time.monotonic() - began
    assert whole < 20, whole
    print(f"  from nothing to usher whoami: {whole:.2f} s; the action {ready - began:.2f} s of it")
    declared = yaml.safe_load((ACTION / "action.yml").read_text())
    assert set(step.outputs) == set(declared["outputs"]), step.outputs
    assert step.outputs == {"version": VERSION, "endpoint": "http://127.0.0.1:9099", "port": "9099", "project": "demo-usher"}
    # What admin SDKs do: the project and the server from the environment, the owner's word.
    works(job.run('curl -fsS -H "Authorization: Bearer owner" -H "Content-Type: application/json" -d "{}" '
                  '"http://$FIREBASE_AUTH_EMULATOR_HOST/identitytoolkit.googleapis.com/v1/projects/$GCLOUD_PROJECT/accounts:query"'),
          "+16505553434")
    works(job.run('[[ $GOOGLE_CLOUD_PROJECT == "$(jq -r .projectId <<<"$FIREBASE_CONFIG")" ]]'))
    return job, job.end()


def it_is_stopped_and_its_log_is_shown():
    [post] = from_nothing_to_whoami()[1]
    works(post, "usher serve has stopped, after")
    assert ("group", "usher serve") in post.commands and "sendVerificationCode" in post.text, post.text


def it_is_stopped_where_nobody_waits_for_it():
    # As in a job's container, whose first process does not: what has ended stays in the list of processes.
    prctl = ctypes.CDLL(None).prctl
    assert prctl(36, 1, 0, 0, 0) == 0
    job = Job()
    works(job.uses(**GIVEN))
    pid = job.server()
    works(job.end()[0], "usher serve has stopped")
    assert prctl(36, 0, 0, 0, 0) == 0
    assert os.waitpid(pid, 0)[1] == 0, "it did not end by itself, with status 0"


def a_job_that_fails_stops_it_too():
    job = Job()
    works(job.uses(**GIVEN))
    assert not job.run("false").ok
    assert job.left(), "the server ended with the step"
    works(job.end()[0], "usher serve has stopped")


def nothing_is_installed(job):
    assert not list(job.tools.rglob("*")) and not list(job.temporary.rglob("usher")), list(job.tools.rglob("*"))
    assert not job.run("command -v usher").ok
    for post in job.end():
        works(post)


def a_wrong_checksum_installs_nothing():
    for sha256 in ("0" * 64, hashlib.sha256(b"").hexdigest()):
        job = Job()
        fails(job.uses(archive=ARCHIVE, sha256=sha256), "nothing is installed")
        nothing_is_installed(job)


def without_a_checksum_nothing_is_installed():
    for given, text in ({}, "give sha256"), ({"version": "9.9.9"}, "no checksum of usher 9.9.9"), ({"sha256": "abc"}, "64 hexa"), \
            ({"sha256": f"{SHA256}\n{SHA256}"}, "64 hexa"):
        job = Job()
        fails(job.uses(archive=ARCHIVE, **given), text)
        nothing_is_installed(job)


def an_archive_that_is_missing_or_none_is_named():
    job = Job()
    fails(job.uses(archive="nowhere.tar.gz", sha256=SHA256), "nowhere.tar.gz")
    fails(job.uses(sha256=SHA256), "give archive or url")
    fails(job.uses(archive=ARCHIVE, url="http://127.0.0.1/x", sha256=SHA256), "not both")
    (job.workspace / "none.tar.gz").write_text("no archive")
    fails(job.uses(archive="none.tar.gz", sha256=hashlib.sha256(b"no archive").hexdigest()), "usher cannot be installed: gzip")
    nothing = list(job.tools.rglob("usher/*")) + list(job.temporary.glob("usher-*"))
    assert not nothing, nothing
    job.end()


def two_servers_in_one_job():
    job = Job()
    first = works(job.uses(**GIVEN))
    works(job.run(SIGN_IN))
    # The second time the archive is not needed, as its checksum's folder is there.
    second = works(job.uses(archive="nowhere", sha256=SHA256, port=0, project="demo-second"))
    assert first.outputs["port"] != second.outputs["port"] and second.outputs["project"] == "demo-second"
    works(job.run("usher signup --email kim@example.com --quiet; usher token --claims", USHER_PASSWORD="correct horse"), "demo-second")
    assert len(job.left()) == 2, job.left()
    for post in job.end():
        works(post, "usher serve has stopped")


def a_later_job_finds_it_installed():
    first = Job(tools=Path(tempfile.mkdtemp(prefix="tools-")))
    works(first.uses(serve="false", **GIVEN))
    first.end()
    second = Job(tools=first.tools)
    works(second.uses(archive="nowhere", sha256=SHA256))
    works(second.run(SIGN_IN))
    second.end()
    # Another checksum is another release.
    third = Job(tools=first.tools)
    fails(third.uses(archive=ARCHIVE, sha256="0" * 64), "nothing is installed")
    third.end()


def a_port_that_is_taken_is_named():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        job = Job()
        step = job.uses(port=port, **GIVEN)
        fails(step, f"usher serve: port {port} is taken; choose another; 0 is any free one")
        assert not step.given, step.given
        works(job.end()[0])


def without_a_server():
    job = Job(USHER_ENDPOINT="local")
    step = works(job.uses(serve="false", **GIVEN))
    assert step.outputs == {"version": VERSION} and not step.given and not job.left()
    works(job.run(SIGN_IN), "+16505553434")
    works(job.end()[0])
    job = Job()
    fails(job.uses(serve="yes", **GIVEN), "serve: true or false, not 'yes'")
    nothing_is_installed(job)


def hostile_inputs_are_only_values():
    for name in ("version", "sha256", "archive", "url", "serve", "port", "project", "policy", "import", "config"):
        for value in (HOSTILE, "--data=pwned", "../pwned"):
            job = Job()
            step = job.uses(**{**({} if name == "url" else GIVEN), "sha256": SHA256, name: value})
            fails(step, "")
            assert not {command for command, _ in step.commands} - {"error", "group", "endgroup", "stop-commands"}, step.text
            assert not step.given and "X_INJECTED" not in job.environment
            assert not list(job.folder.rglob("pwned")) and not job.left(), (name, value)
            job.end()
    # One is what a file may be called.
    job = Job()
    works(job.uses(data=HOSTILE, **GIVEN))
    assert sorted(path.name for path in job.folder.rglob("*pwned*"))[:1] == [HOSTILE.split("/")[-1]], list(job.folder.rglob("*"))
    assert not (job.workspace / "pwned").exists() and "X_INJECTED" not in job.environment
    works(job.end()[0])


def a_value_is_one_value():
    file = Path(tempfile.mkdtemp()) / "values"
    given = {"A": HOSTILE, "B": "A=1\nC<<EOF\n1\nEOF"}
    script = "require(process.argv[1] + '/runner.js').give('FILE', JSON.parse(process.argv[2]))"
    subprocess.run([NODE, "-e", script, ACTION, json.dumps(given)], check=True, env={"FILE": str(file)})
    assert values(file) == given, file.read_text()


def its_log_is_no_command():
    job = Job()
    works(job.uses(data="##[add-mask]pwned", **GIVEN))
    [post] = job.end()
    assert "##[add-mask]pwned" in post.text, post.text
    assert post.commands == [("group", "usher serve"), ("endgroup", "")], post.commands


def options_come_from_a_file():
    job = Job(USHER_OUTPUT="json")
    (job.workspace / "firebase.json").write_text(json.dumps({"emulators": {"auth": {"port": 9199}}, "usher": {"policy": "strict"}}))
    assert works(job.uses(config="firebase.json", **GIVEN)).outputs["endpoint"] == "http://127.0.0.1:9199"
    [post] = job.end()
    assert "policy strict" in post.text, post.text
    # Which it waits for, but not for ever.
    job = Job()
    os.mkfifo(job.workspace / "fifo.json")
    began = time.monotonic()
    fails(job.uses(config="fifo.json", **GIVEN), "usher serve is not ready after 30 s")
    assert 30 <= time.monotonic() - began < 35
    works(job.end()[0], "usher serve has stopped")


def accounts_are_kept_and_imported():
    kept = Path(tempfile.mkdtemp(prefix="kept-"))
    for _ in range(2):
        job = Job()
        works(job.uses(data=kept / "auth.db", policy="strict", **GIVEN))
        works(job.run("usher local users list; usher local users add --email kim@example.com || true"))
        exported = job.run(f"usher local export {kept}/exported --yes")
        last = job.run("usher local users list --json")
        job.end()
    works(exported)
    assert len(json.loads(last.text)["users"]) == 1, last.text
    job = Job()
    works(job.uses(**{"import": kept / "exported"}, **GIVEN))
    works(job.run("usher local users list"), "kim@example.com")
    job.end()


def a_release_is_downloaded():
    class Releases(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            path = self.path.split("?")[0]
            good = path == f"/someone/usher/releases/download/v{VERSION}/{ARCHIVE.name}"
            self.send_response(200 if good or path == "/cut" else 404)
            self.end_headers()
            self.wfile.write(ARCHIVE.read_bytes()[:None if good else 1000])

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Releases)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    at = f"http://127.0.0.1:{server.server_port}"
    # As this action is once a release is published.
    action = Path(tempfile.mkdtemp(prefix="action-")) / "action"
    shutil.copytree(ACTION, action)
    with (action / "SHA256SUMS").open("a") as sums:
        sums.write(f"{'0' * 64}  usher-0.0.1-linux-amd64.tar.gz\n{SHA256}  {ARCHIVE.name}\n")
    runner = {"GITHUB_SERVER_URL": at, "GITHUB_ACTION_REPOSITORY": "someone/usher"}
    for given in {}, {"version": VERSION}, {"url": f"{at}/someone/usher/releases/download/v{VERSION}/{ARCHIVE.name}?token=secret"}:
        job = Job(**runner)
        step = works(job.uses(action, **given))
        assert "secret" not in step.text
        works(job.run(SIGN_IN), "+16505553434")
        job.end()
    for given, text in ({"version": "0.0.1"}, "404"), ({"url": f"{at}/cut?token=secret"}, "nothing is installed"), \
            ({"url": "http://127.0.0.1:1/?token=secret"}, "no archive from 127.0.0.1:1: curl"), ({"url": "file:///etc/passwd"}, "curl"):
        job = Job(**runner)
        step = job.uses(action, **given)
        fails(step, text)
        assert "secret" not in step.text, step.text
        nothing_is_installed(job)
    server.shutdown()


def a_server_that_ended_or_hangs_is_reported():
    job = Job()
    works(job.uses(**GIVEN))
    os.kill(job.server(), signal.SIGKILL)
    time.sleep(0.2)
    [post] = job.end()
    assert post.ok and post.warnings == ["usher serve had ended before the job did"], post.text
    job = Job()
    works(job.uses(**GIVEN))
    os.kill(job.server(), signal.SIGSTOP)
    began = time.monotonic()
    [post] = job.end()
    assert post.ok and post.warnings == ["usher serve did not stop within 20 s and was killed"], post.text
    assert 20 <= time.monotonic() - began < 25


def what_is_declared_is_read():
    declared = yaml.safe_load((ACTION / "action.yml").read_text())
    source = (ACTION / "main.js").read_text()
    for name, about in declared["inputs"].items():
        assert f"'{name}'" in source, f"nothing reads the input {name}"
        assert set(about) <= {"description", "default", "required"}, about
    read = set(re.findall(r"\binput\('(\w+)'\)", source))
    assert read <= set(declared["inputs"]), read


STORIES = [
    what_is_declared_is_read, it_is_stopped_and_its_log_is_shown, it_is_stopped_where_nobody_waits_for_it, a_job_that_fails_stops_it_too,
    a_wrong_checksum_installs_nothing, without_a_checksum_nothing_is_installed, an_archive_that_is_missing_or_none_is_named,
    two_servers_in_one_job, a_later_job_finds_it_installed, a_port_that_is_taken_is_named, without_a_server,
    hostile_inputs_are_only_values, a_value_is_one_value, its_log_is_no_command, options_come_from_a_file,
    accounts_are_kept_and_imported, a_release_is_downloaded, a_server_that_ended_or_hangs_is_reported,
]
for story in [story for story in STORIES if os.environ.get("STORY", "") in story.__name__]:
    began = time.monotonic()
    story()
    print(f"action: {story.__name__.replace('_', ' ')}: {time.monotonic() - began:.1f} s", flush=True)
