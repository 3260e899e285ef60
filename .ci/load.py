"""Tests `serve` under high load, when it is killed, and when its file has problems: `load.py BINARY KILLS SEED`.

If the system allows mounts, as in a private namespace, the tests mount their own disk.
"""

import contextlib
import http.client
import json
import multiprocessing
import os
import pathlib
import random
import resource
import selectors
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.parse

BINARY, KILLS, SEED = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
PROJECT = "demo-load"
ENVIRONMENT = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
PASSWORD = "a long horse"


class Refused(Exception):
    """A response other than 200."""

    def __init__(self, status, headers, body):
        super().__init__(f"{status} {body[:200]}")
        self.status, self.retry_after = status, headers.get("Retry-After")
        try:
            self.code = json.loads(body)["error"]["message"].split(" ")[0]
        except (ValueError, KeyError, TypeError):
            self.code = None


class Server:
    """A running `serve` on its own port, which signs tokens."""

    def __init__(self, data, *words, open_files=None):
        self.started = time.monotonic()

        def limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (open_files, open_files))

        self.process = subprocess.Popen(
            [BINARY, "serve", "--port", "0", "--field", "port", "--project", PROJECT, "--data", data,
             "--policy-set", "unsigned-tokens=false", *words],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**ENVIRONMENT, "HOME": os.path.dirname(data)},
            preexec_fn=limit if open_files else None)
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"serve ended with status {self.process.wait()}")
        self.port = int(line)
        self.time_to_listen = time.monotonic() - self.started

    def kill(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        self.process.stdout.close()
        return self.process.wait()

    def client(self, timeout=30):
        return Client(self.port, timeout)


class Client:
    """The connection of one client, kept open."""

    def __init__(self, port, timeout):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)

    def close(self):
        self.connection.close()

    def call(self, method, path, body=None, owner=False):
        headers = {"Authorization": "Bearer owner"} if owner else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise Refused(answer.status, answer.headers, content)
        return json.loads(content)

    def accounts(self, procedure, **body):
        return self.call("POST", f"/identitytoolkit.googleapis.com/v1/accounts:{procedure}?key=k", body)

    def send_code(self, number):
        return self.accounts("sendVerificationCode", phoneNumber=number)["sessionInfo"]

    def codes(self, number):
        """Returns the unused codes for a number, by session."""
        query = urllib.parse.urlencode({"phoneNumber": number})
        found = self.call("GET", f"/emulator/v1/projects/{PROJECT}/verificationCodes?{query}")["verificationCodes"]
        return {entry["sessionInfo"]: entry["code"] for entry in found}

    def confirm(self, session, code):
        return self.accounts("signInWithPhoneNumber", sessionInfo=session, code=code)

    def sign_in(self, number):
        session = self.send_code(number)
        return self.confirm(session, self.codes(number)[session])

    def renew(self, token):
        return self.call("POST", "/securetoken.googleapis.com/v1/token?key=k",
                         {"grant_type": "refresh_token", "refresh_token": token})

    def look_up(self, *uids):
        path = f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/accounts:lookup"
        users = self.call("POST", path, {"localId": uids}, owner=True).get("users", [])
        return {user["localId"]: user for user in users}


def phone(number):
    return f"+49151{number:08}"


def wrong(code):
    return "000000" if code != "000000" else "111111"


class Check(unittest.TestCase):
    def setUp(self):
        # Do not use /tmp, which is in memory on many systems.
        self.folder = tempfile.mkdtemp(dir="/var/tmp", prefix="usher-load.")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.data = os.path.join(self.folder, "auth.db")

    def serve(self, *words, **options):
        server = Server(self.data, *words, **options)
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        return server

    def ending(self, *words):
        """Returns the exit status of a `serve` that must not start."""
        return subprocess.run(
            [BINARY, "serve", "--port", "0", "--data", self.data, *words, "--", "true"], env=ENVIRONMENT,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60).returncode


