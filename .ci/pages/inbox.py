"""Reads the local server's inbox.

A code must appear on the open page by itself, a click must copy it, and a link must work. Without scripts, the page must
look the same. In dark mode, it must be dark.
"""

import json
import urllib.request

from browser import Browser
from pages.surroundings import call, expect, served


def check(binary, pictures):
    with served(binary) as started, Browser() as browser:
        server, inbox = started["url"], started["inbox"]
        browser.call("Browser.grantPermissions", session=None, origin=server,
                     permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        browser.open(inbox)
        expect("No messages yet." in browser.value("document.body.textContent"), "the inbox is not empty")

        session = call(server, "sendVerificationCode", phoneNumber="+14155550100")["sessionInfo"]
        with urllib.request.urlopen(f"{server}/emulator/v1/projects/demo-usher/verificationCodes") as answer:
            codes = json.load(answer)["verificationCodes"]
        code = next(each["code"] for each in codes if each["sessionInfo"] == session)
        browser.until(f"document.querySelector('output')?.textContent == '{code}'")
        browser.value("document.querySelector('details').open = true")
        browser.value("document.querySelector('button[data-copy]').click()")
        browser.until("document.querySelector('button[data-copy]').textContent == 'Copied'")
        expect(browser.value("navigator.clipboard.readText()") == code, "another text was copied")

        call(server, "signInWithPhoneNumber", sessionInfo=session, code=code)
        browser.until("document.querySelector('tbody td')?.textContent.startsWith('+14155550100')")

        call(server, "sendOobCode", requestType="EMAIL_SIGNIN", email="kim@example.com",
             continueUrl=f"{server}/healthz?app=1", canHandleCodeInApp=True)
        browser.until("document.querySelector('.messages a') != null")
        if pictures:
            browser.screenshot(f"{pictures}/inbox.png")
        light = browser.value("getComputedStyle(document.body).backgroundColor")
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        expect(browser.value("getComputedStyle(document.body).backgroundColor") != light, "it is light in the dark")
        browser.act("document.querySelector('.messages a').click()")
        browser.until("location.search.includes('app=1') && location.search.includes('oobCode=')")

        # This stops the page's own scripts, but the test's scripts still run.
        browser.call("Emulation.setScriptExecutionDisabled", value=True)
        browser.open(inbox)
        expect(code in browser.value("document.body.textContent"), "there is no code without scripts")
        expect(browser.value("document.querySelector('button[data-copy]').hidden"), "a button does nothing")
    print("inbox: codes and links appeared, were copied and opened, with scripts and without")
