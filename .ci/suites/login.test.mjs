// Programs that sign their users in, for `.ci/check-suites`. test_login.py runs the README's program at a terminal.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs, { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { Interrupted, Login, LoginFailed, login, NotSignedIn, program, startUsher, Unreachable } from 'usher-auth';

const config = { apiKey: 'AIzaSyExample', authDomain: 'acme-prod.firebaseapp.com', projectId: 'acme-prod' };
const number = '+16505553434';

/** A server that keeps what it was sent, and refuses tokens. */
async function serve() {
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const token = request.headers.authorization?.replace('Bearer ', '');
    api.seen.push({ method: request.method, path: request.url, token, body: Buffer.concat(parts).toString() });
    api.headers = request.headers;
    await api.waits[request.url];
    const [status, location] = api.redirects[request.url] ?? [];
    if (location) response.writeHead(status, { location }).end();
    else if (!token || api.refuses(token)) response.writeHead(401).end('who are you?');
    else response.end('buy milk');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const api = { url: `http://127.0.0.1:${server.address().port}`, seen: [], redirects: {}, waits: {}, refuses: () => false };
  api.stop = () => server.close() && server.closeAllConnections?.();
  return api;
}

let auth, api, other, home, me, settings;
before(async () => {
  auth = await startUsher({ project: 'acme-prod' });
  [api, other] = [await serve(), await serve()];
});
after(async () => {
  await auth.stop();
  api.stop();
  other.stop();
});
afterEach(() => rmSync(home, { recursive: true }));
beforeEach(async () => {
  for (const one of [api, other]) Object.assign(one, { redirects: {}, waits: {}, refuses: () => false }).seen.length = 0;
  home = mkdtempSync(path.join(tmpdir(), 'home-'));
  process.env.XDG_CONFIG_HOME = home;
  settings = { app: 'acme', endpoint: `http://${auth.host}` };
  me = new Login(config, settings);
  await me.logout();
  const env = { ...process.env, USHER_CONFIG_DIR: path.join(home, 'acme/usher') };
  execFileSync(program, ['verify-phone', number, '--code-command', 'echo 654321', '--profile', 'acme-prod', '--quiet'], { env, stdio: 'pipe' });
});

// Without a signature, the server's tokens of one second are the same.
const later = () => auth.clock.move({ seconds: 2 });

test('tokens', async () => {
  const first = await me.token();
  assert.equal(await me.token(), first);
  await later();
  assert.notEqual(await me.token({ refresh: true }), first);
  const { uid, ...account } = await me.user();
  assert.deepEqual(account, { email: null, emailVerified: false, phone: number, displayName: null });
  assert.equal((await (await login(config, settings)).user()).uid, uid);
  assert.ok(!inspect(me, { showHidden: true, depth: 9 }).includes(await me.token()));
  assert.ok(!JSON.stringify(me).includes(await me.token()));
});

/** Signs somebody without a name in, by a process of its own. */
async function signInAnonymously(user) {
  await user.logout();
  const env = { ...process.env, USHER_CONFIG_DIR: path.join(home, 'acme/usher') };
  execFileSync(program, ['signin', 'anonymous', '--profile', 'acme-prod', '--quiet'], { env, stdio: 'pipe' });
}

test('two servers of a project', async () => {
  const first = await me.user();
  const server = await startUsher({ project: 'acme-prod' });
  try {
    const endpoint = `http://${server.host}`;
    const another = new Login(config, { app: 'acme', endpoint });
    await signInAnonymously(another);
    const second = await another.user();
    assert.notEqual(first.uid, second.uid);
    const google = new Login(config, { app: 'acme' });
    for (let round = 0; round < 2; round += 1) {
      assert.deepEqual([await me.user(), await another.user()], [first, second]);
      await assert.rejects(google.token(), NotSignedIn);
    }
    await later();
    assert.notEqual(await me.token(), await me.token({ refresh: true }));
    // As if it were a session at Google. Its token is still valid.
    const state = path.join(home, 'acme/usher/state.json');
    writeFileSync(state, readFileSync(state, 'utf8').replaceAll(`"endpoint": "${endpoint}"`, '"endpoint": "production"'));
    const token = await google.token();
    assert.deepEqual(await me.user(), first);
    assert.deepEqual([await google.token(), await google.user()], [token, second]);
    await assert.rejects(another.token(), NotSignedIn);
  } finally {
    await server.stop();
  }
});

