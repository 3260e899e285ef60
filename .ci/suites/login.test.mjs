// Programs that sign their users in, for `.ci/check-suites`. test_login.py runs the README's program at a terminal.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { inspect } from 'node:util';
import { Login, LoginFailed, login, NotSignedIn, program, startUsher, Unreachable } from 'usher-auth';

const config = { apiKey: 'AIzaSyExample', authDomain: 'acme-prod.firebaseapp.com', projectId: 'acme-prod' };
const number = '+16505553434';

/** A server that keeps what it was sent, and refuses tokens. */
async function serve() {
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const token = request.headers.authorization?.replace('Bearer ', '');
    api.seen.push({ method: request.method, path: request.url, token, body: Buffer.concat(parts).toString() });
    const [status, location] = api.redirects[request.url] ?? [];
    if (location) response.writeHead(status, { location }).end();
    else if (!token || api.refuses(token)) response.writeHead(401).end('who are you?');
    else response.end('buy milk');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const api = { url: `http://127.0.0.1:${server.address().port}`, seen: [], redirects: {}, refuses: () => false };
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
  for (const one of [api, other]) Object.assign(one, { redirects: {}, refuses: () => false }).seen.length = 0;
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

test('configuration', async () => {
  const other = new Login({ ...config, measurementId: 'G-1' }, settings);
  assert.equal(await other.token(), await me.token());
  const file = path.join(home, 'web.json');
  writeFileSync(file, JSON.stringify(config));
  assert.equal(await new Login(file, settings).token(), await me.token());
  rmSync(path.join(home, 'acme/usher/state.json'));
  await assert.rejects(new Login(config, settings).token(), { name: 'NotSignedIn', status: 4, code: 'auth/no-current-user', message: 'no user is signed in' });
  writeFileSync(file, '{}');
  await assert.rejects(new Login(file, settings).token(), (error) => error instanceof LoginFailed && error.code === 'usher/bad-app-file');
  for (const app of ['', '../acme', '.acme']) assert.throws(() => new Login(config, { app }), TypeError);
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

test('many requests renew the token once', async () => {
  const first = await me.token();
  api.refuses = (token) => token === first;
  await later();
  const send = me.fetch(api.url);
  const answers = await Promise.all(Array.from({ length: 8 }, () => send('/notes')));
  assert.deepEqual(answers.map(({ status }) => status), Array(8).fill(200));
  assert.equal(new Set(api.seen.map(({ token }) => token)).size, 2);
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
  for (const url of ['http://api.example.com', 'http://127.0.0.1.example.com', 'ftp://localhost', 'api.example.com']) {
    assert.throws(() => me.fetch(url), TypeError);
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
