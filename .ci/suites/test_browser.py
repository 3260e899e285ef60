"""Browsers that are signed in without a sign-in page, for `.ci/check-suites`.

The page reads what the Firebase JS SDK keeps, where the SDK looks for it. The SDK itself is not here: it cannot be had as a
package of Python or Debian.
"""

import http.server
import json
import os
import shutil
import subprocess
import threading

import pytest
from playwright.sync_api import sync_playwright

from usher_auth import program

KEY = "firebase:authUser:demo-key:[DEFAULT]"

PAGE = b"""<!doctype html><title>app</title><script>
const inLocalStorage = (key) => JSON.parse(localStorage.getItem(key));
const inIndexedDB = (key) => new Promise((resolve, reject) => {
  const opened = indexedDB.open('firebaseLocalStorageDb', 1);
  opened.onupgradeneeded = () => opened.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' });
  opened.onerror = () => reject(opened.error);
  opened.onsuccess = () => {
    const asked = opened.result.transaction('firebaseLocalStorage').objectStore('firebaseLocalStorage').get(key);
    asked.onsuccess = () => resolve(asked.result?.value ?? null);
  };
});
const call = async (url, body) => {
  const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  return answer.json();
};
const whoami = async (host, { accessToken, refreshToken }) => {
  const api = `http://${host}/identitytoolkit.googleapis.com/v1/accounts:lookup?key=demo-key`;
  const tokens = await call(`http://${host}/securetoken.googleapis.com/v1/token?key=demo-key`, {
    grant_type: 'refresh_token', refresh_token: refreshToken,
  });
  const answers = [await call(api, { idToken: accessToken }), await call(api, { idToken: tokens.id_token })];
  return answers.map(({ users }) => users[0].localId);
};
</script>"""

# What `cypress.js` uses of Cypress.
CYPRESS = """
const commands = {};
let loaded;
const Cypress = { Commands: { add: (name, run) => (commands[name] = run) } };
const cy = { task: (name, user) => ({ then: (use) => use(state) }), on: (event, run) => (loaded = run), off: () => {} };
"""


@pytest.fixture(scope="module")
def browser():
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def origin():
    class Site(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(PAGE)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}"
        site.shutdown()


def found(page, origin, host):
    """The user whom the page finds; the server has to take the user's tokens from there."""
    page.goto(origin + "/profile")
    user = page.evaluate("key => inIndexedDB(key)", KEY)
    # An app decides where the SDK looks, in one of these or in both.
    assert page.evaluate("key => inLocalStorage(key)", KEY) == user
    assert page.evaluate("([host, tokens]) => whoami(host, tokens)", [host, user["stsTokenManager"]]) == [user["uid"]] * 2
    return user


def expected(user, **members):
    return {
        "uid": user.uid, "isAnonymous": False, "emailVerified": False, "providerData": [], "apiKey": "demo-key",
        "appName": "[DEFAULT]", **members,
    }


def stable(user):
    """The user without tokens and times."""
    return {name: value for name, value in user.items() if name not in ("stsTokenManager", "createdAt", "lastLoginAt")}


def test_signed_in_state(usher_alone, usher_storage_state, browser, origin):
    kim = usher_alone.sign_in(email="kim@example.com")
    state = usher_storage_state(origin=origin, app_key="demo-key", user=kim)
    with browser.new_context(storage_state=state) as context:
        user = found(context.new_page(), origin, usher_alone.host)
    assert stable(user) == expected(kim, email="kim@example.com", emailVerified=True, providerData=[{
        "providerId": "password", "uid": "kim@example.com", "displayName": None, "email": "kim@example.com",
        "phoneNumber": None, "photoURL": None}])
    assert user["stsTokenManager"]["accessToken"] == kim.id_token
    assert user["createdAt"] == user["lastLoginAt"] and user["createdAt"].isdigit()


def test_each_context_has_its_own_user(usher_storage_state, usher_alone, browser, origin):
    users = []
    for _ in range(2):
        with browser.new_context(storage_state=usher_storage_state(origin=origin, app_key="demo-key")) as context:
            users.append(found(context.new_page(), origin, usher_alone.host)["uid"])
    assert len(set(users)) == 2


@pytest.mark.parametrize("form", ["playwright", "local-storage"])
def test_command(usher_alone, browser, origin, tmp_path, form):
    def usher(*words):
        environment = {**os.environ, "USHER_CONFIG_DIR": str(tmp_path / "usher")}
        return subprocess.run([program(), *words], env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout

    uid = usher("signin", "anonymous", "--field", "account.uid").strip()
    state = json.loads(usher("token", "--format", form, "--origin", origin, "--app-key", "demo-key"))
    with browser.new_context(storage_state=state) as context:
        user = found(context.new_page(), origin, usher_alone.host)
    assert (user["uid"], user["isAnonymous"]) == (uid, True)


def test_cypress(usher_storage_state, usher_alone, browser, origin):
    earlier = usher_storage_state(origin=origin, app_key="demo-key")
    kim = usher_alone.sign_in(email="kim@example.com")
    state = usher_storage_state(origin=origin, app_key="demo-key", user=kim)
    with open(os.environ["CYPRESS_COMMAND"]) as file:
        command = file.read()
    with browser.new_context(storage_state=earlier) as context:
        page = context.new_page()
        page.add_init_script(
            f"if (location.origin === '{origin}') {{ const state = {json.dumps(state)}; {CYPRESS} {command} "
            "commands.signedIn(); loaded(window); }")
        assert found(page, origin, usher_alone.host)["uid"] == kim.uid
