"""A real terminal for scripts: tmux with a shell in it."""

import itertools
import os
import re
import subprocess
import time


class NotShown(Exception):
    """The expected text did not appear; the message ends with the screen's text."""


class Terminal:
    """A window of a separate tmux server, and the shell in it.

    The shell is dash, which does not edit lines or change the terminal's modes. So if the modes are wrong afterwards,
    the program that ran has changed them.
    """

    numbers = itertools.count()
    # The time limit of every wait, in seconds.
    LONGEST = 60

    def __init__(self, folder, environment, columns=80, rows=24):
        self.folder = folder
        # Do not use the socket of an earlier server, which may not be closed yet.
        self.socket = os.path.join(folder, f"tmux{next(self.numbers)}")
        self.round = 0
        variables = {"PATH": os.environ["PATH"], "HOME": folder, "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        self.environment = {**variables, **environment}
        self.tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), "-c", folder,
            "env", "-i", "TERM=tmux-256color",
            *(f"{name}={value}" for name, value in self.environment.items()), "dash", "-i")

    def close(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], stderr=subprocess.DEVNULL, check=False)

    def tmux(self, *words, text=None):
        environment = {name: value for name, value in os.environ.items() if name != "TMUX"}
        return subprocess.run(
            ["tmux", "-S", self.socket, *words], input=text, env={**environment, "LC_ALL": "C.UTF-8"}, text=True,
            check=True, stdout=subprocess.PIPE).stdout

    def type(self, text):
        """Types text literally."""
        self.tmux("send-keys", "-l", "--", text)

    def press(self, *keys):
        """Presses keys by their tmux names: `C-c`, `Home`, `BSpace`."""
        self.tmux("send-keys", *keys)

    def paste(self, text, marked=True):
        """Pastes text as a terminal does, with bracketed-paste marks if the program turned them on."""
        self.tmux("load-buffer", "-", text=text)
        self.tmux("paste-buffer", "-d", *(["-p"] if marked else []))

    def screen(self, colors=False):
        """Returns the text on the screen, with wrapped lines joined."""
        return self.tmux("capture-pane", "-p", "-J", *(["-e"] if colors else []))

    def wait(self, pattern, text=None):
        """Waits until the screen matches and returns the match; error messages use `text` as its name."""
        end = time.monotonic() + self.LONGEST
        while True:
            screen = self.screen()
            match = re.search(pattern, screen)
            if match:
                return match
            if time.monotonic() > end:
                raise NotShown(f"waited for {text or pattern!r}, and the screen shows:\n{screen.rstrip()}")
            time.sleep(0.01)

    def wait_for(self, text):
        """Waits until the screen shows the text, even if it is split between lines."""
        pattern = r"\s*".join(re.escape(character) for character in re.sub(r"\s", "", text))
        self.wait(pattern, text)

    def start(self, command):
        """Clears the screen and runs a command; the number in the shell's next prompt is unique."""
        self.round += 1
        path = os.path.join(self.folder, "round")
        begun = os.path.join(self.folder, f"begun-{self.round}")
        with open(path, "w") as file:
            file.write(f": >{begun}\nPS1='{self.round}[$?] '\nprintf '\\033[2J\\033[H'\n{command}\n")
        # A Ctrl-C for the previous command may reach the shell late and delete the typed line.
        lost = rf"{re.escape(path)}\s+{self.round - 1}\[130\] *$"
        end = time.monotonic() + self.LONGEST
        self.type(f". {path}")
        self.press("Enter")
        while not os.path.exists(begun):
            if time.monotonic() > end:
                raise NotShown(f"waited for the command to begin, and the screen shows:\n{self.screen().rstrip()}")
            if re.search(lost, self.screen().rstrip() + " "):
                self.type(f". {path}")
                self.press("Enter")
                time.sleep(0.2)
            time.sleep(0.005)
        os.remove(begun)

    def end(self):
        """Waits for the shell's prompt and returns the exit status of the command."""
        # A late key may have been echoed before the prompt.
        return int(self.wait(rf"(?m)(?:^|\D){self.round}\[(\d+)\] *$")[1])

    def modes(self):
        """Returns the output of `stty -a`."""
        path = os.path.join(self.folder, "modes")
        self.start(f"stty -a >{path}")
        self.end()
        with open(path) as file:
            return file.read()
