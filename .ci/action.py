"""Tests the GitHub Action as a runner would, inside the root that check-action created: `action.py ACTION ARCHIVE NODE`.

`Job` does the runner's work for a JavaScript action and for a `run` step: inputs and state as variables, the files of
values, and the commands on standard output. At the end, it runs the second script of each action, even after a failure.
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
import tarfile
import tempfile
import threading
import time
import uuid
from pathlib import Path

import yaml

ACTION, ARCHIVE, NODE = (Path(word) for word in sys.argv[1:])
SHA256 = hashlib.sha256(ARCHIVE.read_bytes()).hexdigest()
VERSION = re.fullmatch(r"usher-(.+)-linux-amd64\.tar\.gz", ARCHIVE.name)[1]
# The path where the action keeps the archive.
CACHED = f"usher/{SHA256}.tar.gz"
SIGN_IN = "usher verify-phone +16505553434 --code-command 'echo 654321' --quiet\nusher whoami"
HOSTILE = "x y'\"`touch pwned`$(touch pwned);touch pwned\nX_INJECTED=1\n::add-mask::pwned\nEOF\n%0A\n##[error]pwned"


def values(path):
    """Returns the values in a file, read as the runner reads it."""
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
    """Returns the commands in a step's output: `::` commands at the start of a line, the older form anywhere."""
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
    def __init__(self, tools=None, worker=(), **environment):
        self.worker = list(worker)
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
        """Runs one process until it ends, and reads the files that it wrote."""
        ended = subprocess.run([*self.worker, *words], cwd=self.workspace, env={**self.environment, **more, **{k: str(v) for k, v in files.items()}},
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
        """Runs the second scripts in reverse order; then the runner must find no process of the job to kill."""
        steps = [self.step(words, more, self.files()) for words, more in reversed(self.posts)]
        assert not self.left(), self.left()
        shutil.rmtree(self.folder)
        return steps

    def left(self):
        """Returns the servers, which hide their environment, and the processes with the job's tracking variable."""
        return [words for words in processes().values() if words[0].endswith(b"/usher")] + list(self.orphans().values())

    def orphans(self):
        """Returns the processes that the runner kills after the job, because their environment has the job's variable."""
        found = {}
        for pid, words in processes().items():
            try:
                if f"RUNNER_TRACKING_ID={self.tracking}".encode() in Path(f"/proc/{pid}/environ").read_bytes():
                    found[pid] = words
            except OSError:
                pass
        return found

    def server(self):
        """Returns the process ID of the only server."""
        [pid] = servers()
        return pid


def processes():
    """Returns the command line of each running process."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            found[int(folder.name)] = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            pass
    return {pid: words for pid, words in found.items() if words[0]}


def servers():
    return [pid for pid, words in processes().items() if words[0].endswith(b"/usher") and words[1] == b"serve"]


def gone(seconds, found):
    """Returns whether `found` returns nothing within the given seconds."""
    until = time.monotonic() + seconds
    while found() and time.monotonic() < until:
        time.sleep(0.05)
    return not found()


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
    # Act like an Admin SDK: take project and server from the environment, and use the owner's token.
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
    # As in a job's container, whose first process does not wait for others. So an ended process becomes a zombie.
    prctl = ctypes.CDLL(None).prctl
    assert prctl(36, 1, 0, 0, 0) == 0
    job = Job()
    works(job.uses(**GIVEN))
    pid = job.server()
    works(job.end()[0], "usher serve has stopped")
    assert prctl(36, 0, 0, 0, 0) == 0
    # It ended like its command, which it had ended itself.
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    assert status == -signal.SIGTERM, status


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
    second = works(job.uses(port=0, project="demo-second", **GIVEN))
    assert job.environment["GCLOUD_PROJECT"] == job.environment["GOOGLE_CLOUD_PROJECT"] == "demo-second", job.environment
    assert json.loads(job.environment["FIREBASE_CONFIG"]) == {"projectId": "demo-second"}
    assert first.outputs["port"] != second.outputs["port"] and second.outputs["project"] == "demo-second"
    works(job.run("usher signup --email kim@example.com --quiet; usher token --claims", USHER_PASSWORD="correct horse"), "demo-second")
    assert len(servers()) == 2 and len(job.orphans()) == 2, job.left()
    for post in job.end():
        works(post, "usher serve has stopped")


def a_later_job_finds_the_archive_and_looks_at_it():
    releases = Releases()
    tools = Path(tempfile.mkdtemp(prefix="tools-"))

    def job_asks(times):
        before = releases.asked
        job = Job(tools)
        works(job.uses(url=releases.url, sha256=SHA256, serve="false"))
        works(job.run("usher version"), VERSION)
        job.end()
        assert releases.asked - before == times, releases.asked
        assert not (tools / "ran").exists()

    job_asks(1)
    job_asks(0)
    assert [path for path in tools.rglob("*") if path.is_file()] == [tools / CACHED], list(tools.rglob("*"))
    # Programs and archives that an earlier job left in the cache must not run. Other kinds of files must be ignored.
    planted = Path(tempfile.mkdtemp()) / "usher-0.1.0"
    for program in tools / f"usher/{SHA256}/bin/usher", planted / "bin/usher", planted / "install":
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\ntouch {tools}/ran\necho {VERSION}\n")
        program.chmod(0o755)
    job_asks(0)
    subprocess.run(["tar", "-czf", tools / CACHED, planted.name], cwd=planted.parent, check=True)
    job_asks(1)
    (tools / CACHED).write_bytes(ARCHIVE.read_bytes()[:1000])
    job_asks(1)
    job_asks(0)
    (tools / CACHED).unlink()
    os.mkfifo(tools / CACHED)
    job_asks(1)
    with (tools / CACHED).open("wb") as file:
        file.truncate(3 << 30)
    job_asks(1)
    (tools / CACHED).unlink()
    (tools / CACHED / "bin").mkdir(parents=True)
    job_asks(1)
    # With another checksum, it must download again.
    job = Job(tools)
    fails(job.uses(url=releases.url, sha256="0" * 64), "nothing is installed")
    job.end()
    releases.shutdown()


def without_a_tool_cache_too():
    releases = Releases()
    readonly = Path(tempfile.mkdtemp())
    readonly.chmod(0o555)
    for tools in None, "", readonly, "/proc/nowhere", "/dev/null":
        job = Job()
        if tools is None:
            del job.environment["RUNNER_TOOL_CACHE"]
        else:
            job.environment["RUNNER_TOOL_CACHE"] = str(tools)
        works(job.uses(url=releases.url, sha256=SHA256))
        works(job.end()[0])
    releases.shutdown()


def jobs_share_no_session():
    home = tempfile.mkdtemp()
    kept = tempfile.mkdtemp()
    for more in {}, {}, {"USHER_CONFIG_DIR": kept}:
        job = Job(HOME=home, **more)
        works(job.uses(**GIVEN))
        assert not job.run("usher whoami").ok, "signed in as another job's user"
        works(job.run(SIGN_IN), "+16505553434")
        job.end()
    assert not os.listdir(home) and os.listdir(kept), (os.listdir(home), os.listdir(kept))


def what_the_job_has_set_is_kept():
    mine = {"GCLOUD_PROJECT": "my-app", "FIREBASE_CONFIG": '{"projectId":"my-app","storageBucket":"mine"}'}
    job = Job(**mine)
    step = works(job.uses(project="demo-test", **GIVEN))
    assert step.outputs["project"] == "demo-test" and mine.items() <= job.environment.items(), job.environment
    assert set(step.given) == {"USHER_CONFIG_DIR", "USHER_ENDPOINT", "USHER_PROJECT", "FIREBASE_AUTH_EMULATOR_HOST",
                               "GOOGLE_CLOUD_PROJECT"}, step.given
    assert job.environment["GOOGLE_CLOUD_PROJECT"] == "demo-test"
    job.end()


def a_version_that_is_another_is_refused():
    job = Job()
    fails(job.uses(version="9.9.9", **GIVEN), f"the archive holds usher {VERSION}, not 9.9.9")
    nothing_is_installed(job)


def its_log_may_be_gone_or_huge():
    job = Job()
    works(job.uses(**GIVEN))
    shutil.rmtree(job.temporary)
    works(job.end()[0], "usher serve has stopped")
    job = Job()
    works(job.uses(**GIVEN))
    [log] = job.temporary.glob("usher-serve-*/log")
    with log.open("r+b") as file:
        file.seek(3 << 30)
        file.write(b"\n" * 65536 + b"the end\n")
    [post] = job.end()
    works(post, "the end")
    assert "(the last 64 KiB of" in post.text and "Listening" not in post.text


def it_ends_where_its_second_half_is_not_run():
    # End processes as the runner does after a job.
    job = Job()
    works(job.uses(**GIVEN))
    for pid in job.orphans():
        os.kill(pid, signal.SIGKILL)
    assert gone(5, servers), servers()
    # Here the runner's process for the job ends with the step, so the server must end too.
    named = 'exec -a "$0" bash -c \'"$@"; exit $?\' "$0" "$@"'
    job = Job(worker=("bash", "-c", named, "/opt/actions-runner/bin/Runner.Worker"))
    works(job.uses(**GIVEN))
    assert gone(5, servers) and not job.left(), job.left()


def a_port_that_is_taken_is_named():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        job = Job()
        step = job.uses(port=port, **GIVEN)
        fails(step, f"usher serve: port {port} is taken. Choose another port with --port")
        assert set(step.given) == {"USHER_CONFIG_DIR"}, step.given
        works(job.end()[0])
    # The server of another job, which may still run.
    first = Job()
    works(first.uses(**GIVEN))
    second = Job()
    step = second.uses(**GIVEN)
    fails(step, f"usher serve: port 9099 is taken. Choose another port with --port. usher serve runs here already: "
                f"process {first.server()}, {first.temporary}/usher-")
    works(first.run(SIGN_IN))
    for job in first, second:
        works(job.end()[0])


def without_a_server():
    job = Job(USHER_ENDPOINT="local")
    step = works(job.uses(serve="false", **GIVEN))
    assert step.outputs == {"version": VERSION} and set(step.given) == {"USHER_CONFIG_DIR"} and not job.left()
    works(job.run(SIGN_IN), "+16505553434")
    works(job.end()[0])
    job = Job()
    fails(job.uses(serve="yes", **GIVEN), "serve: true or false, not 'yes'")
    nothing_is_installed(job)


def a_preview_is_authorized_while_the_job_runs():
    kept = Path(tempfile.mkdtemp(prefix="kept-"))
    host = "pr-7.preview.example.com"
    for ends in "true", "false":
        job = Job()
        works(job.uses(data=kept / "auth.db", domain=f"https://{host}/x", **GIVEN), "not authorized → authorized")
        # Another use leaves the host to the first.
        works(job.uses(serve="false", domain=host.title(), **GIVEN), "was authorized before")
        works(job.run("usher project domain list"), host)
        # A later step may choose another project.
        works(job.run('echo USHER_PROJECT=demo-other >>"$GITHUB_ENV"'))
        # The second script runs after a failure and after a cancelled job, too.
        assert job.run(ends).ok == (ends == "true")
        posts = [works(post).text for post in job.end()]
        assert sum(f"{host}: authorized → not authorized" in text for text in posts) == 1, posts
    job = Job()
    works(job.uses(data=kept / "auth.db", **GIVEN))
    assert host not in job.run("usher project domain list").text
    job.end()
    job = Job()
    fails(job.uses(domain="*.example.com", **GIVEN), "is a wildcard, and Firebase knows none")
    works(job.end()[0])
    # What cannot be removed is said, and the job's result stays.
    job = Job()
    works(job.uses(domain="pr-8.example.com", **GIVEN))
    os.kill(job.server(), signal.SIGTERM)
    assert gone(10, servers)
    [post] = job.end()
    assert post.ok and any("pr-8.example.com is still authorized" in text for text in post.warnings), post.text


def it_speaks_the_language_of_the_step():
    with tarfile.open(ARCHIVE) as files:
        languages = [name.split("/")[-3] for name in files.getnames() if name.endswith("/usher.mo")]
    assert languages
    job = Job()
    works(job.uses(serve="false", **GIVEN))
    steps = [job.run("usher frobnicate || [[ $? == 64 ]]", LANG=f"{language}.UTF-8") for language in ("C", *languages)]
    lines = [works(step, "frobnicate").text.splitlines()[0] for step in steps]
    assert len(set(lines)) == len(lines), lines
    works(job.end()[0])


def hostile_inputs_are_only_values():
    for name in ("version", "sha256", "archive", "url", "serve", "port", "project", "policy", "import", "config"):
        for value in (HOSTILE, "--data=pwned", "../pwned"):
            job = Job()
            step = job.uses(**{**({} if name == "url" else GIVEN), "sha256": SHA256, name: value})
            fails(step, "")
            assert not {command for command, _ in step.commands} - {"error", "group", "endgroup", "stop-commands"}, step.text
            assert set(step.given) <= {"USHER_CONFIG_DIR"} and "X_INJECTED" not in job.environment
            assert not list(job.folder.rglob("pwned")) and not job.left(), (name, value)
            job.end()
    # This text is a valid file name.
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
    # The server waits for the FIFO, but the action does not wait for ever.
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
        works(job.run("usher project users list; usher project users add --email kim@example.com || true"))
        exported = job.run(f"usher local export {kept}/exported --yes")
        last = job.run("usher project users list --json")
        job.end()
    works(exported)
    assert len(json.loads(last.text)["users"]) == 1, last.text
    job = Job()
    works(job.uses(**{"import": kept / "exported"}, **GIVEN))
    works(job.run("usher project users list"), "kim@example.com")
    job.end()


class Releases(http.server.ThreadingHTTPServer):
    def __init__(self):
        super().__init__(("127.0.0.1", 0), Release)
        self.asked = 0
        self.at = f"http://127.0.0.1:{self.server_port}"
        self.url = f"{self.at}/someone/usher/releases/download/v{VERSION}/{ARCHIVE.name}?token=secret"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Release(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked += 1
        path = self.path.split("?")[0]
        good = path == f"/someone/usher/releases/download/v{VERSION}/{ARCHIVE.name}"
        self.send_response(200 if good or path == "/cut" else 404)
        self.end_headers()
        self.wfile.write(ARCHIVE.read_bytes()[:None if good else 1000])

    def log_message(self, *_):
        pass


def a_release_is_downloaded():
    releases = Releases()
    at = releases.at
    # The action as it is after a release is published.
    action = Path(tempfile.mkdtemp(prefix="action-")) / "action"
    shutil.copytree(ACTION, action)
    with (action / "SHA256SUMS").open("a") as sums:
        sums.write(f"{'0' * 64}  usher-0.0.1-linux-amd64.tar.gz\n{SHA256}  {ARCHIVE.name}\n")
    # A user whose configuration makes curl print its requests.
    home = Path(tempfile.mkdtemp(prefix="home-"))
    (home / ".curlrc").write_text("verbose\n")
    runner = {"GITHUB_SERVER_URL": at, "GITHUB_ACTION_REPOSITORY": "someone/usher", "HOME": str(home)}
    for given in {}, {"version": VERSION}, {"url": releases.url}:
        job = Job(**runner)
        step = works(job.uses(action, **given))
        assert "secret" not in step.text
        works(job.run(SIGN_IN), "+16505553434")
        job.end()
    for given, text in ({"version": "0.0.1"}, "404"), ({"url": f"{at}/cut?token=secret"}, "nothing is installed"), ({"url": f"{at}/no?token=secret"}, "404"), \
            ({"url": "http://127.0.0.1:1/?token=secret"}, "no archive from 127.0.0.1:1: curl"), ({"url": "file:///etc/passwd"}, "curl"):
        job = Job(**runner)
        step = job.uses(action, **given)
        fails(step, text)
        assert "secret" not in step.text, step.text
        nothing_is_installed(job)
    releases.shutdown()


def a_server_that_ended_or_hangs_is_reported():
    job = Job()
    works(job.uses(**GIVEN))
    os.kill(job.server(), signal.SIGKILL)
    # Its command ends with it.
    assert gone(5, job.left), job.left()
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
    two_servers_in_one_job, a_later_job_finds_the_archive_and_looks_at_it, without_a_tool_cache_too,
    jobs_share_no_session, what_the_job_has_set_is_kept, a_version_that_is_another_is_refused, its_log_may_be_gone_or_huge,
    it_ends_where_its_second_half_is_not_run, a_port_that_is_taken_is_named, without_a_server,
    a_preview_is_authorized_while_the_job_runs, it_speaks_the_language_of_the_step,
    hostile_inputs_are_only_values, a_value_is_one_value, its_log_is_no_command, options_come_from_a_file,
    accounts_are_kept_and_imported, a_release_is_downloaded, a_server_that_ended_or_hangs_is_reported,
]
for story in [story for story in STORIES if os.environ.get("STORY", "") in story.__name__]:
    began = time.monotonic()
    story()
    print(f"action: {story.__name__.replace('_', ' ')}: {time.monotonic() - began:.1f} s", flush=True)
