// A test suite as people write it, for `.ci/check-suites`.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { NoMessage, program, Refused, ServerFailed, startUsher } from 'usher-auth';
import { appCheckToken } from 'usher-auth/app-check';

let server;
before(async () => (server = await startUsher()));
after(() => server.stop());

const claims = (token) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url'));
const kim = 'kim@example.com';

test('phone', async () => {
  const usher = server.project();
  const user = await usher.signIn({ phone: '+16505550123', claims: { role: 'admin' } });
  const { phone_number, role, aud, sub } = claims(user.idToken);
  assert.deepEqual({ phone_number, role, aud, sub }, { phone_number: '+16505550123', role: 'admin', aud: usher.id, sub: user.uid });
  const { code, text } = await usher.outbox.sms('+16505550123');
  assert.ok(text.includes(code));
  assert.equal(claims((await usher.signIn({ phone: '+16505553434' })).idToken).phone_number, '+16505553434');
});

test('signed-in state', async () => {
  const usher = server.project();
  const user = await usher.signIn({ email: kim });
  const app = { origin: 'http://localhost:3000', appKey: 'demo-key', user };
  const state = await usher.signedInState(app);
  const { indexedDB: [{ stores: [{ records: [{ value }] }] }], localStorage } = state.origins[0];
  assert.deepEqual(localStorage.map(({ name, value }) => ({ fbase_key: name, value: JSON.parse(value) })), [value]);
  const { createdAt, lastLoginAt } = value.value;
  assert.ok(/^\d+$/.test(createdAt) && /^\d+$/.test(lastLoginAt));
  assert.deepEqual(value, {
    fbase_key: 'firebase:authUser:demo-key:[DEFAULT]',
    value: {
      uid: user.uid, email: kim, emailVerified: true, isAnonymous: false,
      providerData: [{ providerId: 'password', uid: kim, displayName: null, email: kim, phoneNumber: null, photoURL: null }],
      stsTokenManager: {
        refreshToken: user.refreshToken, accessToken: user.idToken, expirationTime: claims(user.idToken).exp * 1000,
      },
      createdAt, lastLoginAt, apiKey: 'demo-key', appName: '[DEFAULT]',
    },
  });
  const { origins: [{ localStorage: [entry] }] } = await usher.signedInState({ ...app, appName: 'admin' });
  assert.equal(entry.name, 'firebase:authUser:demo-key:admin');
  assert.deepEqual(JSON.parse(entry.value), { ...value.value, appName: 'admin' });
  const { origins: [{ localStorage: [fresh] }] } = await usher.signedInState({ ...app, user: undefined });
  assert.notEqual(JSON.parse(fresh.value).uid, user.uid);
  // The browser's clock stays where it is.
  await usher.clock.move({ hours: 2 });
  const moved = await usher.signedInState({ origin: 'http://LOCALHOST:80/path', appKey: 'demo-key' });
  await usher.clock.reset();
  assert.equal(moved.origins[0].origin, 'http://localhost');
  const { stsTokenManager: { expirationTime } } = JSON.parse(moved.origins[0].localStorage[0].value);
  assert.equal(Math.round((expirationTime - Date.now()) / 60_000), 60);
});

test('e-mail link', async () => {
  const usher = server.project();
  const user = await usher.signIn({ email: kim });
  assert.equal((await usher.signIn({ email: kim })).uid, user.uid);
  assert.equal(claims(user.idToken).email_verified, true);
  const { link, code } = await usher.outbox.mail(kim);
  assert.equal(new URL(link).searchParams.get('oobCode'), code);
});

test('password', async () => {
  const usher = server.project();
  const user = await usher.signIn({ email: kim, password: 'correct horse' });
  assert.equal((await usher.signIn({ email: kim, password: 'correct horse' })).uid, user.uid);
  await assert.rejects(usher.signIn({ email: kim, password: 'wrong horse' }), Refused);
  await assert.rejects(usher.outbox.mail(kim), NoMessage);
});

test('custom token', async () => {
  const usher = server.project();
  assert.equal(claims((await usher.signIn({ uid: 'kim', claims: { role: 'admin' } })).idToken).role, 'admin');
  assert.notEqual((await usher.signIn()).uid, (await usher.signIn()).uid);
});

test('one sign-in method', async () => {
  await assert.rejects(server.signIn({ phone: '+16505550123', email: kim }), TypeError);
  await assert.rejects(server.signIn({ password: 'correct horse' }), TypeError);
});

test('clock', async () => {
  const user = await server.signIn({ phone: '+16505550123' });
  await server.clock.move({ hours: 2 });
  await server.clock.move({ minutes: -1 });
  const ahead = (await server.clock.now()) - Date.now();
  assert.ok(ahead > 7_000_000 && ahead < 7_200_000, `${ahead}`);
  assert.ok(claims((await server.refresh(user)).idToken).iat - claims(user.idToken).iat >= 7000);
  await server.clock.reset();
});