test('a bad configuration', async () => {
  for (const [config, message] of [
    [{}, 'config contains no API key and no project id of an app'],
    [{ apiKey: 'AIzaSyExample' }, "config lacks the project's id"],
    [{ projectId: 'acme-prod' }, 'config lacks the API key'],
  ]) await assert.rejects(new Login(config, settings).token(), { name: 'LoginFailed', code: 'usher/bad-app-file', message });
});

test('a moved configuration file', async () => {
  const folder = process.cwd();
  writeFileSync(path.join(home, 'web.json'), JSON.stringify(config));
  try {
    process.chdir(home);
    const user = new Login('web.json', settings);
    const token = await user.token();
    process.chdir('/');
    // It is read once.
    assert.equal(await user.token(), token);
  } finally {
    process.chdir(folder);
  }
});

test('no usher', async () => {
  const installed = path.dirname(path.dirname(program));
  const folder = path.join(home, 'usher-auth');
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  for (const part of ['package.json', 'index.js', 'lib']) cpSync(path.join(installed, part), path.join(folder, part), { recursive: true });
  const damaged = await import(pathToFileURL(path.join(folder, 'index.js')));
  const fails = () => assert.rejects(
    damaged.login(config, settings), (error) => error instanceof damaged.LoginFailed && /reinstall usher-auth/.test(error.message));
  await fails();
  writeFileSync(damaged.program, '', { mode: 0o644 });
  await fails();
  // The C library runs it as a script, which does nothing.
  chmodSync(damaged.program, 0o755);
  await fails();
  writeFileSync(damaged.program, '\x7fELF');
  await fails();
});

test('configuration', async () => {
  const other = new Login({ ...config, measurementId: 'G-1' }, settings);
  assert.equal(await other.token(), await me.token());
  const file = path.join(home, 'web.json');
  writeFileSync(file, JSON.stringify(config));
  for (const one of [file, pathToFileURL(file)]) assert.equal(await new Login(one, settings).token(), await me.token());
  assert.throws(() => new Login(new URL('https://api.example.com/web.json'), settings), TypeError);
  rmSync(path.join(home, 'acme/usher/state.json'));
  await assert.rejects(new Login(config, settings).token(), { name: 'NotSignedIn', status: 4, code: 'auth/no-current-user', message: 'no user is signed in' });
  writeFileSync(file, '{}');
  await assert.rejects(new Login(file, settings).token(), (error) => error instanceof LoginFailed && error.code === 'usher/bad-app-file');
  for (const app of ['', '../acme', '.acme', undefined, null]) assert.throws(() => new Login(config, { app }), { name: 'TypeError', message: /app/ });
  assert.throws(() => new Login(config), { name: 'TypeError', message: /app/ });
  for (const endpoint of ['', null, 'http://auth.example.com', '127.0.0.1:9099']) {
    assert.throws(() => new Login(config, { app: 'acme', endpoint }), { name: 'TypeError', message: /endpoint/ });
  }
  assert.ok(existsSync(path.join(home, 'acme/usher/state.json')));
});

