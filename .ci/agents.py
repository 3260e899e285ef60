"""An agent's program that uses `usher mcp`: `agents.py BINARY`.

It makes an administrator with an authenticator app, signs in, and opens a page with the state of the browser, once by each
way in which the protocol begins: with a handshake, and without one.
"""

import asyncio
import http.server
import json
import os
import pathlib
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time

from mcp import ClientSession, StdioServerParameters
from mcp.client._probe import negotiate_auto
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import MCPError
from playwright.async_api import async_playwright

BINARY = os.path.realpath(sys.argv[1])
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="check-agents."))
KEY = "firebase:authUser:demo-key:[DEFAULT]"
PAGE = b"""<!doctype html><title>app</title><p id=who>nobody</p><script>
const opened = indexedDB.open('firebaseLocalStorageDb', 1);
opened.onupgradeneeded = () => opened.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' });
opened.onsuccess = () => {
  const asked = opened.result.transaction('firebaseLocalStorage').objectStore('firebaseLocalStorage')
    .get('firebase:authUser:demo-key:[DEFAULT]');
  asked.onsuccess = async () => {
    const host = new URLSearchParams(location.search).get('auth');
    const answer = await fetch(`http://${host}/identitytoolkit.googleapis.com/v1/accounts:lookup?key=demo-key`, {
      method: 'POST', headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ idToken: asked.result.value.stsTokenManager.accessToken }),
    });
    const user = (await answer.json()).users[0];
    document.getElementById('who').textContent = `${user.email} ${JSON.parse(user.customAttributes).role}`;
  };
};
</script>"""


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_):
        pass


class Agent:
    """The calls of one session, with what must hold for each result."""

    def __init__(self, session):
        self.session = session

    async def call(self, tool, isError=False, **arguments):
        result = await self.session.call_tool(tool, arguments)
        shown = "\n".join(content.text for content in result.content)
        assert result.is_error == isError, f"{tool}: {shown}"
        print("ok", tool, arguments.get("method") or arguments.get("step") or arguments.get("action") or "")
        return result.structured_content


async def do_task(agent, email, origin, host, browser):
    """Creates an administrator with an authenticator app, signs in, and opens the page signed in."""
    user = await agent.call("create_user", email=email, role="admin", factors=["totp"])
    for file in (user["password_file"], user["totp_secret_file"]):
        assert stat.S_IMODE(os.stat(file).st_mode) == 0o600, file
    half = await agent.call(
        "sign_in", method="password", email=email, password_file=user["password_file"])
    assert half["status"] == "more_needed" and half["next_call"]["tool"] == "complete", half
    wrong = await agent.call("complete", isError=True, step="code", code="000000")
    assert wrong["error"]["code"] == "auth/invalid-verification-code", wrong
    done = await agent.call(
        "sign_in", method="password", email=email, password_file=user["password_file"],
        totp_secret_file=user["totp_secret_file"])
    assert done["session"]["second_factor"] == "totp", done
    state = await agent.call("browser_state", origin=origin, app_key="demo-key")
    context = await browser.new_context(storage_state=state["file"])
    page = await context.new_page()
    await page.goto(f"{origin}/?auth={host}")
    await page.wait_for_function("document.getElementById('who').textContent != 'nobody'")
    assert await page.inner_text("#who") == f"{email} admin"
    await context.close()
    print("ok the page is signed in")


async def do_rest(agent, number):
    """Calls beside each other, a wait that is canceled, and what is no tool."""
    wait = asyncio.create_task(agent.call("outbox", phone=number, latest=True, wait="30s"))
    await asyncio.sleep(0.2)
    await agent.call("sign_in", method="phone", number=number)
    message = await wait
    await agent.call("complete", step="code", code=message["code"])
    assert (await agent.call("whoami"))["account"]["phone"] == number
    lost = asyncio.create_task(agent.call("outbox", phone="+16505550199", wait="30s"))
    await asyncio.sleep(0.2)
    lost.cancel()
    started = time.monotonic()
    await agent.call("sign_out")
    assert time.monotonic() - started < 10
    await agent.call("sign_in", isError=True, method="eat")
    try:
        await agent.session.call_tool("eat", {})
        raise SystemExit("a tool that is none was called")
    except MCPError as error:
        assert error.code == -32602, error
    for resource in (await agent.session.list_resources()).resources:
        content = (await agent.session.read_resource(resource.uri)).contents[0]
        assert json.loads(content.text)["v"] == 1, resource.uri
        print("ok", resource.uri)
    for prompt in (await agent.session.list_prompts()).prompts:
        filled = await agent.session.get_prompt(prompt.name, {prompt.arguments[0].name: "http://localhost:3000"})
        assert "http://localhost:3000" in filled.messages[0].content.text


async def use(hasHandshake, number, origin, port, browser):
    host = f"127.0.0.1:{port}"
    home = FOLDER / f"home{number}"
    home.mkdir()
    server = StdioServerParameters(
        command=BINARY, args=["mcp", "--endpoint", f"http://{host}"],
        env={"HOME": str(home), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"})
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        if hasHandshake:
            assert (await session.initialize()).server_info.name == "usher"
        else:
            await negotiate_auto(session)
            assert session.discover_result is not None
        names = {tool.name for tool in (await session.list_tools()).tools}
        assert {"create_user", "sign_in", "complete", "token", "browser_state", "outbox"} <= names, names
        agent = Agent(session)
        await do_task(agent, f"boss{number}@example.com", origin, host, browser)
        await do_rest(agent, f"+1650555012{number}")


def first_list():
    """How long it takes from the start to the list of tools, and how much memory the server then has."""
    times, memory = [], 0
    for _ in range(20):
        started = time.perf_counter()
        server = subprocess.Popen(
            [BINARY, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"HOME": str(FOLDER), "PATH": os.environ["PATH"]})
        server.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n')
        server.stdin.flush()
        assert b"create_user" in server.stdout.readline()
        times.append((time.perf_counter() - started) * 1000)
        status = pathlib.Path(f"/proc/{server.pid}/status").read_text()
        memory = max(memory, int(status.split("VmRSS:")[1].split()[0]) / 1024)
        server.stdin.close()
        assert server.wait(timeout=10) == 0
    print(f"the first list of tools: {sorted(times)[10]:.1f} ms, {memory:.1f} MB")
    return sorted(times)[10] <= 30 and memory <= 25


async def main():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{site.server_port}"
    server = subprocess.Popen(
        [BINARY, "serve", "--port", str(port), "--policy", "strict", "--policy-set", "app-verification=false"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={"HOME": str(FOLDER), "PATH": os.environ["PATH"]})
    server.stdout.readline()
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    try:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium)
            for number, hasHandshake in enumerate((True, False)):
                await use(hasHandshake, number, origin, port, browser)
            await browser.close()
        if not first_list():
            sys.exit("The first list of tools is promised within 30 ms and 25 MB.")
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(FOLDER)
    print("All of it worked.")


asyncio.run(main())
