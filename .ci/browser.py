"""Headless Chromium, driven over its debugging pipe."""

import base64
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time


class Moved(Exception):
    """The page of a script was replaced before the script returned."""


class Browser:
    def __init__(self, *flags):
        name = next((name for name in ("chromium", "chromium-browser", "google-chrome") if shutil.which(name)), None)
        if name is None:
            raise SystemExit("no Chromium: apt-get install chromium")
        self._folder = tempfile.TemporaryDirectory()
        to_browser, self._output = os.pipe()
        self._input, from_browser = os.pipe()

        def connect():
            # The browser reads from descriptor 3 and writes to 4. Both may be ends of the pipes themselves.
            ends = os.dup(to_browser), os.dup(from_browser)
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self._process = subprocess.Popen(
            [name, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             f"--user-data-dir={self._folder.name}", *flags, "about:blank"],
            preexec_fn=connect, start_new_session=True, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self._number, self._buffer = 0, b""
        target = self.call("Target.createTarget", session=None, url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", session=None, targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        # The browser's other processes may still write for a moment.
        for _ in range(100):
            try:
                return self._folder.cleanup()
            except OSError:
                time.sleep(0.05)

    def call(self, method, session="own", **parameters):
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = self._session
        os.write(self._output, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self._buffer:
                read = os.read(self._input, 1 << 16)
                if not read:
                    raise SystemExit("the browser is gone")
                self._buffer += read
            text, self._buffer = self._buffer.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self._number:
                if "error" not in answer:
                    return answer["result"]
                # Chromium's messages: navigated, or the context is destroyed or not found.
                if re.search("navigated|context", answer["error"]["message"]):
                    raise Moved(f"{method}: {answer['error']}")
                raise SystemExit(f"{method}: {answer['error']}")

    def open(self, address):
        before = self._document()
        self.call("Page.navigate", url=address)
        self._wait(lambda: self._document() != before and self._evaluate("document.readyState") == "complete",
                   f"a page at {address}")

    def _document(self):
        return self.call("Page.getFrameTree")["frameTree"]["frame"]["loaderId"]

    def value(self, script):
        """Returns a script's value; runs it again if the page was replaced before it returned."""
        return self._wait(lambda: [self._evaluate(script)], script)[0]

    def act(self, script):
        """Starts a script that may lead to another page, and returns at once. Wait for its effect separately."""
        self.value(f"setTimeout(() => {{ {script} }}); undefined")

    def until(self, script):
        """Waits until a script returns a true value, on whatever page is open then."""
        return self._wait(lambda: self._evaluate(script), script)

    def _evaluate(self, script):
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True,
                           userGesture=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def _wait(self, find, what):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                found = find()
            except Moved:
                found = None
            if found:
                return found
            time.sleep(0.05)
        page = self.call("Runtime.evaluate", expression="document.documentElement.outerHTML")["result"].get("value")
        raise SystemExit(f"never: {what}; the page: {page}")

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]))
