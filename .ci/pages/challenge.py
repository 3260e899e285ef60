"""Passes the local server's reCAPTCHA challenge.

A page on another port, whose policy allows only that server, renders both forms of the widget and uses a token for an
SMS. It also tries what must fail.
"""

import json
import urllib.request

from browser import Browser
from pages.surroundings import beside, expect, served, site

PAGE = """<!DOCTYPE html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; script-src 'self' {server}/recaptcha/; connect-src {server}">
<body data-server="{server}" data-key="{key}">
<div id="hidden"></div><div id="box"></div><div id="wrong"></div>
<pre id="results">
</pre>
<script src="challenge.js"></script>
<script src="{server}/recaptcha/api.js?onload=startV2&amp;render=explicit" async defer></script>
"""

TOLD = """invisible: true
first use: sent
second use: CAPTCHA_CHECK_FAILED
reset: true
checkbox: true
unchecked: true
wrong key: INVALID_ARGUMENT : This is not a site key of the project.
enterprise: true
wrong action: INVALID_RECAPTCHA_ACTION
end: true"""


def check(binary, pictures):
    with served(binary, "--policy", "strict") as started:
        server = started["url"]
        with urllib.request.urlopen(f"{server}/identitytoolkit.googleapis.com/v1/recaptchaParams?key=k") as answer:
            key = json.load(answer)["recaptchaSiteKey"]
        pages = {"index": PAGE.format(server=server, key=key), "challenge.js": beside("challenge.js")}
        with site(**pages) as address, Browser() as browser:
            browser.open(address)
            told = browser.until("(text => /^end: /m.test(text) && text)(document.getElementById('results').textContent)")
            if pictures:
                browser.screenshot(f"{pictures}/challenge.png")
    expect(told.strip() == TOLD, f"the challenge said otherwise:\n{told}")
    print("challenge: it was passed in every form, and each token was good once")
