"""Signs in through the window of the local server's identity providers.

A page on another port does the same as the web SDKs: it opens the hidden frame and the window, by a pop-up and by a
redirect, and waits for the answer. The form is filled in as Google's own tests do it, and as a person does. The strict
policy is tested too, which refuses an expired identity.
"""

import json
import urllib.parse

from browser import Browser
from pages.surroundings import beside, call, expect, served, site

PAGE = """<!DOCTYPE html>
<meta charset="utf-8">
<body data-server="{server}">
<script src="window.js"></script>
<script src="{server}/emulator/auth/api.js?onload=start"></script>
"""

TOLD = """first: unknown auth/no-auth-event
storage: true
pop-up: signInViaPopup e1 kim@example.com - new
again: signInViaPopup e2 kim@example.com - known
claims: signInViaPopup e3 lee@example.com Lee & <b> new
after leaving: signInViaRedirect lee@example.com Lee & <b> known
end: true"""


def check(binary, pictures):
    with served(binary) as lenient, served(binary, "--policy", "strict") as strict:
        # Browsers separate the storage of different hosts, but not of different ports.
        servers = [started["url"].replace("127.0.0.1", "localhost") for started in (lenient, strict)]
        pages = {"index": PAGE.format(server=servers[0]), "window.js": beside("window.js")}
        with site(**pages) as address, Browser("--disable-popup-blocking") as browser:
            browser.open(address.replace("127.0.0.1", "localhost"))
            told = browser.until("(text => /^(end|error): /m.test(text) && text)(sessionStorage.results)")
        expect(told.strip() == TOLD, f"the window said otherwise:\n{told}")

        for server in servers:
            makes_up(server, "document.querySelector('.js-new-account').click()",
                     "document.getElementById('sign-in').click()", pictures)
            makes_up(server, "document.getElementById('add-account-button').click()",
                     "document.getElementById('main-form').requestSubmit()", None)
    print("window: every way into it led back, with the right person")


def makes_up(server, begin, finish, pictures):
    """Fills in the form and signs in with the window's answer."""
    names = {"apiKey": "k", "appName": "a", "authType": "signInViaRedirect", "providerId": "google.com",
             "redirectUrl": f"{server}/healthz"}
    with Browser() as browser:
        browser.open(f"{server}/emulator/auth/handler?{urllib.parse.urlencode(names)}")
        # Google's own tests wait for this.
        browser.until("typeof toggleForm === 'function'")
        browser.value(begin)
        browser.until("document.getElementById('email-input').offsetParent !== null")
        browser.value("document.getElementById('email-input').value = 'max@example.com'")
        browser.value("document.getElementById('display-name-input').value = 'Max'")
        if pictures:
            browser.screenshot(f"{pictures}/window.png")
        browser.act(finish)
        browser.until("location.pathname == '/healthz'")
        event = json.loads(browser.until("sessionStorage['firebase:redirectEvent:k:a']"))
    answer = call(server, "signInWithIdp", requestUri=event["urlResponse"], returnSecureToken=True)
    found = answer.get("email"), answer.get("displayName")
    expect(found == ("max@example.com", "Max") and answer["oauthIdToken"] and answer["oauthAccessToken"],
           f"another user is signed in: {answer}")