test('side by side', { concurrency: true }, async (t) => {
  const side = async () => {
    const usher = server.project();
    await assert.rejects(usher.outbox.sms('+16505550199'), NoMessage);
    const user = await usher.signIn({ phone: '+16505550199' });
    assert.equal(claims(user.idToken).aud, usher.id);
  };
  await Promise.all([t.test('one', side), t.test('other', side)]);
});

test('a client SDK', async () => {
  const alone = await startUsher({ project: 'demo-alone' });
  const answer = await fetch(`http://${alone.host}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email: kim, password: 'correct horse' }),
  });
  assert.equal(claims((await answer.json()).idToken).aud, 'demo-alone');
  assert.ok((await alone.signIn({ email: kim, password: 'correct horse' })).idToken);
  await alone.stop();
  await alone.stop();
});

test('environment', () => {
  const usher = server.project();
  const printed = execFileSync('sh', ['-c', 'echo "$FIREBASE_AUTH_EMULATOR_HOST $GCLOUD_PROJECT"'], { env: { ...process.env, ...usher.env } });
  assert.equal(printed.toString(), `${server.host} ${usher.id}\n`);
});

test('options and failures', async () => {
  const strict = await startUsher({ options: ['--policy', 'strict', '--policy-set', 'app-verification=false'] });
  assert.ok((await strict.signIn({ phone: '+16505550123', claims: { role: 'admin' } })).idToken.split('.')[2]);
  await strict.stop();
  await assert.rejects(startUsher({ options: ['--policy', 'nonsense'] }), (error) => error instanceof ServerFailed && /nonsense/.test(error.message));
});

test('snapshots', async () => {
  const seeded = server.project();
  const user = await seeded.signIn({ email: kim, password: 'correct horse' });
  await seeded.saveSnapshot('users');
  const [one, other] = await Promise.all([server.projectFrom('users'), server.projectFrom('users')]);
  await one.signIn({ email: 'mo@example.com' });
  assert.equal((await other.signIn({ email: kim, password: 'correct horse' })).uid, user.uid);
  await assert.rejects(server.projectFrom('other'), Refused);
});

test('App Check', async () => {
  const strict = await startUsher({ options: ['--policy-set', 'app-check=enforced'] });
  const [host, projectId, appId] = [strict.host, strict.id, '1:123:web:abc'];
  const signUp = async (headers) =>
    (await fetch(`http://${host}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k`, { method: 'POST', headers, body: '{}' })).json();
  const { token, expireTimeMillis } = await appCheckToken({ host, projectId, appId });
  assert.equal(claims(token).sub, appId);
  assert.equal(Math.round((expireTimeMillis - Date.now()) / 60_000), 60);
  assert.ok((await signUp({ 'X-Firebase-AppCheck': token })).idToken);
  assert.equal((await signUp({})).error.message, 'Firebase App Check token is invalid.');
  const { token: foreign } = await appCheckToken({ host, projectId: 'demo-other', appId });
  assert.equal((await signUp({ 'X-Firebase-AppCheck': foreign })).error.code, 401);
  await strict.stop();
});

test("the functions of a developer's Emulator Suite do not hear of users", async () => {
  const asked = [];
  const suite = createServer((request, response) => {
    asked.push(request.url);
    // The hub's answer and that of the functions in one.
    const functions = { host: '127.0.0.1', port: suite.address().port };
    response.end(JSON.stringify({ functions, backends: [{ functionTriggers: [{ name: 'onCreate' }] }] }));
  }).listen(0, '127.0.0.1');
  await once(suite, 'listening');
  const hub = `127.0.0.1:${suite.address().port}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'hub-'));
  writeFileSync(path.join(folder, 'hub-demo-usher.json'), JSON.stringify({ version: '15.28.1', origins: [`http://${hub}`] }));
  const { TMPDIR } = process.env;
  Object.assign(process.env, { TMPDIR: folder, FIREBASE_EMULATOR_HUB: hub });
  try {
    for (const options of [[], ['--functions', hub]]) {
      const alone = await startUsher({ options });
      await alone.signIn({ email: kim });
      await alone.stop();
      assert.equal(asked.some((url) => url.includes('trigger_multicast')), options.length > 0);
      if (options.length === 0) assert.deepEqual(asked, []);
    }
  } finally {
    delete process.env.FIREBASE_EMULATOR_HUB;
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    rmSync(folder, { recursive: true });
    suite.close();
  }
});

test('a process that does not stop its server ends, and the server with it', async () => {
  const script = "import { startUsher } from 'usher-auth'; console.log((await startUsher()).host)";
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 10_000 });
  assert.equal(ended.status, 0, ended.stderr.toString());
  const host = ended.stdout.toString().trim();
  for (let tries = 0; ; tries += 1) {
    const answered = await fetch(`http://${host}/`).then(() => true, () => false);
    if (!answered) break;
    assert.ok(tries < 100, 'the server still runs');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.match(execFileSync(program, ['--version']).toString(), /^usher /);
});
