"""Uses passkeys of other projects' authenticators with the local server and the tool: `passkey.py BINARY`.

The authenticators are Chromium's virtual ones, and soft-webauthn. A page, `passkey.js`, calls the server as Firebase's
JS SDK does. The page is at localhost, because browsers refuse passkeys at an IP address.
"""

import base64
import concurrent.futures
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import fido2.cbor
import soft_webauthn
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.utils import sha256

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from browser import Browser  # noqa: E402
from pages.surroundings import environment, free_port, is_closed, served, site  # noqa: E402

PAGE = """<!DOCTYPE html>
<meta charset="utf-8">
<body data-server="{server}">
<form><input id="name" autocomplete="username webauthn"></form>
<script src="passkey.js"></script>
"""
OWNER = {"Authorization": "Bearer owner"}
BROWSER = ["--browser", "--no-browser"]
CROWD = 64

binary = os.path.realpath(sys.argv[1])


def fail(message):
    raise SystemExit(f"check-passkey: {message}")


def expect(found, wanted, what):
    if found != wanted:
        fail(f"{what}: {found!r}, not {wanted!r}")


def expect_error(found, wanted, what):
    """Compares the code of an error, without the explanation after it."""
    message = found.get("error", found)
    if not isinstance(message, str) or message.split(" : ")[0] != wanted:
        fail(f"{what}: {message!r}, not {wanted!r}")


# The server


def call(server, path, body, method="POST", headers=None):
    """Sends a request and returns the answer; of an error, its message: `{"error": "MISSING_ID_TOKEN"}`."""
    request = urllib.request.Request(f"{server}/identitytoolkit.googleapis.com/{path}?key=k", json.dumps(body).encode(),
                                     {"Content-Type": "application/json", **(headers or {})}, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return {"error": json.load(error)["error"]["message"]}


def enrollment(server, step, **body):
    return call(server, f"v2/accounts/passkeyEnrollment:{step}", body)


def sign_in(server, step, **body):
    return call(server, f"v2/accounts/passkeySignIn:{step}", body)


def new_account(server, **fields):
    answer = call(server, "v1/accounts:signUp", {"returnSecureToken": True, **fields})
    if "error" in answer:
        fail(f"signUp: {answer}")
    return answer


def looked_up(server, token):
    return call(server, "v1/accounts:lookup", {"idToken": token})["users"][0]


def passkeys(server, token):
    return [(each["credentialId"], each["name"]) for each in looked_up(server, token).get("passkeyInfo", [])]


def claims(token):
    text = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))


def expect_signed_in(answer, uid, what):
    """Checks the tokens of an enrollment or a sign-in."""
    if "error" in answer:
        fail(f"{what}: {answer['error']}")
    found = claims(answer["idToken"])
    expect((answer["localId"], found["sub"], found["user_id"]), (uid, uid, uid), f"{what}: whose tokens")
    expect(found["firebase"]["sign_in_provider"], "passkey", f"{what}: the provider")
    if not answer["refreshToken"]:
        fail(f"{what}: no refresh token")


# The browser