class Crowd(Check):
    """Tests thousands of slow and idle connections, with a limit of 4096 open files."""

    SLOW, IDLE, RATE, SECONDS = 1000, 500, 20, 30

    def test_nobody_is_kept_waiting_by_a_crowd(self):
        server = self.serve(open_files=4096)
        server.client().sign_in(phone(0))  # Waits for the key.
        # The times on this machine without the other connections.
        alone = self.sign_ins(server, 5)
        stop, ready = multiprocessing.Event(), multiprocessing.Event()
        crowd = multiprocessing.Process(target=self.crowd, args=(server.port, ready, stop), daemon=True)
        crowd.start()
        self.assertTrue(ready.wait(60))
        in_crowd = self.sign_ins(server, self.SECONDS)
        memory = resident_memory(server.process.pid)
        stop.set()
        crowd.join()
        print(f"crowd: {len(in_crowd)} sign-ins, median {in_crowd[len(in_crowd) // 2]:.0f} ms, p99 "
              f"{self.ninety_ninth(in_crowd):.0f} ms (alone: {alone[len(alone) // 2]:.0f} and "
              f"{self.ninety_ninth(alone):.0f} ms); {memory / 1e6:.0f} MB")
        self.assertLessEqual(self.ninety_ninth(in_crowd), 250)

    def sign_ins(self, server, seconds):
        """Returns the times of sign-ins on separate connections, in milliseconds and sorted; none may fail."""
        times, failures, threads = [], [], []
        begin = time.monotonic()

        def sign_in(number):
            start = time.monotonic()
            try:
                with contextlib.closing(server.client(timeout=10)) as client:
                    client.sign_in(phone(number))
                times.append((time.monotonic() - start) * 1000)
            except Exception as error:  # Any error counts.
                failures.append(repr(error))

        for number in range(self.RATE * seconds):
            time.sleep(max(0, begin + number / self.RATE - time.monotonic()))
            threads.append(threading.Thread(target=sign_in, args=(number,)))
            threads[-1].start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        return sorted(times)

    @staticmethod
    def ninety_ninth(times):
        return times[int(len(times) * 0.99)]

    @classmethod
    def crowd(cls, port, ready, stop):
        """Keeps all connections open, and opens closed ones again."""
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
        chance = random.Random(SEED)
        watched = selectors.DefaultSelector()

        def connect(kind):
            member = socket.create_connection(("127.0.0.1", port))
            member.setblocking(False)
            member.send(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + (b"\r\n" if kind == "idle" else b"X-Slow: "))
            watched.register(member, selectors.EVENT_READ, kind)
            return member

        slow = [connect("slow") for _ in range(cls.SLOW)]
        for _ in range(cls.IDLE):
            connect("idle")
        ready.set()
        while not stop.is_set():
            for key, _ in watched.select(0.05):
                try:
                    gone = not key.fileobj.recv(4096)
                except OSError:
                    gone = True
                if not gone:
                    continue
                watched.unregister(key.fileobj)
                key.fileobj.close()
                again = connect(key.data)
                if key.data == "slow":
                    slow[slow.index(key.fileobj)] = again
            for member in chance.sample(slow, cls.SLOW // 20):
                with contextlib.suppress(OSError):
                    member.send(b"a")


class Ledger:
    """The changes that a server has acknowledged."""

    def __init__(self):
        self.numbers = {}  # of accounts, by UID
        self.addresses = {}
        self.names = {}  # of password accounts; several during a change
        self.tokens = {}  # UIDs, by refresh token
        self.ended = {}  # UIDs, by tokens of deleted accounts
        self.sent = {}  # numbers, by unused session
        self.tries = {}  # wrong codes, by session
        self.used = {}  # codes, by session
        self.messages = 0


class Guest(threading.Thread):
    """A client that signs in, and renews, changes and deletes its accounts until the server is gone."""

    def __init__(self, server, ledger, lock, chance, numbers):
        super().__init__()
        self.client = server.client()
        self.ledger, self.lock, self.chance, self.numbers = ledger, lock, chance, numbers
        self.surprise = None

    def run(self):
        try:
            while True:
                self.chance.choice([self.by_phone, self.by_phone, self.by_phone, self.by_password, self.later])()
        except (OSError, http.client.HTTPException):
            pass  # The server was killed, as planned.
        except Exception as error:
            self.surprise = repr(error)

    def note(self, uid, answer, table, value):
        with self.lock:
            table[uid] = value
            self.ledger.tokens[answer["refreshToken"]] = uid

    def by_phone(self):
        number = phone(next(self.numbers))
        session = self.client.send_code(number)
        with self.lock:
            self.ledger.sent[session] = number
            self.ledger.messages += 1
        code = self.client.codes(number)[session]
        for _ in range(self.chance.choice([0, 0, 0, 1, 4])):
            try:
                self.client.confirm(session, wrong(code))
            except Refused as refusal:
                if refusal.code != "INVALID_CODE":
                    raise
                with self.lock:
                    self.ledger.tries[session] = self.ledger.tries.get(session, 0) + 1
        if self.chance.random() < 0.3:
            return
        with self.lock:  # From now on, the session may be used or unused.
            del self.ledger.sent[session]
            self.ledger.tries.pop(session, None)
        answer = self.client.confirm(session, code)
        self.note(answer["localId"], answer, self.ledger.numbers, number)
        with self.lock:
            self.ledger.used[session] = code

    def by_password(self):
        address = f"g{next(self.numbers)}@example.com"
        answer = self.client.accounts("signUp", email=address, password=PASSWORD, returnSecureToken=True)
        uid = answer["localId"]
        self.note(uid, answer, self.ledger.addresses, address)
        with self.lock:
            self.ledger.names[uid] = {None}
        for name in ("Kim", "Lee", "Sam"):
            with self.lock:
                self.ledger.names[uid].add(name)
            self.client.accounts("update", idToken=answer["idToken"], displayName=name)
            with self.lock:
                self.ledger.names[uid] = {name}
        if self.chance.random() < 0.3:
            with self.lock:
                for table in (self.ledger.addresses, self.ledger.names):
                    del table[uid]
                del self.ledger.tokens[answer["refreshToken"]]
            self.client.accounts("delete", idToken=answer["idToken"])
            with self.lock:
                self.ledger.ended[answer["refreshToken"]] = uid

    def later(self):
        with self.lock:
            some = self.chance.sample(sorted(self.ledger.tokens.items()), min(3, len(self.ledger.tokens)))
        for token, uid in some:
            try:
                owner = self.client.renew(token)["user_id"]
            except Refused:
                with self.lock:  # Another guest may have deleted the account.
                    if token in self.ledger.tokens:
                        raise
            else:
                if owner != uid:
                    raise AssertionError(f"a token of {uid} became another's")


class Killed(Check):
    """Tests a server that is killed under load and restarted on its file, many times."""

    WORDS = ("--policy-set", "sms-per-day=1000000", "--policy-set", "scrypt-cost-exponent=4")
    A_DAY = 10_000_000  # More SMS than the test sends.

    def test_nothing_acknowledged_is_lost(self):
        chance = random.Random(SEED)
        numbers = iter(range(10_000_000))
        lock, all_told, counters, waits, backups = threading.Lock(), Ledger(), {}, [], []
        first_day = int(time.time() // 86_400)
        server = self.serve(*self.WORDS)
        for number in range(KILLS):
            told = Ledger()
            guests = [Guest(server, told, lock, random.Random(chance.random()), numbers) for _ in range(8)]
            for guest in guests:
                guest.start()
            # In every other round, run a backup in the middle.
            backup = threading.Thread(target=lambda: backups.append(self.back_up(number)))
            if number % 2:
                backup.start()
            time.sleep(chance.uniform(0.01, 0.4))
            server.kill()
            for guest in guests:
                guest.join()
            if number % 2:
                backup.join()
                with self.subTest(backup=number, seed=SEED):
                    self.examine_backup(*backups.pop()[:2], [])
            with self.subTest(kill=number, seed=SEED):
                self.assertEqual([guest.surprise for guest in guests if guest.surprise], [])
                counters = self.examine_file(counters)
            server = self.serve(*self.WORDS)
            waits.append(server.time_to_listen)
            client = server.client()
            with self.subTest(kill=number, seed=SEED):
                self.examine(client, told)
            client.close()
            for name, table in vars(told).items():
                if name == "messages":
                    all_told.messages += table
                elif name in ("numbers", "addresses", "names", "tokens", "ended"):
                    getattr(all_told, name).update(table)
        # Later rounds must not have lost it either.
        self.examine(server.client(), all_told)
        self.assertEqual(server.kill(signal.SIGTERM), 0)
        counters = self.examine_file(counters)
        if counters["SMS"] // self.A_DAY == first_day:
            self.assertGreaterEqual(counters["SMS"] % self.A_DAY, all_told.messages)
        waits.sort()
        print(f"killed {KILLS} times (seed {SEED}): {len(all_told.tokens)} sessions, {len(all_told.numbers)} "
              f"accounts by phone and {len(all_told.addresses)} by password kept, {all_told.messages} codes sent; "
              f"listens again after {waits[len(waits) // 2] * 1000:.0f} ms, at most {waits[-1] * 1000:.0f}")
        self.assertLessEqual(waits[len(waits) // 2], 1)

    def back_up(self, number):
        """Runs a backup under load while the server may be killed; it must succeed anyway."""
        file = os.path.join(self.folder, f"backup{number}.db")
        start = time.monotonic()
        ending = subprocess.run(
            [BINARY, "local", "backup", file, "--data", self.data], env={**ENVIRONMENT, "HOME": self.folder},
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=60)
        return file, ending, time.monotonic() - start

    def examine_backup(self, file, ending, known):
        """Checks that the backup is sound, can be served, and has every account acknowledged before it began."""
        self.assertEqual(ending.returncode, 0, ending.stderr)
        self.assertEqual(os.stat(file).st_mode & 0o777, 0o600)
        with contextlib.closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True)) as database:
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        server = Server(file, *self.WORDS)
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        client = server.client()
        for start in range(0, len(known), 100):
            some = known[start:start + 100]
            found = client.look_up(*(uid for uid, _ in some))
            for uid, number in some:
                self.assertEqual(found[uid].get("phoneNumber"), number)
        client.sign_in(phone(99_999_999))
        client.close()
        self.assertEqual(server.kill(signal.SIGTERM), 0)
        for suffix in ("", "-wal", "-shm"):
            pathlib.Path(file + suffix).unlink(missing_ok=True)

    def test_a_backup_taken_under_load_is_whole(self):
        chance = random.Random(SEED)
        numbers = iter(range(20_000_000, 30_000_000))
        lock, told, times, size = threading.Lock(), Ledger(), [], 0
        server = self.serve(*self.WORDS)
        guests = [Guest(server, told, lock, random.Random(chance.random()), numbers) for _ in range(8)]
        for guest in guests:
            guest.start()
        for number in range(min(KILLS, 50)):
            time.sleep(chance.uniform(0.01, 0.2))
            with lock:
                known = list(told.numbers.items())
            file, ending, taken = self.back_up(number)
            times.append(taken)
            size = os.path.getsize(file) if os.path.exists(file) else 0
            with self.subTest(backup=number, seed=SEED):
                self.examine_backup(file, ending, known)
        server.kill()
        for guest in guests:
            guest.join()
        self.assertEqual([guest.surprise for guest in guests if guest.surprise], [])
        times.sort()
        print(f"backed up {len(times)} times (seed {SEED}) beside {told.messages} codes sent: {size / 1e6:.1f} MB at the "
              f"end, {times[len(times) // 2] * 1000:.0f} ms, at most {times[-1] * 1000:.0f}")

    def examine_file(self, earlier):
        """Checks in a copy, which may be repaired, that the file's counters did not go back."""
        copy = os.path.join(self.folder, "copy.db")
        for suffix in ("", "-wal"):
            pathlib.Path(copy + suffix).unlink(missing_ok=True)
            if os.path.exists(self.data + suffix):
                shutil.copyfile(self.data + suffix, copy + suffix)
        with contextlib.closing(sqlite3.connect(copy)) as database:
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            counters = dict(database.execute("SELECT name, seq FROM sqlite_sequence"))
            for name, query in [
                ("message", "SELECT max(number) FROM outbox"), ("SMS", f"SELECT max(day * {self.A_DAY} + count) FROM mail_counts"),
            ]:
                counters[name] = database.execute(query).fetchone()[0] or 0
        for name, value in earlier.items():
            self.assertGreaterEqual(counters.get(name, 0), value, name)
        return counters

    def examine(self, client, told):
        for token, uid in told.tokens.items():
            self.assertEqual(client.renew(token)["user_id"], uid)
        for token, uid in told.ended.items():
            self.assertEqual(self.refusal(client.renew, token), "USER_NOT_FOUND", uid)
        uids = [*told.numbers, *told.addresses]
        for start in range(0, len(uids), 100):
            some = uids[start:start + 100]
            found = client.look_up(*some)
            for uid in some:
                self.assertEqual(found[uid].get("phoneNumber"), told.numbers.get(uid))
                self.assertEqual(found[uid].get("email"), told.addresses.get(uid))
                if uid in told.names:
                    self.assertIn(found[uid].get("displayName"), told.names[uid])
        for session, code in told.used.items():
            self.assertIn(self.refusal(client.confirm, session, code), ("INVALID_SESSION_INFO", "SESSION_EXPIRED"))
        for session, number in told.sent.items():
            code = client.codes(number)[session]
            left = 5 - told.tries.get(session, 0)
            refusals = [self.refusal(client.confirm, session, wrong(code)) for _ in range(left + 1)]
            # The server may have counted one more attempt without being able to tell the client.
            self.assertIn(refusals.count("INVALID_CODE"), (left, left - 1), refusals)
            self.assertEqual(refusals[-1], "TOO_MANY_ATTEMPTS_TRY_LATER")

    def refusal(self, call, *arguments):
        try:
            call(*arguments)
        except Refused as refusal:
            return refusal.code
        return None


class Trouble(Check):
    """Tests files that cannot be used: the server must report it and lose nothing that it acknowledged."""

    def setUp(self):
        super().setUp()
        self.kept = []

    def acknowledge(self, client, count=5):
        for _ in range(count):
            number = phone(len(self.kept))
            self.kept.append((number, client.sign_in(number)["refreshToken"]))

    def expect_unavailable(self, call, *arguments):
        with self.assertRaises(Refused) as caught:
            call(*arguments)
        self.assertEqual((caught.exception.status, caught.exception.code), (503, "UNAVAILABLE"))
        self.assertGreaterEqual(int(caught.exception.retry_after), 1)

    def expect_recovery(self, server):
        """Checks that all data is there and new data is accepted, here and after a restart."""
        self.expect_all(server.client())
        self.assertEqual(server.kill(signal.SIGTERM), 0)
        again = self.serve()
        self.expect_all(again.client())
        self.assertEqual(again.kill(signal.SIGTERM), 0)
        with contextlib.closing(sqlite3.connect(self.data)) as database:
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])

    def expect_all(self, client):
        for number, token in self.kept:
            uid = client.renew(token)["user_id"]
            self.assertEqual(client.look_up(uid)[uid]["phoneNumber"], number)
        self.acknowledge(client)

    def mount(self, *options):
        """Mounts a disk of 2 MB in place of the folder."""
        command = ["mount", "-t", "tmpfs", "-o", ",".join(["size=2m,mode=0700", *options]), "none", self.folder]
        if subprocess.run(command, stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("this system lets nobody mount a disk of their own")
        self.addCleanup(subprocess.run, ["umount", "-l", self.folder], stderr=subprocess.DEVNULL)

    def test_a_full_disk(self):
        self.mount()
        server = self.serve()
        client = server.client()
        self.acknowledge(client)
        ballast = os.path.join(self.folder, "ballast")
        with contextlib.suppress(OSError), open(ballast, "wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        refused = 0
        for number in range(2000, 2200):  # The server first uses the free space inside its file.
            try:
                self.kept.append((phone(number), client.sign_in(phone(number))["refreshToken"]))
            except Refused as refusal:
                self.assertEqual((refusal.status, refusal.code), (503, "UNAVAILABLE"))
                self.assertGreaterEqual(int(refusal.retry_after), 1)
                refused += 1
        self.assertGreater(refused, 0)
        os.remove(ballast)
        self.expect_recovery(server)

    def test_a_disk_that_is_full_at_the_start(self):
        self.mount()
        with contextlib.suppress(OSError), open(os.path.join(self.folder, "ballast"), "wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        self.assertEqual(self.ending(), 74)

    def test_a_disk_that_becomes_read_only(self):
        self.mount()
        server = self.serve()
        self.acknowledge(server.client())
        self.assertEqual(server.kill(signal.SIGTERM), 0)
        self.remount("ro")
        self.assertEqual(self.ending(), 73)
        self.remount("rw")
        self.expect_recovery(self.serve())

    def remount(self, option):
        subprocess.run(["mount", "-o", f"remount,{option}", self.folder], check=True)

    def test_files_that_may_grow_no_more(self):
        server = self.serve()
        client = server.client()
        self.acknowledge(client)
        size = os.path.getsize(self.data + "-wal")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        self.expect_unavailable(client.sign_in, phone(99))
        self.expect_unavailable(client.sign_in, phone(99))
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        self.expect_recovery(server)

    def test_a_file_that_another_program_locks(self):
        server = self.serve()
        client = server.client()
        self.acknowledge(client)
        with contextlib.closing(sqlite3.connect(self.data, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            start = time.monotonic()
            self.expect_unavailable(client.sign_in, phone(99))
            print(f"locked: refused after {time.monotonic() - start:.1f} s")
            self.assertLess(time.monotonic() - start, 20)
            other.execute("ROLLBACK")
        self.expect_recovery(server)

    def test_a_newer_file(self):
        server = self.serve()
        client = server.client()
        self.acknowledge(client)
        with contextlib.closing(sqlite3.connect(self.data)) as other:
            version = other.execute("PRAGMA user_version").fetchone()[0]
            other.execute("PRAGMA user_version = 999")
            self.expect_unavailable(client.sign_in, phone(99))
            self.assertEqual(self.ending(), 78)
            other.execute(f"PRAGMA user_version = {version}")
        self.expect_recovery(server)

    def test_a_damaged_file(self):
        server = self.serve()
        self.acknowledge(server.client())
        self.assertEqual(server.kill(signal.SIGTERM), 0)
        with contextlib.closing(sqlite3.connect(self.data)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        sound = pathlib.Path(self.data).read_bytes()
        for damaged in (sound[:4096] + bytes(byte ^ 0x5A for byte in sound[4096:]), b"sqlite" + sound[6:]):
            self.overwrite(damaged)
            self.assertEqual(self.ending(), 78)
            self.assertEqual(pathlib.Path(self.data).read_bytes(), damaged)
        self.overwrite(sound)
        self.expect_recovery(self.serve())

    def overwrite(self, content):
        for suffix in ("-wal", "-shm"):
            pathlib.Path(self.data + suffix).unlink(missing_ok=True)
        with open(self.data, "r+b") as file:
            file.write(content)


def resident_memory(pid):
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS:"))


if __name__ == "__main__":
    unittest.main(argv=["load.py", *sys.argv[4:]], verbosity=2, warnings="ignore")
