"""Kills containers of the image as load.py kills `serve`: `image.py IMAGE KILLS SEED`.

Each round uses a new container and the same volume.
"""

import itertools
import json
import os
import subprocess
import sys
import time
import unittest

import load

IMAGE = load.BINARY
NAMES = (f"load-{number}" for number in itertools.count())


def podman(*words, **options):
    return subprocess.run(["podman", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


class Container(load.Server):
    """`serve` in a container on this network, read-only except for the volume with its data."""

    def __init__(self, data, *words):
        self.name, self.data = next(NAMES), data
        started = time.monotonic()
        self.process = subprocess.Popen(
            ["podman", "run", "--rm", "--log-driver", "none", "--name", self.name, "--network", "host", *confined(data), IMAGE,
             "serve", "--port", "0", "--field", "port", "--project", load.PROJECT, "--data", inside(data), "--policy-set",
             "unsigned-tokens=false", *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"serve ended with status {self.process.wait()}")
        self.port = int(line)
        self.time_to_listen = time.monotonic() - started

    def kill(self, number=9):
        podman("kill", "--signal", str(int(number)), self.name, check=True)
        self.process.stdout.close()
        return self.process.wait()


def volume(data):
    return data.split("/")[-3]


def inside(data):
    return "/data/" + os.path.basename(data)


def confined(data):
    return ["--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--volume", f"{volume(data)}:/data"]


class KilledContainer(load.Killed):
    def setUp(self):
        created = podman("volume", "create", check=True).stdout.strip()
        self.addCleanup(podman, "volume", "rm", "--force", created)
        self.folder = json.loads(podman("volume", "inspect", created, check=True).stdout)[0]["Mountpoint"]
        self.data = os.path.join(self.folder, "auth.db")

    def back_up(self, number):
        """Runs the backup in the server's container, or in a separate one if the server's is killed."""
        file = os.path.join(self.folder, f"backup{number}.db")
        words = ["local", "backup", inside(file), "--data", inside(self.data)]
        start = time.monotonic()
        if self._testMethodName == "test_nothing_acknowledged_is_lost":
            ending = podman("run", "--rm", "--network", "none", *confined(self.data), IMAGE, *words, timeout=60)
        else:
            ending = podman("exec", self.server.name, "usher", *words, timeout=60)
        return file, ending, time.monotonic() - start

    def serve(self, *words, **options):
        self.server = super().serve(*words, **options)
        return self.server


load.Server = Container

if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], defaultTest="KilledContainer", verbosity=2, warnings="ignore")