test("a person's own use of usher has no effect", async () => {
  const token = await me.token();
  const others = { USHER_ENDPOINT: 'production', USHER_SESSION: 'other', USHER_ID_TOKEN: 'other', USHER_TIMEOUT: '', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1' };
  Object.assign(process.env, others);
  try {
    assert.equal(await new Login(config, settings).token(), token);
  } finally {
    for (const name of Object.keys(others)) delete process.env[name];
  }
});

test('the first use', async () => {
  const user = new Login(config, { ...settings, app: 'first' });
  await Promise.all([user.logout(), user.logout(), new Login(config, { ...settings, app: 'first' }).logout()]);
  const folder = path.join(home, 'first/usher');
  assert.deepEqual(readdirSync(folder).filter((name) => name.startsWith('login.json')), ['login.json']);
  assert.equal(statSync(path.join(folder, 'login.json')).mode & 0o777, 0o600);
  assert.ok(new Interrupted('interrupted') instanceof LoginFailed);
});

test('two users, and sign-out', async () => {
  const work = new Login(config, { ...settings, session: 'work' });
  await assert.rejects(work.token(), NotSignedIn);
  await me.logout();
  await me.logout();
  await assert.rejects(me.token(), NotSignedIn);
});

test('no network', async () => {
  const alone = await startUsher({ project: 'acme-prod' });
  const user = new Login(config, { app: 'acme', endpoint: `http://${alone.host}` });
  await user.logout();
  const env = { ...process.env, USHER_CONFIG_DIR: path.join(home, 'acme/usher') };
  execFileSync(program, ['signin', 'anonymous', '--profile', 'acme-prod', '--quiet'], { env, stdio: 'pipe' });
  await alone.stop();
  assert.ok(await user.token());
  await assert.rejects(user.token({ refresh: true }), (error) => error instanceof Unreachable && error.status === 69);
});

test('a request has the token', async () => {
  const send = me.fetch(api.url);
  for (const url of ['/notes', new URL('/notes', api.url), new Request(`${api.url}/notes`)]) {
    assert.equal(await (await send(url)).text(), 'buy milk');
  }
  const token = await me.token();
  assert.deepEqual(api.seen.map((one) => one.token), [token, token, token]);
  assert.equal((await send('/notes', null)).status, 200);
  const answer = await send('/notes', { method: 'POST', body: new URLSearchParams({ a: '1' }), headers: { 'X-Mine': '1' } });
  assert.equal(answer.status, 200);
  assert.equal(api.seen.at(-1).body, 'a=1');
});

test('a refused request is sent again, once', async () => {
  const first = await me.token();
  api.refuses = (token) => token === first;
  await later();
  const send = me.fetch(api.url);
  for (const body of ['eggs', Buffer.from('eggs'), new Blob(['eggs'])]) {
    assert.equal((await send('/notes', { method: 'POST', body })).status, 200);
  }
  assert.deepEqual(api.seen.map(({ token, body }) => [token === first, body]), [[true, 'eggs'], [false, 'eggs'], [false, 'eggs'], [false, 'eggs']]);
  api.refuses = () => true;
  api.seen.length = 0;
  await later();
  assert.equal((await send(new Request(`${api.url}/notes`, { method: 'PUT', body: 'milk' }))).status, 401);
  assert.deepEqual(api.seen.map(({ body }) => body), ['milk', 'milk']);
  assert.equal(new Set(api.seen.map(({ token }) => token)).size, 2);
});

test('the user changes', async () => {
  const send = me.fetch(api.url);
  const sent = async () => {
    assert.equal((await send('/notes')).status, 200);
    return api.seen.at(-1).token;
  };
  const first = await sent();
  await me.logout();
  await assert.rejects(send('/notes'), NotSignedIn);
  await signInAnonymously(me);
  const second = await sent();
  assert.notEqual(second, first);
  assert.equal(second, await me.token());
  await later();
  assert.equal(await sent(), second);
  const third = await me.token({ refresh: true });
  assert.notEqual(third, second);
  assert.equal(await sent(), third);
  // Another process signs somebody else in.
  await signInAnonymously(new Login(config, settings));
  await me.user();
  assert.equal(await sent(), await me.token());
});

test('a new sign-in', async (context) => {
  // What opens as a terminal, for a sign-in without questions.
  const open = fs.openSync;
  context.mock.method(fs, 'openSync', (file, ...how) => open(file === '/dev/tty' ? '/dev/null' : file, ...how));
  const user = new Login(config, { ...settings, method: 'anonymous' });
  const send = user.fetch(api.url);
  await send('/notes');
  await user.signIn();
  await send('/notes');
  const [first, second] = api.seen.map(({ token }) => token);
  assert.notEqual(first, second);
  assert.equal(second, await user.token());
  await assert.rejects(me.signIn(), { name: 'NotSignedIn', message: /run `acme login` in a terminal/ });
});

test('many requests renew the token once', async () => {
  const first = await me.token();
  api.refuses = (token) => token === first;
  await later();
  const send = me.fetch(api.url);
  const answers = await Promise.all(Array.from({ length: 8 }, () => send('/notes')));
  assert.deepEqual(answers.map(({ status }) => status), Array(8).fill(200));
  assert.equal(new Set(api.seen.map(({ token }) => token)).size, 2);
});

test('requests that are refused at the same time renew the token once', async (context) => {
  const refused = `Bearer ${await me.token()}`;
  await later();
  const asked = context.mock.method(me, 'token');
  // A network would answer one after the other.
  const answer = (_, { headers }) => new Response(null, { status: headers.get('Authorization') === refused ? 401 : 200 });
  context.mock.method(globalThis, 'fetch', async (...words) => answer(...words));
  const send = me.fetch(api.url);
  const answers = await Promise.all([send('/notes'), send('/notes'), send('/notes')]);
  assert.deepEqual(answers.map(({ status }) => status), [200, 200, 200]);
  assert.deepEqual(asked.mock.calls.map((call) => call.arguments[0].refresh), [false, true]);
});

test('a failed renewal is not kept', async (context) => {
  const first = await me.token();
  api.refuses = (token) => token === first;
  let answer;
  api.waits['/slow'] = new Promise((resolve) => (answer = resolve));
  const send = me.fetch(api.url);
  const slow = send('/slow');
  const token = context.mock.method(me, 'token', async () => {
    throw new Unreachable('no server answers');
  });
  // Its token is the one that `slow` asked for.
  await assert.rejects(send('/notes'), Unreachable);
  token.mock.restore();
  await later();
  answer();
  assert.equal((await slow).status, 200);
  assert.equal(api.seen.at(-1).token, await me.token());
});

test('a stream is not sent again', async () => {
  api.refuses = () => true;
  const body = new Blob(['eggs']).stream();
  assert.equal((await me.fetch(api.url)('/notes', { method: 'POST', body, duplex: 'half' })).status, 401);
  assert.deepEqual(api.seen.map(({ body }) => body), ['eggs']);
});

test('another server does not get the token', async () => {
  const send = me.fetch(api.url);
  for (const status of [301, 302, 303, 307, 308]) {
    api.redirects['/away'] = [status, `${other.url}/notes`];
    for (const init of [{}, { method: 'POST', body: 'eggs' }]) {
      assert.equal((await send('/away', { ...init, headers: { Authorization: 'Bearer mine' } })).status, 401);
      const { method, body } = other.seen.at(-1);
      const isKept = init.body && status > 303;
      assert.deepEqual([method, body], isKept ? ['POST', 'eggs'] : ['GET', '']);
    }
  }
  assert.equal((await send(`${other.url}/notes`)).status, 401);
  assert.equal((await send(`${api.url.replace('127.0.0.1', 'localhost')}/notes`)).status, 401);
  assert.deepEqual([...new Set(other.seen.map(({ token }) => token))], [undefined]);
  assert.equal(api.seen.at(-1).token, undefined);
});

test('another server gets no secret of this one', async () => {
  api.redirects['/away'] = [307, `${other.url}/notes`];
  await me.fetch(api.url)('/away', { headers: { Cookie: 'a=1', 'Proxy-Authorization': 'Basic eA==', 'X-Mine': '1' } });
  const { cookie, host, 'proxy-authorization': proxy, 'x-mine': mine } = other.headers;
  assert.deepEqual([cookie, proxy, mine, host], [undefined, undefined, '1', new URL(other.url).host]);
  for (const scheme of ['file:///etc/passwd', 'data:text/plain,hello', 'ftp://localhost/']) {
    api.redirects['/away'] = [302, scheme];
    await assert.rejects(me.fetch(api.url)('/away'), { name: 'TypeError', message: /the API redirects to/ });
  }
});

test('a redirect that comes back has no token', async () => {
  api.redirects['/away'] = [302, `${other.url}/back`];
  other.redirects['/back'] = [302, `${api.url}/delete-all`];
  assert.equal((await me.fetch(api.url)('/away')).status, 401);
  assert.deepEqual(api.seen.map(({ path, token }) => [path, token === undefined]), [['/away', false], ['/delete-all', true]]);
});

test('redirects at the API', async () => {
  const send = me.fetch(api.url);
  api.redirects['/old'] = [307, '/notes'];
  assert.equal(await (await send('/old', { method: 'POST', body: 'eggs' })).text(), 'buy milk');
  assert.deepEqual(api.seen.at(-1), { method: 'POST', path: '/notes', token: await me.token(), body: 'eggs' });
  assert.equal((await send('/old', { redirect: 'manual' })).status, 307);
  await assert.rejects(send('/old', { redirect: 'error' }), TypeError);
  api.redirects['/round'] = [302, '/round'];
  await assert.rejects(send('/round'), TypeError);
  await assert.rejects(send('/notes', { signal: AbortSignal.abort() }), { name: 'AbortError' });
});

test('a token does not go through an open network', () => {
  for (const url of ['http://api.example.com', 'http://127.0.0.1.example.com', 'ftp://localhost', 'api.example.com', '', 'http://127.999.1.1', 'https://kim:secret@api.example.com', 'https://api.example.com:0']) {
    assert.throws(() => me.fetch(url), (error) => error instanceof TypeError && /baseURL/.test(error.message) && !error.message.includes('secret'));
  }
  for (const url of ['https://api.example.com/v1', 'https://api.example.com/?a', new URL('https://api.example.com/v1/')]) {
    assert.throws(() => me.fetch(url), { name: 'TypeError', message: /path/ });
  }
});

test('a token does not go to a proxy', () => {
  const names = Object.keys(process.env).filter((name) => name.toLowerCase().endsWith('_proxy'));
  const kept = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  for (const name of names) delete process.env[name];
  try {
    for (const name of ['http_proxy', 'ALL_PROXY']) {
      process.env[name] = 'http://proxy.example.com:3128';
      assert.throws(() => me.fetch('http://127.0.0.1:8080'), { name: 'LoginFailed', message: /NO_PROXY=localhost,127\.0\.0\.1$/ });
      me.fetch('https://api.example.com');
      for (const list of ['localhost,127.0.0.1', '*']) {
        process.env.NO_PROXY = list;
        me.fetch('http://127.0.0.1:8080');
      }
      delete process.env[name];
      delete process.env.NO_PROXY;
    }
  } finally {
    Object.assign(process.env, kept);
  }
});

test('an ended session is told', async () => {
  api.refuses = () => true;
  const { idToken, uid } = await auth.signIn({ phone: number });
  assert.ok(idToken);
  const send = me.fetch(api.url);
  const url = `http://${auth.host}/identitytoolkit.googleapis.com/v1/accounts:delete`;
  await fetch(url, { method: 'POST', headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' }, body: JSON.stringify({ targetProjectId: 'acme-prod', localId: uid }) });
  await assert.rejects(send('/notes'), NotSignedIn);
});
