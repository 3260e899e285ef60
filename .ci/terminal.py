"""A real terminal that a script sits at: tmux, with a shell in it."""

import itertools
import os
import re
import subprocess
import time


class NotShown(Exception):
    """What was waited for did not come; the message ends with what the screen showed instead."""


class Terminal:
    """One window of a tmux server of its own, and the shell that runs in it.

    The shell is dash: it edits no lines and never touches the terminal's modes, so whatever is wrong with them
    afterwards is the doing of the program that ran.
    """

    numbers = itertools.count()
    # Seconds that anything is waited for.
    LONGEST = 60

    def __init__(self, folder, environment, columns=80, rows=24):
        self.folder = folder
        # Never one that a server before it has yet to give up.
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
        """Types text as it is, letter by letter."""
        self.tmux("send-keys", "-l", "--", text)

    def press(self, *keys):
        """Presses keys by tmux's names for them: `C-c`, `Home`, `BSpace`."""
        self.tmux("send-keys", *keys)

    def paste(self, text, marked=True):
        """Pastes text as a terminal does, with the marks of a paste around it where the program asked for them."""
        self.tmux("load-buffer", "-", text=text)
        self.tmux("paste-buffer", "-d", *(["-p"] if marked else []))

    def screen(self, colors=False):
        """What is to be seen, wrapped lines joined."""
        return self.tmux("capture-pane", "-p", "-J", *(["-e"] if colors else []))

    def wait(self, pattern, text=None):
        """Waits until the screen matches, and gives the match; `text` is what to call it."""
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
        """Waits until the screen shows the text, wherever lines are broken."""
        pattern = r"\s*".join(re.escape(character) for character in re.sub(r"\s", "", text))
        self.wait(pattern, text)

    def start(self, command):
        """Runs a command at the cleared screen; the shell's next prompt tells of it alone."""
        self.round += 1
        path = os.path.join(self.folder, "round")
        begun = os.path.join(self.folder, f"begun-{self.round}")
        with open(path, "w") as file:
            file.write(f": >{begun}\nPS1='{self.round}[$?] '\nprintf '\\033[2J\\033[H'\n{command}\n")
        # A Ctrl-C that was meant for the command before may reach the shell late, and take along what is typed.
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
        """Waits for the shell's prompt, and gives the status of what ran."""
        # A key that came late may have been echoed before it.
        return int(self.wait(rf"(?m)(?:^|\D){self.round}\[(\d+)\] *$")[1])

    def modes(self):
        """What `stty -a` prints."""
        path = os.path.join(self.folder, "modes")
        self.start(f"stty -a >{path}")
        self.end()
        with open(path) as file:
            return file.read()
