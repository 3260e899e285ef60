"""Passes reCAPTCHA, from the number to the sign-in.

On the embedded server and with a strict `serve`, the browser must pass the page by itself. Hostile pages that know the
page's address, by DNS rebinding and from another origin, must not pass it or use it up. A second client must get an
explanation. If the challenge does not pass by itself, there must be a box to tick. Whatever the command's end, its port
must be closed within a second.
"""

import contextlib
import http.server
import re
import signal
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request

from browser import Browser
from pages.surroundings import answering, beside, environment, expect, is_closed, served, site

NUMBER = "+16505550123"


class Verification:
    """A `verify-phone` that waits for its page."""

    def __init__(self, binary, endpoint, folder):
        self._binary, self._endpoint = binary, endpoint
        self._environment = environment(USHER_CONFIG_DIR=folder)
        code = f"'{binary}' local outbox --phone {NUMBER} --latest --wait 20s --field code --endpoint {endpoint}"
        with open(f"{folder}/messages", "w") as messages:
            self.process = subprocess.Popen(
                [binary, "verify-phone", NUMBER, "--app-verification", "recaptcha", "--no-browser", "--wait-limit", "60s",
                 "--endpoint", endpoint, "--code-command", code],
                env=self._environment, stdout=subprocess.PIPE, stderr=messages, text=True)
        self.url = self._address(f"{folder}/messages")
        self.port = urllib.parse.urlsplit(self.url).port
        self.origin = f"http://127.0.0.1:{self.port}"

    def _address(self, messages):
        for _ in range(1200):
            with open(messages) as file:
                found = re.search(r"http://127\S*", file.read())
            if found:
                return found[0]
            time.sleep(0.05)
        self.process.kill()
        raise SystemExit("check-browser: verify-phone shows no address")

    def finish(self):
        result, _ = self.process.communicate()
        expect(self.process.returncode == 0, f"verify-phone ended with status {self.process.returncode}")
        expect(is_closed(self.port), f"port {self.port} is still open after a second")
        expect(result.startswith(f"Signed in as {NUMBER} "), f"the command did not sign in: {result}")

    def end(self, number):
        self.process.send_signal(number)
        expect(is_closed(self.port), f"port {self.port} is still open a second after {number.name}")
        self.process.communicate()

    def begin_anew(self):
        for words in (["signout"], ["local", "reset", "--yes"]):
            subprocess.run([self._binary, *words, "--endpoint", self._endpoint], env=self._environment,
                           capture_output=True)


class Unpassable(http.server.BaseHTTPRequestHandler):
    """A server whose challenge nobody can pass: its script returns no token."""

    ANSWERS = {
        "/": '{"usher":{"verifiesApps":true}}',
        "/identitytoolkit.googleapis.com/v2/recaptchaConfig": "{}",
        "/identitytoolkit.googleapis.com/v1/recaptchaParams": '{"recaptchaSiteKey":"usher-v2-1"}',
    }
    scripts = None

    def do_GET(self):
        path = self.path.split("?")[0]
        if path.startswith("/recaptcha/"):
            with urllib.request.urlopen(self.scripts + path) as script:
                self.answer(200, script.read(), "text/javascript")
        else:
            self.answer(200, self.ANSWERS.get(path, "{}").encode(), "application/json")

    def do_POST(self):
        self.answer(400, b'{"error":{"message":"NO"}}', "application/json")

    def answer(self, status, body, kind):
        self.send_response(status)
        for field in ("Content-Type", kind), ("Content-Length", len(body)), ("Access-Control-Allow-Origin", "*"):
            self.send_header(field[0], str(field[1]))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def shows(address, text, *flags):
    """Opens a page in a new browser and waits until it shows the text."""
    with Browser(*flags) as browser:
        browser.open(address)
        browser.until(f"document.documentElement?.outerHTML.includes({text!r})")


def passes_despite_hostile_pages(binary, endpoint, folder, hostile):
    verification = Verification(binary, endpoint, folder)
    shows(f"http://evil.test:{verification.port}/{verification.url.rsplit('/', 1)[1]}", "HOST_NOT_ALLOWED",
          "--host-resolver-rules=MAP evil.test 127.0.0.1")
    with Browser() as browser:
        browser.open(f"{hostile}#{verification.url},{verification.origin}")
        told = browser.until("(text => text.includes('end') && text)(document.getElementById('results').textContent)")
        expect(told.split() == ["refused"] * 5 + ["end"], f"a foreign page was answered: {told}")
    expect(verification.process.poll() is None, "a hostile page ended the command")
    shows(verification.url, "reCAPTCHA is passed")
    verification.finish()
    verification.begin_anew()


def tells_the_second(binary, folder):
    """Checks that the first client can go on, and that its answer counts only once."""
    verification = Verification(binary, "local", folder)
    first = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with first.open(verification.url) as page:
        text = page.read().decode()
    shows(verification.url, "This address was already used")
    site_key, key = re.search(r'data-key="([^"]*)"', text)[1], re.search(r'name="key" value="([^"]*)"', text)[1]

    def post(path, body, kind):
        request = urllib.request.Request(verification.origin + path, body.encode(),
                                         {"Origin": verification.origin, "Content-Type": kind})
        with first.open(request) as answer:
            return answer.read().decode()

    answer = post("/recaptcha/token", f'{{"siteKey":"{site_key}"}}', "application/json")
    token = re.search(r'"token":\s*"([^"]*)"', answer)[1]
    post("/result", urllib.parse.urlencode({"key": key, "token": token}), "application/x-www-form-urlencoded")
    with contextlib.suppress(OSError):
        post("/result", urllib.parse.urlencode({"key": key, "token": "replayed"}), "application/x-www-form-urlencoded")
    verification.finish()


def offers_a_box(binary, folder, scripts, pictures):
    handler = type("UnpassableHere", (Unpassable,), {"scripts": scripts})
    with answering(handler) as endpoint:
        verification = Verification(binary, endpoint, folder)
        with Browser() as browser:
            browser.open(verification.url)
            for text in "Tick the box", "I am not a robot (local server)":
                browser.until(f"document.documentElement?.outerHTML.includes({text!r})")
            for look, scheme, width in ("", "light", 1280), ("-dark", "dark", 1280), ("-phone", "light", 390):
                if pictures:
                    browser.call("Emulation.setEmulatedMedia",
                                 features=[{"name": "prefers-color-scheme", "value": scheme}])
                    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=844, deviceScaleFactor=1,
                                 mobile=width < 500)
                    browser.screenshot(f"{pictures}/recaptcha{look}.png")
        verification.end(signal.SIGTERM)


def check(binary, pictures):
    with tempfile.TemporaryDirectory() as folder, served(binary, "--policy", "strict") as started:
        with site(index=beside("hostile.html")) as hostile:
            for endpoint in "local", started["url"]:
                passes_despite_hostile_pages(binary, endpoint, folder, hostile)
        tells_the_second(binary, folder)
        offers_a_box(binary, folder, started["url"], pictures)
        for number in signal.SIGTERM, signal.SIGHUP, signal.SIGKILL:
            # Under nohup, SIGHUP must not end the command.
            if signal.getsignal(number) != signal.SIG_IGN:
                Verification(binary, "local", folder).end(number)
    print("recaptcha: a real browser passed on both servers, and nothing hostile had an effect")
