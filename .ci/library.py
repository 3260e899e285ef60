"""Signs users of another program in at a real terminal: `library.py PROGRAM USHER`.

PROGRAM is OutsideTerminal of Tests/OutsidePackage, called acme; USHER serves its users. Nothing that acme says names usher.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from terminal import Terminal

PROGRAM, USHER = sys.argv[1:]
FOLDER = tempfile.mkdtemp()
os.mkdir(f"{FOLDER}/bin")
shutil.copy(PROGRAM, f"{FOLDER}/bin/acme")
PATH = f"{FOLDER}/bin:{os.environ['PATH']}"
PASSWORD = "correct horse battery"
screens = []


def usher(*words, endpoint=None, text=None):
    place = ["--endpoint", endpoint, "--project", "demo-acme"] if endpoint else []
    environment = {"HOME": f"{FOLDER}/usher", "PATH": os.environ["PATH"], "USHER_NO_INPUT": "1"}
    ended = subprocess.run([USHER, *words, *place], env=environment, input=text, text=True, stdout=subprocess.PIPE, check=True)
    return ended.stdout.strip()


class Acme:
    """A terminal in which acme runs."""

    def __init__(self, home, **environment):
        os.makedirs(f"{FOLDER}/{home}")
        self.terminal = Terminal(f"{FOLDER}/{home}", {"PATH": PATH, **environment})

    def run(self, command, *answers, status=0):
        """Answers each prompt, and returns the screen."""
        self.terminal.start(command)
        for index, (prompt, answer) in enumerate(answers):
            # A prompt that was answered before is still on the screen.
            times = 1 + sum(prompt == earlier for earlier, _ in answers[:index])
            spaced = r"\s*".join(re.escape(character) for character in prompt if character != " ")
            self.terminal.wait("(?s)" + ".*".join([spaced] * times), prompt)
            if answer == "C-c":
                self.terminal.press(answer)
            else:
                self.terminal.type(answer() if callable(answer) else answer)
                self.terminal.press("Enter")
        ended = self.terminal.end()
        screen = self.terminal.screen()
        screens.append(screen)
        assert ended == status, f"{command}: {ended}\n{screen}"
        return screen

    def shown_code(self):
        return self.terminal.wait(r"the\s+code\s+is\s+(\d{6})")[1]


def says(screen, text):
    assert text in " ".join(screen.split()), screen


def first_run():
    acme = Acme("first")
    says(acme.run("acme whoami"), "nobody")
    modes = acme.terminal.modes()
    says(acme.run("acme login", ("Sign in with:", "+16505550123"), ("code:", "C-c"), status=130), "acme login")
    assert acme.terminal.modes() == modes
    says(acme.run("acme login", ("Sign in with:", "google"), ("Sign in with:", "+16505550199"), ("code:", acme.shown_code)),
         "Acme does not offer")
    says(acme.run("acme whoami"), "+16505550199")
    assert int(acme.run("acme token | wc -c").split()[0]) > 500
    kept = f"{FOLDER}/first/.config/acme/usher/state.json"
    assert os.stat(kept).st_mode & 0o777 == 0o600
    says(acme.run("acme login ops", ("Sign in with:", "+16505550124"), ("code:", acme.shown_code)), "Welcome")
    says(acme.run("acme whoami ops; acme whoami"), "+16505550124 +16505550199")
    acme.run("acme logout ops")
    says(acme.run("acme whoami ops; acme whoami"), "nobody +16505550199")
    says(acme.run("acme token ops", status=4), "acme login")
    # Nobody is asked in a pipe, and a job's terminal stays as it was.
    says(acme.run("acme login </dev/null", status=64), "acme cannot ask you: there is no terminal")


def second_factor_and_expiry():
    server = subprocess.Popen([USHER, "serve", "--port", "0", "--policy", "strict", "-P", "demo-acme"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={"HOME": f"{FOLDER}/serve", "PATH": os.environ["PATH"]})
    try:
        url = next(match[1] for line in server.stdout if (match := re.match(r"Listening on (http\S+)", line)))
        secret, password = f"{FOLDER}/totp.txt", f"{FOLDER}/password.txt"
        with open(os.open(password, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(PASSWORD)
        usher("signup", "--email", "kim@example.com", "--password-file", password, endpoint=url)
        usher("send-link", "--purpose", "verify-email", endpoint=url)
        link = usher("local", "outbox", "--email", "kim@example.com", "--latest", "--field", "link", endpoint=url)
        usher("complete-link", "-", endpoint=url, text=link)
        usher("mfa", "enroll", "totp", "--secret-file", secret, "--code-command", f"{USHER} mfa code --secret-file {secret}",
              endpoint=url)
        # The code of the enrollment counts once, so wait for the next.
        time.sleep(31 - time.time() % 30)
        acme = Acme("second", ACME_SERVER=url)
        acme.run("acme login", ("Sign in with:", "kim@example.com"), ("Which one?", "1"), ("Password:", "wrong"),
                 ("Password:", PASSWORD),
                 ("Code:", lambda: usher("mfa", "code", "--secret-file", secret)))
        says(acme.run("acme whoami"), "kim@example.com")
        assert int(acme.run("acme token | wc -c").split()[0]) > 500
        usher("local", "expire", "sessions", endpoint=url)
        says(acme.run("acme fresh", status=4), "acme login")
        says(acme.run("acme whoami"), "nobody")
    finally:
        server.kill()
        server.wait()
    says(acme.run("acme login", ("Sign in with:", "+16505550123"), status=69), "127.0.0.1")


for story in first_run, second_factor_and_expiry:
    story()
for screen in screens:
    assert "usher" not in screen, screen
shutil.rmtree(FOLDER, ignore_errors=True)
print(f"ok: acme signs its users in ({len(screens)} runs at a terminal)")
