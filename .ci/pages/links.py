"""Opens mailed links.

When the browser opens the link from the outbox, `send-link --wait` on the embedded server must finish by itself. The page
must say so, and the port must be closed within a second. This must also work with a given port and name.
"""

import subprocess
import tempfile
import urllib.parse

from browser import Browser
from pages.surroundings import environment, expect, free_port, is_closed


def check(binary, pictures):
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        surroundings = environment(USHER_CONFIG_DIR=folder, USHER_ENDPOINT="local")

        def usher(*words):
            done = subprocess.run([binary, *words], env=surroundings, capture_output=True, text=True)
            expect(done.returncode == 0, f"usher {' '.join(words)}: {done.stderr}")
            return done.stdout.strip()

        def opens(email, prefix, *options):
            command = subprocess.Popen([binary, "send-link", email, "--wait", "--wait-limit", "60s", *options],
                                       env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            link = usher("local", "outbox", "--email", email, "--latest", "--wait", "20s", "--field", "link")
            expect(link.startswith(prefix), f"the link leads to {link}, not to {prefix}")
            browser.open(link)
            browser.until(f"document.body?.textContent.includes('Signed in as {email}')")
            if pictures:
                browser.screenshot(f"{pictures}/link.png")
            result, messages = command.communicate()
            expect(command.returncode == 0, f"send-link {' '.join(options)} ended with {command.returncode}: {messages}")
            port = urllib.parse.urlsplit(link).port
            expect(is_closed(port), f"port {port} is still open after a second")
            expect(result.startswith(f"Signed in as {email} "), f"the command did not sign in: {result}")
            expect(usher("whoami", "--field", "account.email") == email, "nobody is signed in")

        opens("kim@example.com", "http://127.0.0.1:")
        port = free_port()
        opens("lee@example.com", f"http://127.0.0.1:{port}/", "--listen", f"127.0.0.1:{port}")
        opens("pat@example.com", "http://localhost:", "--page-host", "localhost")
        port = free_port()
        opens("sam@example.com", f"http://localhost:{port}/", "--listen", f"127.0.0.1:{port}", "--page-host",
              "localhost")
    print("links: every link was opened, the command finished, the port is closed")
