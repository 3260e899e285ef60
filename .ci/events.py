"""Tests what `serve` tells functions of accounts: `events.py BINARY`, with functions-framework and firebase-functions.

`events.py emulator PORT FILE [V1 V2 BLOCKING]` answers as the Functions emulator does: it lists functions at /backends, and
writes each event to FILE. With three more ports, it passes events and blocking calls on to functions there.
"""

import concurrent.futures
import contextlib
import http.client
import http.server
import json
import os
import pathlib
import signal
import socket
import socketserver
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

PROJECT = "demo-events"
ENVIRONMENT = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
BLOCKING = {"beforeCreate": "before_created", "beforeSignIn": "before_signed_in"}
FUNCTIONS = '''
import json
import firebase_functions.identity_fn as identity

def told(line):
    with open(FILE, "a") as file:
        file.write(json.dumps(line) + "\\n")

def v1(data, context):
    told(["v1", context.event_type, context.event_id, data["uid"], data.get("displayName")])

def v2(event):
    user = event.data.get("value") or event.data["oldValue"]
    told(["v2", event["type"], event["id"], user["uid"], user.get("displayName")])

@identity.before_user_created()
def before_created(event):
    return identity.BeforeCreateResponse(display_name="Kim " + event.data.email)

@identity.before_user_signed_in()
def before_signed_in(event):
    if event.data.email == "lee@example.com":
        raise __import__("firebase_functions").https_fn.HttpsError("permission-denied", "Not you")
    return identity.BeforeSignInResponse(session_claims={"seen": event.data.display_name})
'''