@contextlib.contextmanager
def authenticator(browser, **changes):
    """Gives the browser a virtual authenticator of this machine, which does what it is asked, at once."""
    options = {"protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": True,
               "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True, **changes}
    made = browser.call("WebAuthn.addVirtualAuthenticator", options=options)["authenticatorId"]
    try:
        yield made
    finally:
        browser.call("WebAuthn.removeVirtualAuthenticator", authenticatorId=made)


@contextlib.contextmanager
def app(browser, server):
    """Opens the page of a web app that uses the server."""
    with open(os.path.join(os.path.dirname(os.path.realpath(__file__)), "passkey.js")) as file:
        pages = {"index": PAGE.format(server=server), "passkey.js": file.read()}
    with site(**pages) as address:
        browser.open(address.replace("127.0.0.1", "localhost"))
        yield


def run(browser, function, *words):
    """Calls a function of `passkey.js`."""
    return browser.value(f"told({function}({', '.join(json.dumps(word) for word in words)}))")


def enroll(browser, server, name, **fields):
    """Enrolls a passkey for a new account; returns the user ID and the answer."""
    account = new_account(server, **fields)
    answer = run(browser, "enroll", account["idToken"], name)
    expect_signed_in(answer, account["localId"], f"the enrollment of {name}")
    return account["localId"], answer


def enrolls_and_signs_in(browser, server):
    """The way of every web app: a passkey is enrolled, signs in, and is removed."""
    with authenticator(browser) as made:
        uid, enrolled = enroll(browser, server, "Laptop", email="kim@example.com", password="secret-1")
        [credential] = browser.call("WebAuthn.getCredentials", authenticatorId=made)["credentials"]
        expect((credential["rpId"], credential["userName"]), ("localhost", "kim@example.com"), "what was created")
        id = enrolled["request"]["authenticatorRegistrationResponse"]["id"]
        expect(passkeys(server, enrolled["idToken"]), [(id, "Laptop")], "the account's passkeys")

        expect_error(run(browser, "enroll", enrolled["idToken"], "Again"), "InvalidStateError", "a second enrollment")
        expect_error(enrollment(server, "finalize", **enrolled["request"]), "INVALID_AUTHENTICATOR_RESPONSE",
                     "a replayed enrollment")

        signed_in = run(browser, "signIn")
        expect_signed_in(signed_in, uid, "the sign-in")
        expect_signed_in(run(browser, "signIn"), uid, "the next sign-in")
        expect_error(sign_in(server, "finalize", **signed_in["request"]), "INVALID_AUTHENTICATOR_RESPONSE",
                     "a replayed sign-in")
        refuses_unverified(browser, made)

        removed = call(server, "v1/accounts:update", {"idToken": signed_in["idToken"], "deletePasskey": [id]})
        expect(removed.get("localId"), uid, f"the removal ({removed})")
        expect(passkeys(server, signed_in["idToken"]), [], "the passkeys after the removal")
        return run(browser, "signIn")


def refuses_unverified(browser, made):
    """Without a PIN or a fingerprint, the browser refuses, and so does the server if a page does not ask for one."""
    browser.call("WebAuthn.setUserVerified", authenticatorId=made, isUserVerified=False)
    expect_error(run(browser, "signIn"), "NotAllowedError", "a browser without its user")
    expect_error(run(browser, "signIn", {"userVerification": "discouraged"}), "INVALID_AUTHENTICATOR_RESPONSE",
                 "an authenticator without its user")
    browser.call("WebAuthn.setUserVerified", authenticatorId=made, isUserVerified=True)


def syncs(browser, server):
    """Passkeys of phones can be copied to other devices, and are, sooner or later."""
    for is_copied in (False, True):
        with authenticator(browser, defaultBackupEligibility=True, defaultBackupState=is_copied) as made:
            uid, _ = enroll(browser, server, "Phone")
            expect_signed_in(run(browser, "signIn"), uid, "the sign-in with a synced passkey")
            [credential] = browser.call("WebAuthn.getCredentials", authenticatorId=made)["credentials"]
            change = {"authenticatorId": made, "credentialId": credential["credentialId"]}
            browser.call("WebAuthn.setCredentialProperties", backupState=not is_copied, **change)
            expect_signed_in(run(browser, "signIn"), uid, "the sign-in after a change of the copies")
            # No authenticator changes this.
            browser.call("WebAuthn.setCredentialProperties", backupEligibility=False, backupState=False, **change)
            expect_error(run(browser, "signIn"), "INVALID_AUTHENTICATOR_RESPONSE", "a passkey that stops to sync")


def creates_an_account(browser, server):
    """Signs in where no passkey is: this creates an anonymous account, which its passkey then signs in to."""
    with authenticator(browser):
        expect_error(run(browser, "signIn"), "NotAllowedError", "a sign-in without a passkey")
        made = run(browser, "signInWithPasskey", "New")
        expect_signed_in(made, made.get("localId"), f"the account of a passkey ({made})")
        expect([name for _, name in passkeys(server, made["idToken"])], ["New"], "the passkeys of the new account")
        expect_signed_in(run(browser, "signInWithPasskey", "Other"), made["localId"], "the next sign-in")


def offered_in_field(browser):
    """Uses the policy for pages that offer passkeys in form fields: without a verified user, a passkey is one factor.

    With a virtual authenticator, Chromium chooses the passkey itself, without a click in the field.
    """
    with served(binary, "--policy", "strict", "--policy-set", "user-verification=preferred") as started:
        server = started["url"]
        field = {"mediation": "conditional"}
        with app(browser, server), authenticator(browser) as made:
            uid, _ = enroll(browser, server, "Field", email="kim@example.com", password="secret-1")
            expect_signed_in(run(browser, "signIn", {}, field), uid, "the sign-in in a field")
            # Chromium's authenticators fail without their user even if a page only prefers one.
            browser.call("WebAuthn.setUserVerified", authenticatorId=made, isUserVerified=False)
            unverified = {"userVerification": "discouraged"}
            expect_signed_in(run(browser, "signIn", unverified, field), uid, "the sign-in without a verified user")

            factor = {"localId": uid, "mfa": {"enrollments": [{"phoneInfo": "+16505550123"}]}}
            expect(call(server, "v1/accounts:update", factor, headers=OWNER).get("localId"), uid, "the second factor")
            answer = run(browser, "signIn", unverified, field)
            if "idToken" in answer or not answer.get("mfaPendingCredential"):
                fail(f"a second factor is not asked for: {answer}")
            browser.call("WebAuthn.setUserVerified", authenticatorId=made, isUserVerified=True)
            expect_signed_in(run(browser, "signIn", {}, field), uid, "the sign-in with two factors in one")


def web_app(browser, policy, unknown):
    with served(binary, "--policy", policy) as started:
        server = started["url"]
        with app(browser, server):
            expect_error(enrolls_and_signs_in(browser, server), unknown, f"{policy}: a removed passkey")
            syncs(browser, server)
            creates_an_account(browser, server)
        soft(server)


# soft-webauthn


class Device(soft_webauthn.SoftWebauthnDevice):
    """soft-webauthn never says that it verified its user. This one does."""

    VERIFIED = 0x04

    def create(self, options, origin):
        answer = super().create(options, origin)
        attestation = fido2.cbor.decode(answer["response"]["attestationObject"])
        attestation["authData"] = self.verified(attestation["authData"])
        answer["response"]["attestationObject"] = fido2.cbor.encode(attestation)
        return answer

    def get(self, options, origin):
        answer = super().get(options, origin)
        response = answer["response"]
        data = response["authenticatorData"] = self.verified(response["authenticatorData"])
        response["signature"] = self.private_key.sign(data + sha256(response["clientDataJSON"]), ec.ECDSA(hashes.SHA256()))
        return answer

    def verified(self, data):
        flags = 32
        return data[:flags] + bytes([data[flags] | self.VERIFIED]) + data[flags + 1:]


def decoded(options):
    """Decodes what the server sends in base64, as a page does."""
    for holder, name in ((options, "challenge"), (options.get("user", {}), "id")):
        if name in holder:
            holder[name] = base64.b64decode(holder[name])
    return {"publicKey": options}


def encoded(answer):
    """Encodes an authenticator's answer, as a page does."""
    def text(value):
        return base64.b64encode(value).decode()

    return {"id": answer["id"].decode(), "rawId": text(answer["rawId"]), "type": answer["type"],
            "response": {name: text(value) for name, value in answer["response"].items()}}


def soft_enroll(server, device, token, origin):
    options = enrollment(server, "start", idToken=token)["credentialCreationOptions"]
    answer = encoded(device.create(decoded(options), origin))
    return enrollment(server, "finalize", idToken=token, authenticatorRegistrationResponse=answer, name="Soft")


def soft_sign_in(server, device, origin):
    options = sign_in(server, "start")["credentialRequestOptions"]
    return sign_in(server, "finalize", authenticatorAuthenticationResponse=encoded(device.get(decoded(options), origin)))


def soft(server):
    """A second authenticator by other people, without a browser."""
    origin = "http://localhost:5000"
    account = new_account(server)
    uid, token = account["localId"], account["idToken"]
    refused = "INVALID_AUTHENTICATOR_RESPONSE"
    expect_error(soft_enroll(server, soft_webauthn.SoftWebauthnDevice(), token, origin), refused, "no verified user")
    device = Device()
    for other in ("https://example.com", "http://localhost.example.com", "null"):
        expect_error(soft_enroll(server, device, token, other), refused, f"an enrollment at {other}")
    expect_signed_in(soft_enroll(server, device, token, origin), uid, "soft-webauthn's enrollment")
    for _ in range(2):
        expect_signed_in(soft_sign_in(server, device, origin), uid, "soft-webauthn's sign-in")
    expect_error(soft_sign_in(server, device, "https://example.com"), refused, "a sign-in at another website")
    device.sign_count = 0
    expect_error(soft_sign_in(server, device, origin), refused, "a copied authenticator, whose counter is behind")


# Without verification, as in Firebase's emulator


def unverified():
    with served(binary, "--policy", "emulator", "--policy-set", "passkey-verification=false") as started:
        server = started["url"]
        keeps_any_id(server)
        names_by_default(server)
        refuses_incomplete(server)


def keeps_any_id(server):
    account = new_account(server, email="kim@example.com", password="secret-1")
    uid, token = account["localId"], account["idToken"]
    ids = ["my_first_id", "my.second id!"]
    for id in ids:
        answer = enrollment(server, "finalize", idToken=token, authenticatorRegistrationResponse={"id": id}, name=f"{id}?")
        expect_signed_in(answer, uid, f"the enrollment of {id}")
        expect_signed_in(sign_in(server, "finalize", authenticatorAuthenticationResponse={"id": id}), uid, id)
    expect(passkeys(server, token), [(id, f"{id}?") for id in ids], "the passkeys with any ID")
    for id, left in (("unknown", ids), (ids[0], ids[1:])):
        answer = call(server, "v1/accounts:update", {"idToken": token, "deletePasskey": [id]})
        expect(answer.get("localId"), uid, f"the removal of {id} ({answer})")
        expect([found for found, _ in passkeys(server, token)], left, f"the passkeys without {id}")
    expect_error(sign_in(server, "finalize", authenticatorAuthenticationResponse={"id": ids[0]}),
                 "PASSKEY_CREDENTIAL_NOT_FOUND", "a removed ID")


def names_by_default(server):
    for number, (given, wanted) in enumerate([({"name": "One", "displayName": "Two"}, "One"),
                                              ({"displayName": "Two"}, "Two"), ({}, "Unnamed Passkey")]):
        token = new_account(server)["idToken"]
        enrollment(server, "finalize", idToken=token, authenticatorRegistrationResponse={"id": f"name_{number}"}, **given)
        expect(passkeys(server, token), [(f"name_{number}", wanted)], f"the name from {given}")


def refuses_incomplete(server):
    expect(enrollment(server, "start"), {"error": "MISSING_ID_TOKEN"}, "a start without a token")
    expect(enrollment(server, "finalize", authenticatorRegistrationResponse={"id": "x"}), {"error": "MISSING_ID_TOKEN"},
           "an end without a token")
    expect(enrollment(server, "finalize", idToken="x"), {"error": "MISSING_AUTHENTICATOR_RESPONSE"},
           "an enrollment without an answer")
    expect(sign_in(server, "finalize"), {"error": "MISSING_AUTHENTICATOR_RESPONSE"}, "a sign-in without an answer")
    expect(sign_in(server, "finalize", authenticatorAuthenticationResponse={"id": "unknown"}),
           {"error": "PASSKEY_CREDENTIAL_NOT_FOUND"}, "an unknown ID")
    options = sign_in(server, "start")["credentialRequestOptions"]
    expect(options["rpId"], "localhost", "the domain without settings")


# The tool


class Tool:
    """The tool with a folder of its own."""

    def __init__(self, server="local"):
        self.home = tempfile.TemporaryDirectory()
        folders = {name: os.path.join(self.home.name, name) for name in
                   ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
        self.environment = environment(HOME=self.home.name, USHER_ENDPOINT=server, **folders)

    def start(self, *words):
        return subprocess.Popen([binary, *words], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def run(self, *words, status=0):
        """Runs a command, and returns its JSON, which is on standard error if the command fails."""
        words = *words, "--json"
        output, said = self.ended(self.start(*words), words, status)
        return json.loads(output or said)

    def waits(self, *words, status):
        """Runs a command that waits for a browser that nobody opens. It cannot be asked for JSON, which never waits."""
        words = *words, *BROWSER
        return self.ended(self.start(*words), words, status)[1]

    def in_browser(self, browser, *words, act, status=0):
        """Runs a command that waits for a browser. `act` does there what a person would."""
        words = *words, *BROWSER
        process, said, address = self.start(*words), "", None
        while address is None:
            line = process.stderr.readline()
            if not line:
                fail(f"usher {' '.join(words)} ended with {process.wait()}: {said}")
            said += line
            found = re.search(r"(http://localhost:\d+/[\w-]+)$", line.strip())
            address = found and found[1]
        browser.open(address)
        act(browser)
        said = self.ended(process, words, status, said)[1]
        if not is_closed(int(address.split(":")[2].split("/")[0])):
            fail(f"something listens at {address} a second after the end")
        return said

    def ended(self, process, words, status, said=""):
        """Waits for the end of a command, and returns what it printed on standard output and on standard error."""
        output, rest = process.communicate(timeout=120)
        said += rest
        expect(process.returncode, status, f"usher {' '.join(words)} ({output}{said})")
        if re.search("eyJ|private_key", output + said):
            fail(f"usher {' '.join(words)} shows a secret: {output}{said}")
        return output, said

    def signed_in(self):
        """Returns the account and how it was signed in to."""
        found = self.run("whoami")
        return found["account"]["uid"], found["session"]["sign_in_provider"]


def succeeded(browser):
    browser.until("document.querySelector('main.success') && 'over'")


def failed(browser):
    browser.until("document.querySelector('main.failure') && 'over'")


def offered_again(browser):
    browser.until("!(document.getElementById('again')?.hidden ?? true) && 'offered'")


def cancelled(browser):
    browser.until("/steps that the browser shows/.test(document.getElementById('status')?.textContent) && 'asked'")
    cancel(browser)


def cancelled_without_passkey(browser):
    offered_again(browser)
    cancel(browser)


def cancel(browser):
    browser.act("[...document.querySelectorAll('form button')].find(each => each.textContent == 'Cancel').click()")
    failed(browser)


def tool_in_browser(browser, server):
    tool = Tool(server)
    uid = tool.run("signin", "anonymous")["account"]["uid"]
    with authenticator(browser):
        tool.in_browser(browser, "passkey", "enroll", "--name", "laptop", act=succeeded)
        expect(tool.signed_in(), (uid, "passkey"), "who enrolled a passkey")
        expect([each["name"] for each in tool.run("passkey", "list")["passkeys"]], ["laptop"], "the tool's list")
        tool.in_browser(browser, "passkey", "enroll", act=failed, status=9)
        other = Tool(server)
        other.in_browser(browser, "signin", "passkey", act=succeeded)
        expect(other.signed_in(), (uid, "passkey"), "who signed in")
        other.in_browser(browser, "reauth", "passkey", act=succeeded)
        tool.run("passkey", "remove", "laptop", "--yes")
        third = Tool(server)
        third.in_browser(browser, "signin", "passkey", act=failed, status=5)
        third.run("whoami", status=4)


def gives_up(browser, server):
    """Whoever was signed in still is."""
    tool = Tool(server)
    before = tool.run("signin", "anonymous")["account"]["uid"], "anonymous"
    for words in (["signin", "passkey"], ["passkey", "enroll"]):
        with authenticator(browser, automaticPresenceSimulation=False):
            tool.in_browser(browser, *words, act=cancelled, status=5)
    with authenticator(browser):
        tool.in_browser(browser, "signin", "passkey", act=cancelled_without_passkey, status=5)
    tool.waits("signin", "passkey", "--wait-limit", "2s", status=75)
    # JSON is for scripts, which wait for nobody.
    tool.run("signin", "passkey", *BROWSER, status=66)
    expect((tool.signed_in(), tool.run("passkey", "list")["passkeys"]), (before, []), "who is signed in after all this")


def tool_with_its_own_server(browser):
    """Uses the server inside usher, at the second try."""
    tool = Tool()
    uid = tool.run("signin", "anonymous")["account"]["uid"]
    with authenticator(browser) as made:
        def at_second_try(browser):
            offered_again(browser)
            browser.call("WebAuthn.setUserVerified", authenticatorId=made, isUserVerified=True)
            browser.value("document.getElementById('again').click()")
            succeeded(browser)

        for words in (["passkey", "enroll"], ["signin", "passkey"]):
            browser.call("WebAuthn.setUserVerified", authenticatorId=made, isUserVerified=False)
            tool.in_browser(browser, *words, act=at_second_try)
            expect(tool.signed_in(), (uid, "passkey"), f"who is signed in after {' '.join(words)}")
            tool.run("signout")


def tool_in_container(browser):
    """Does what the tool advises in a container, where the browser is outside. Passkeys need a host name there, too."""
    tool = Tool()
    tool.environment["container"] = "podman"
    tool.run("signin", "anonymous")
    said = tool.waits("passkey", "enroll", "--wait-limit", "1s", status=75)
    listening, host = re.search(r"--listen 0\.0\.0\.0:(\d+) --page-host (\S+)", said).groups()
    expect((listening, host), ("8123", "localhost"), "the advice for a container")
    with authenticator(browser):
        tool.in_browser(browser, "passkey", "enroll", "--listen", f"0.0.0.0:{free_port()}", "--page-host", host,
                        act=succeeded)


def tool_with_file(server):
    tool = Tool(server)
    uid = tool.run("signin", "anonymous")["account"]["uid"]
    key = os.path.join(tool.home.name, "key.json")
    tool.run("passkey", "enroll", "--key-file", key)
    expect(os.stat(key).st_mode & 0o777, 0o600, "who can read the key file")
    tools = [Tool(server) for _ in range(CROWD)]
    begin = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(CROWD) as crowd:
        answers = list(crowd.map(lambda each: each.run("signin", "passkey", "--key-file", key), tools))
    took = time.monotonic() - begin
    expect({answer["account"]["uid"] for answer in answers}, {uid}, "who the crowd signed in")
    return took


def set_domain(server, project, domain):
    return call(server, f"v2/projects/{project}/passkeyConfig", {"rpId": domain}, "PATCH", OWNER)


def tool_with_domain(browser):
    """The passkeys of a real website are out of reach for a page on this machine, but not for a key file."""
    with served(binary, "--policy", "strict") as started:
        server = started["url"]
        expect(set_domain(server, "demo-usher", "example.com").get("rpId"), "example.com", "the domain")
        tool = Tool(server)
        tool.run("signin", "anonymous")
        for words in (["signin", "passkey"], ["passkey", "enroll"]):
            said = tool.waits(*words, status=66)
            if "example.com" not in said or "--key-file" not in said:
                fail(f"what can be done is not said: {said}")
        key = os.path.join(tool.home.name, "key.json")
        uid = tool.run("passkey", "enroll", "--key-file", key)["account"]["uid"]
        expect(Tool(server).run("signin", "passkey", "--key-file", key)["account"]["uid"], uid, "who has the file")
        expect_error(set_domain(server, "demo-usher", "example.org"), "INVALID_ARGUMENT", "another domain, too late")


def tool(browser):
    with served(binary, "--policy", "strict") as started:
        tool_in_browser(browser, started["url"])
        gives_up(browser, started["url"])
        took = tool_with_file(started["url"])
    tool_with_its_own_server(browser)
    tool_in_container(browser)
    tool_with_domain(browser)
    return took


def main():
    with Browser() as browser:
        browser.call("WebAuthn.enable")
        for policy, unknown in (("strict", "PASSKEY_ENROLLMENT_NOT_FOUND"), ("emulator", "PASSKEY_CREDENTIAL_NOT_FOUND")):
            web_app(browser, policy, unknown)
            print(f"check-passkey: a web app used passkeys of Chromium and of soft-webauthn (policy {policy})", flush=True)
        offered_in_field(browser)
        print("check-passkey: and in a form field, where a passkey may be one factor or two", flush=True)
        unverified()
        print("check-passkey: without verification, any ID is accepted, as in Firebase's emulator", flush=True)
        took = tool(browser)
        print(f"check-passkey: the tool used passkeys of a browser and of a file ({CROWD} at once: {took:.1f} s)", flush=True)


main()
