"""Helpers for the checks of pages: a clean environment, servers, and error messages."""

import contextlib
import http.server
import json
import os
import socket
import subprocess
import threading
import time
import urllib.request


def expect(holds, what):
    if not holds:
        raise SystemExit(f"check-browser: {what}")


def environment(**more):
    """Returns this process's environment without variables that would change the tool's behaviour."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("USHER_", "FIREBASE_")) and name not in ("CI", "DISPLAY", "SSH_CONNECTION")}
    return kept | more


@contextlib.contextmanager
def served(binary, *options):
    """Starts a local server on its own port and returns the output of `serve --json`."""
    process = subprocess.Popen([binary, "serve", "--port", "0", "--json", *options], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, env=environment())
    try:
        yield json.loads(process.stdout.readline())
    finally:
        process.terminate()
        status = process.wait()
    expect(status == 0, f"serve ended with status {status}")


@contextlib.contextmanager
def answering(handler):
    """Starts a server in this process and returns its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def site(**files):
    """Starts a site on another origin with the given pages by name: `site(index="<p>…")`."""

    class Site(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            name = self.path.split("?")[0].strip("/") or "index"
            body = files.get(name, "").encode()
            self.send_response(200 if name in files else 404)
            self.send_header("Content-Type", "text/html" if name == "index" else "text/javascript")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with answering(Site) as address:
        yield address


def beside(name):
    """Returns the text of a file in this folder."""
    with open(os.path.join(os.path.dirname(os.path.realpath(__file__)), name)) as file:
        return file.read()


def call(server, procedure, **body):
    """Returns the response to an Identity Toolkit call."""
    request = urllib.request.Request(f"{server}/identitytoolkit.googleapis.com/v1/accounts:{procedure}?key=k",
                                     json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def is_closed(port):
    """Returns whether a port is closed within a second."""
    for _ in range(10):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return True
        time.sleep(0.1)
    return False