def post(port, path, body, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("POST", path, body, {"Content-Type": "application/json", **(headers or {})})
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def emulate(port, file, targets):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def answer(self, status, body):
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            triggers = [{"name": "onCreate", "region": "us-central1"}]
            if targets:
                triggers += [
                    {"name": name, "region": "us-central1",
                     "blockingTrigger": {"eventType": f"providers/cloud.auth/eventTypes/user.{event}", "options": {}}}
                    for event, name in BLOCKING.items()]
            body = {"backends": [{"directory": "/app", "env": {"KEY": "secret"}, "functionTriggers": triggers}]}
            self.answer(200 if self.path == "/backends" else 404, json.dumps(body).encode())

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.path != f"/functions/projects/{PROJECT}/trigger_multicast":
                target = list(BLOCKING.values()).index(self.path.rsplit("/", 1)[1])
                return self.answer(*post(targets[2 + target], "/", body))
            event = json.loads(body)
            is_cloud_event = self.headers["Content-Type"].startswith("application/cloudevents+json")
            with open(file, "a") as log:
                log.write(json.dumps(["v2" if is_cloud_event else "v1", event.get("id", event.get("eventId"))]) + "\n")
            if targets:
                status, text = post(targets[is_cloud_event], "/", body, {"Content-Type": self.headers["Content-Type"]})
                if status >= 300:
                    return self.answer(500, text)
            self.answer(200, b'{"status":"multicast_acknowledged"}')

        def log_message(self, *_):
            pass

    class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
        daemon_threads = True

    Server(("127.0.0.1", port), Handler).serve_forever()


class Events(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.file = self.folder / "events"
        self.port = free_port()

    def start(self, words, **options):
        process = subprocess.Popen(words, env={**ENVIRONMENT, "HOME": str(self.folder), "TMPDIR": str(self.folder),
                                               **options.pop("env", {})}, **options)
        self.addCleanup(lambda: (process.kill(), process.wait(), process.stdout and process.stdout.close()))
        return process

    def emulator(self, *targets):
        return self.start([sys.executable, __file__, "emulator", str(self.port), str(self.file), *map(str, targets)])

    def serve(self):
        process = self.start(
            [BINARY, "serve", "--port", "0", "--field", "port", "--project", PROJECT, "--data", str(self.folder / "db"),
             "--functions", f"127.0.0.1:{self.port}", "--policy-set", "password-hashing=fast"], stdout=subprocess.PIPE)
        self.served = int(process.stdout.readline())
        return process

    def call(self, method, body):
        status, answer = post(self.served, f"/identitytoolkit.googleapis.com/v1/accounts:{method}?key=k", json.dumps(body))
        return status, json.loads(answer)

    def sign_up(self, email):
        return self.call("signUp", {"email": email, "password": "correct horse", "returnSecureToken": True})

    def lines(self):
        return [json.loads(line) for line in self.file.read_text().splitlines()] if self.file.exists() else []

    def wait(self, condition, what):
        for _ in range(1200):
            if condition():
                return
            time.sleep(0.05)
        self.fail(f"{what}: {len(self.lines())} lines")

    def test_a_thousand_accounts_are_told_of_in_order(self):
        emulator = self.emulator()
        self.serve()
        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            begin = time.monotonic()
            answers = [threads.submit(self.sign_up, f"u{number}@example.com") for number in range(1000)]
            self.wait(lambda: len(self.lines()) >= 300, "before the kill")
            emulator.kill()
            emulator.wait()
            statuses = {answer.result()[0] for answer in answers}
            print(f"1000 sign-ups in {time.monotonic() - begin:.1f} s, without functions after the first 300 events")
        self.assertEqual(statuses, {200})
        self.emulator()
        self.wait(lambda: len({tuple(line) for line in self.lines()}) >= 2000, "after the restart")
        told = list(dict.fromkeys(tuple(line) for line in self.lines()))
        # Only the events around the kill may have come twice.
        self.assertLessEqual(len(self.lines()) - len(told), 100)
        with sqlite3.connect(self.folder / "db") as database:
            rows = database.execute("SELECT form, lower(hex(event_id)) FROM events ORDER BY id").fetchall()
        self.assertEqual([form for form, _ in rows], ["v1", "v2"] * 1000)
        # An ID is the row's random bytes with the marks of a UUID.
        self.assertEqual([(form, mask(event)) for form, event in told], [(form, mask(event)) for form, event in rows])
        listed = subprocess.run(
            [BINARY, "local", "events", "--project", PROJECT, "--wait", "30s", "--json"],
            env={**ENVIRONMENT, "HOME": str(self.folder), "FIREBASE_AUTH_EMULATOR_HOST": f"127.0.0.1:{self.served}"},
            capture_output=True, check=True, text=True)
        self.assertEqual({event["state"] for event in json.loads(listed.stdout)["events"]}, {"sent"})

    def test_functions_from_pypi_take_them(self):
        source = self.folder / "main.py"
        told = self.folder / "told"
        source.write_text(f"FILE = {str(told)!r}\n{FUNCTIONS}")
        targets = []
        for target, kind in [("v1", "event"), ("v2", "cloudevent"), *((name, "http") for name in BLOCKING.values())]:
            targets.append(free_port())
            self.start(
                [sys.executable, "-m", "functions_framework", "--target", target, "--signature-type", kind,
                 "--source", str(source), "--host", "127.0.0.1", "--port", str(targets[-1])],
                # As in the Emulator Suite, where functions take unsigned tokens.
                env={"FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099", "GCLOUD_PROJECT": PROJECT}, stdout=subprocess.DEVNULL,
                stderr=None if os.environ.get("SHOW") else subprocess.DEVNULL)
        for port in targets:
            self.wait(lambda: is_open(port), "functions-framework")
        self.emulator(*targets)
        self.wait(lambda: is_open(self.port), "the emulator")
        self.serve()
        self.wait(lambda: self.functions_are_found(), "the functions")
        status, kim = self.sign_up("kim@example.com")
        self.assertEqual(status, 200, kim)
        status, lee = self.sign_up("lee@example.com")
        self.assertEqual((status, "Not you" in json.dumps(lee)), (400, True), lee)
        _, users = self.call("lookup", {"idToken": kim["idToken"]})
        self.assertEqual(users["users"][0]["displayName"], "Kim kim@example.com")
        self.assertEqual(self.call("delete", {"idToken": kim["idToken"]})[0], 200)
        self.wait(lambda: told.exists() and len(told.read_text().splitlines()) == 4, "the functions' own words")
        found = [json.loads(line) for line in told.read_text().splitlines()]
        name, uid = "Kim kim@example.com", kim["localId"]
        first, second = "providers/firebase.auth/eventTypes/user.", "google.firebase.auth.user.v2."
        self.assertEqual(
            [[form, kind, uid, name] for form, kind, _, uid, name in found],
            [["v1", first + "create", uid, name], ["v2", second + "created", uid, name],
             ["v1", first + "delete", uid, name], ["v2", second + "deleted", uid, name]])

    def functions_are_found(self):
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.served, timeout=5)) as connection:
            connection.request("GET", f"/usher/v1/projects/{PROJECT}/events", headers={"Authorization": "Bearer owner"})
            return "functions" in json.loads(connection.getresponse().read())


def is_open(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def mask(event):
    digits = event.replace("-", "")
    return digits[:12] + digits[13:16] + digits[17:]


if __name__ == "__main__":
    if sys.argv[1] == "emulator":
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        emulate(int(sys.argv[2]), sys.argv[3], [int(port) for port in sys.argv[4:]])
    else:
        BINARY = sys.argv[1]
        unittest.main(argv=sys.argv[:1], verbosity=2)
