// The adapter for the Emulator Suite with stand-ins of firebase-tools, for `.ci/check-suite`. ADAPTER, USHER and FIREBASE name
// the files, and every test has a folder of its own.

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const { ADAPTER, USHER, FIREBASE } = process.env;
const timeout = 120_000;
const project = 'demo-suite';
const parent = `projects/${project}/`;
const kim = { email: 'kim@example.com', password: 'correct horse' };

/** What no program below the Suite needs to know. */
const secrets = {
  FIREBASE_TOKEN: 'secret-of-firebase', GOOGLE_APPLICATION_CREDENTIALS: '/secret-of-google',
  USHER_OWNER_TOKEN: 'secret-of-usher', USHER_PROFILE: 'secret-of-profile', AWS_SECRET_ACCESS_KEY: 'secret-of-others',
};

const base = {
  PATH: process.env.PATH, HOME: process.env.HOME, USHER_BIN: USHER, NODE_OPTIONS: `--require "${ADAPTER}"`,
};

const folders = [];
const suites = [];
after(() => {
  // A test that failed has left its Suite.
  suites.forEach((suite) => suite.process.kill('SIGKILL'));
  folders.forEach((folder) => fs.rmSync(folder, { recursive: true }));
});
function newFolder() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'suite-')));
  folders.push(folder);
  return folder;
}

function script(lines) {
  const file = path.join(newFolder(), 'usher');
  fs.writeFileSync(file, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  return file;
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** The Suite with a free port, like a command that a shell runs in a terminal. */
class Suite {
  output = '';

  static async start({ name = 'emulators:start', words = [], env = {}, options = {}, program = FIREBASE } = {}) {
    const suite = new Suite();
    suite.port = await freePort();
    suite.folder = newFolder();
    const all = { host: '127.0.0.1', port: suite.port, project, ...options };
    suite.process = spawn(process.execPath, [program, name, ...words, JSON.stringify(all)], {
      cwd: suite.folder, env: { ...base, ...env }, detached: true, stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [suite.process.stdout, suite.process.stderr]) stream.on('data', (text) => (suite.output += text));
    suites.push(suite);
    suite.ended = once(suite.process, 'close').then(([status, signal]) => status ?? signal);
    return suite;
  }

  static async ready(options) {
    const suite = await Suite.start(options);
    await suite.says('All emulators ready!');
    return suite;
  }

  async says(text) {
    let isOver = false;
    this.ended.then(() => (isOver = true));
    for (const end = Date.now() + 60_000; !this.output.includes(text); await sleep(20)) {
      if (isOver || Date.now() > end) assert.fail(`not said: ${text}\n${this.output}`);
    }
  }

  /** The number of usher's process, which is also that of its session. */
  get usher() {
    return children(this.process.pid)[0];
  }

  signal(signal) {
    process.kill(-this.process.pid, signal);
  }

  /** A call of an app, or of the owner for a project. */
  async call(method, body, parent = '') {
    const headers = { 'Content-Type': 'application/json', ...(parent && { Authorization: 'Bearer owner' }) };
    const url = `http://127.0.0.1:${this.port}/identitytoolkit.googleapis.com/v1/${parent}accounts:${method}?key=any`;
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.equal(answer.status, 200);
    return answer.json();
  }

  async end() {
    const usher = this.usher;
    this.signal('SIGINT');
    assert.equal(await this.ended, 0, this.output);
    await gone(usher);
  }
}

/** Runs Node below the Suite. Its last word may be the variables. */
function run(...words) {
  const env = typeof words.at(-1) === 'object' ? words.pop() : {};
  return spawnSync(process.execPath, words, { env: { ...base, ...env }, encoding: 'utf8' });
}

function pgrep(...words) {
  return spawnSync('pgrep', words, { encoding: 'utf8' }).stdout.trim().split('\n').filter(Boolean).map(Number);
}
const children = (pid) => pgrep('-P', `${pid}`);

function environment(pid) {
  const lines = fs.readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** Neither usher nor its command may be left. */
async function gone(session) {
  assert.ok(session > 0, 'there was no usher');
  for (const end = Date.now() + 10_000; pgrep('-s', `${session}`).length > 0; await sleep(20)) {
    if (Date.now() > end) assert.fail(`left: ${execFileSync('ps', ['-s', `${session}`, '-o', 'pid,args'])}`);
  }
}

describe('in the place of the Auth emulator', { concurrency: 4, timeout }, () => {
  test('usher answers, and ends with the Suite', async () => {
    const suite = await Suite.ready();
    assert.ok((await suite.call('signUp', kim)).idToken);
    assert.equal((await suite.call('query', {}, parent)).userInfo.length, 1);
    assert.match(suite.output, /^\[usher\] Listening on http:\/\/127\.0\.0\.1:\d+ \(project demo-suite, /m);
    await suite.call('sendOobCode', { requestType: 'PASSWORD_RESET', email: kim.email });
    await suite.says('mode=resetPassword');
    assert.match(suite.output, /^\[usher\] .*mode=resetPassword/m);
    await suite.end();
  });

  test('accounts are exported at Ctrl-C, and imported', async () => {
    const folder = path.join(newFolder(), 'export');
    const first = await Suite.ready({ options: { exportOnExit: folder } });
    const { localId } = await first.call('signUp', kim);
    await first.end();
    const second = await Suite.ready({ options: { import: folder } });
    assert.equal((await second.call('lookup', { localId: [localId] }, parent)).users[0].email, kim.email);
    assert.equal((await second.call('signInWithPassword', kim)).localId, localId);
    await second.end();
  });

  test('options of usher', async () => {
    const suite = await Suite.ready({ env: { USHER_SERVE_ARGS: ' --policy  strict ' } });
    assert.match(suite.output, /policy strict/);
    await suite.end();
  });

  test('a script runs, and its status is the end', async () => {
    const suite = await Suite.start({ name: 'emulators:exec', words: ['echo "at $FIREBASE_AUTH_EMULATOR_HOST"; exit 7'] });
    assert.equal(await suite.ended, 7);
    assert.match(suite.output, new RegExp(`at 127.0.0.1:${suite.port}`));
    assert.deepEqual(pgrep('-f', `usher serve .*--port ${suite.port} `), []);
  });

  test('a link to the program, as npm makes one', async () => {
    const link = path.join(newFolder(), 'firebase');
    fs.symlinkSync(FIREBASE, link);
    const suite = await Suite.ready({ program: link });
    await suite.end();
  });

  test('an usher on the PATH, and one in a folder below', async () => {
    const path_ = { PATH: `${path.dirname(USHER)}:${base.PATH}`, USHER_BIN: '' };
    await (await Suite.ready({ env: path_ })).end();
    const below = path.relative(fs.realpathSync(tmpdir()), USHER);
    await (await Suite.ready({ env: { USHER_BIN: path.join('..', below) } })).end();
  });
});

describe('what usher gets', { concurrency: 4, timeout }, () => {
  test('no secret, no folder with a firebase.json', async () => {
    const suite = await Suite.ready({ env: { ...secrets, LC_ALL: 'C.UTF-8', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1' } });
    assert.equal(fs.readlinkSync(`/proc/${suite.usher}/cwd`), '/');
    assert.deepEqual(Object.keys(environment(suite.usher)).sort(), ['HOME', 'LC_ALL', 'PATH']);
    const words = fs.readFileSync(`/proc/${suite.usher}/cmdline`, 'utf8');
    await suite.end();
    assert.doesNotMatch(words + suite.output, /secret-of/);
  });

  test('what it needs to find the Functions emulator', async () => {
    for (const name of ['TMPDIR', 'TMP', 'TEMP']) {
      const places = { FIREBASE_EMULATOR_HUB: '127.0.0.1:4400', [name]: newFolder() };
      const suite = await Suite.ready({ env: places });
      assert.deepEqual(environment(suite.usher), { HOME: base.HOME, PATH: base.PATH, ...places });
      await suite.end();
    }
  });

  test('an address that other machines reach is refused by usher, with what to do', async () => {
    for (const host of ['0.0.0.0', '::', '192.0.2.1', '127.example.com']) {
      const suite = await Suite.start({ options: { host } });
      assert.equal(await suite.ended, 1, suite.output);
      const said = suite.output.split('\n');
      assert.equal(said[0], 'Error: usher serve did not start:');
      assert.ok(said[1].startsWith('error: ') && said[1].includes(host), suite.output);
      assert.equal(said.at(-2), 'status 64');
    }
    const suite = await Suite.ready({ options: { host: '0.0.0.0' }, env: { USHER_SERVE_ARGS: '--trust-network' } });
    assert.match(suite.output, /warning: --trust-network: .* of 0\.0\.0\.0 /);
    await suite.end();
  });

  test("an owner's token is refused, with what to type", async () => {
    for (const [words, line, left] of [
      ['--owner-token-file=/x', 'unset USHER_SERVE_ARGS', ''],
      ['--policy strict --owner-token-file /x', "export USHER_SERVE_ARGS='--policy strict'", '--policy strict'],
      ["--data /a'$b --owner-token-file", "export USHER_SERVE_ARGS='--data /a'\\''$b'", "--data /a'$b"],
    ]) {
      const suite = await Suite.start({ env: { USHER_SERVE_ARGS: words } });
      assert.equal(await suite.ended, 1);
      assert.equal(suite.output, `Error: usher cannot use --owner-token-file in the Suite, \
because the Suite's own calls have the token 'owner'.
  ${line}
`);
      const typed = `${line}; printf %s "$USHER_SERVE_ARGS"`;
      assert.equal(execFileSync('sh', ['-c', typed], { encoding: 'utf8' }), left);
    }
  });

  test('localhost and ::1 are this machine', async () => {
    for (const host of ['localhost', '::1']) await (await Suite.ready({ options: { host } })).end();
  });
});

describe('what fails', { concurrency: 16, timeout }, () => {
  test('a taken port', async () => {
    const server = net.createServer().listen(0, '127.0.0.1').unref();
    await once(server, 'listening');
    const { port } = server.address();
    const suite = await Suite.start({ options: { port } });
    assert.equal(await suite.ended, 1, suite.output);
    assert.match(suite.output, new RegExp(`^Error: usher serve did not start:\nerror: .*\\b${port}\\b`));
    assert.equal(suite.output.match(/error: /g).length, 1);
    server.close();
  });

  test('no program', async () => {
    const suite = await Suite.start({ env: { USHER_BIN: '/nowhere/usher' } });
    assert.equal(await suite.ended, 1);
    assert.equal(suite.output, `Error: usher serve did not start:
/nowhere/usher is not there. Install usher, or say where it is:
  export USHER_BIN=/path/to/usher
`);
  });

  test('an option that usher does not know', async () => {
    const suite = await Suite.start({ env: { USHER_SERVE_ARGS: '--nope' } });
    assert.equal(await suite.ended, 1);
    assert.match(suite.output, /^Error: usher serve did not start:\nerror: .*--nope/);
    assert.match(suite.output, /status 64\n$/);
  });

  // A shell that runs the last line as another process waits for it.
  for (const [kind, exec] of [['', 'exec '], [', below a script', '']]) {
    test(`a program that never listens is killed after 30 s${kind}`, async () => {
      const lines = `echo loading; echo waiting >&2; ${exec}sleep 300; exit 1`;
      const suite = await Suite.start({ env: { USHER_BIN: script(lines) } });
      await sleep(2000);
      const usher = suite.usher;
      const began = Date.now();
      assert.equal(await suite.ended, 1);
      assert.ok(Date.now() - began < 35_000);
      assert.equal(suite.output, 'Error: usher serve did not start:\nwaiting\nnot ready after 30 s\n');
      await gone(usher);
    });

    test(`Ctrl-C while it starts${kind}`, async () => {
      const suite = await Suite.start({ env: { USHER_BIN: script(`${exec}sleep 300; exit 1`) } });
      await sleep(2000);
      const usher = suite.usher;
      const began = Date.now();
      suite.signal('SIGINT');
      await suite.ended;
      assert.ok(Date.now() - began < 5000);
      await gone(usher);
    });

    test(`one that does not stop is killed after 10 s${kind}`, async () => {
      const suite = await Suite.ready({ env: { USHER_BIN: script(`
        ${exec}perl -MIO::Socket::INET -e '$SIG{TERM} = $SIG{INT} = "IGNORE"; $| = 1;
        $server = IO::Socket::INET->new(Listen => 5, LocalAddr => "127.0.0.1", LocalPort => $ARGV[4]) or die;
        print "ready\\n"; sleep 1 while 1;' -- "$@"; exit 1`) } });
      const began = Date.now();
      await suite.end();
      const took = Date.now() - began;
      assert.ok(took > 9000 && took < 15_000, `${took} ms`);
    });
  }

  test('usher below a script answers, and ends with the Suite', async () => {
    const suite = await Suite.ready({ env: { USHER_BIN: script(`"${USHER}" "$@"; exit`) } });
    assert.ok((await suite.call('signUp', kim)).idToken);
    const began = Date.now();
    await suite.end();
    assert.ok(Date.now() - began < 5000);
  });

  test('a script that ends, and leaves programs that keep its pipes open', async () => {
    const lines = 'sleep 300 & echo broken >&2; echo $$ >"$HOME/left"; exit 3';
    const suite = await Suite.start({ env: { USHER_BIN: script(lines) } });
    const began = Date.now();
    assert.equal(await suite.ended, 1);
    assert.ok(Date.now() - began < 5000);
    assert.equal(suite.output, 'Error: usher serve did not start:\nbroken\nstatus 3\n');
    await gone(Number(fs.readFileSync(path.join(base.HOME, 'left'), 'utf8')));
  });

  test('kill -9 of the Suite', async () => {
    const suite = await Suite.ready();
    const usher = suite.usher;
    suite.signal('SIGKILL');
    assert.equal(await suite.ended, 'SIGKILL');
    await gone(usher);
  });

  test('kill -9 of the Suite while usher starts', async () => {
    for (const wait of [0, 50, 100, 150, 200, 300]) {
      const suite = await Suite.start();
      while (!suite.usher) await sleep(1);
      const usher = suite.usher;
      await sleep(wait);
      suite.signal('SIGKILL');
      await suite.ended;
      await gone(usher);
    }
  });

  test('a Suite that exits without stopping anything, as at a second Ctrl-C', async () => {
    for (const env of [{}, { USHER_BIN: script('echo ready; exec sleep 300') }]) {
      const suite = await Suite.start({ options: { isImpatient: true }, env });
      await suite.says('At work');
      while (!suite.usher) await sleep(1);
      if (!env.USHER_BIN) await suite.says('All emulators ready!');
      const usher = suite.usher;
      suite.signal('SIGINT');
      assert.equal(await suite.ended, 1);
      await gone(usher);
    }
  });

  test('an usher that ends is told of, and the Suite ends as always', async () => {
    const suite = await Suite.ready();
    const usher = suite.usher;
    process.kill(usher, 'SIGKILL');
    await suite.says('[usher] usher serve ended (SIGKILL). Nothing answers for Auth now: start the Suite again.\n');
    await gone(usher);
    suite.signal('SIGINT');
    assert.equal(await suite.ended, 0, suite.output);
  });

  test('an open connection does not keep it', async () => {
    const suite = await Suite.ready();
    const socket = net.connect(suite.port, '127.0.0.1');
    socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${suite.port}\r\n\r\n`);
    await once(socket, 'data');
    socket.on('error', () => {});
    const began = Date.now();
    await suite.end();
    assert.ok(Date.now() - began < 5000);
    socket.destroy();
  });
});

describe('where nothing happens', { concurrency: 4, timeout }, () => {
  /** What a Node process below the Suite finds: is anything of Node's replaced, which files are loaded, how long it takes. */
  const probe = `
    const Module = require('node:module');
    const loaded = Object.keys(require.cache).filter((file) => file !== __filename);
    const isChanged = /replace/.test(Module.prototype.load.toString());
    let took = Infinity;
    for (let i = 0; i < 50; i++) {
      delete require.cache[process.env.ADAPTER];
      const began = performance.now();
      require(process.env.ADAPTER);
      took = Math.min(took, performance.now() - began);
    }
    const { AuthEmulator } = require(process.env.FIREBASE + '/../../emulator/auth');
    const usesUsher = /new Server\\(/.test(AuthEmulator.prototype.start.toString());
    console.log(JSON.stringify({ loaded, isChanged, usesUsher, isQuick: took < 1 || took }));`;
  function found(file, env) {
    const { stdout, stderr } = run(file, { ADAPTER, FIREBASE, ...env });
    assert.equal(stderr, '');
    return JSON.parse(stdout);
  }
  const nothing = { loaded: [ADAPTER], isChanged: false, usesUsher: false, isQuick: true };

  test('in a runtime of functions, and in other programs', () => {
    const file = path.join(newFolder(), 'functionsEmulatorRuntime.js');
    fs.writeFileSync(file, probe);
    assert.deepEqual(found(file, { FUNCTIONS_EMULATOR: 'true' }), nothing);
    assert.deepEqual(found(file, {}), nothing);
  });

  test('in a runtime that would be called firebase', () => {
    const folder = path.join(newFolder(), 'firebase-tools', 'lib', 'bin');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'firebase.js'), probe);
    assert.deepEqual(found(path.join(folder, 'firebase.js'), { FUNCTIONS_EMULATOR: 'true' }), nothing);
    assert.equal(found(path.join(folder, 'firebase.js'), {}).isChanged, true);
  });

  test('in a script without a file, and in a worker', () => {
    const file = path.join(newFolder(), 'worker.js');
    fs.writeFileSync(file, 'new (require("worker_threads").Worker)("console.log(1)", { eval: true });');
    for (const words of [['-e', 'console.log(1)'], [file]]) {
      const { stdout, stderr } = run(...words);
      assert.deepEqual([stdout, stderr], ['1\n', '']);
    }
  });

  test('below a running Suite', async () => {
    const file = path.join(newFolder(), 'index.js');
    fs.writeFileSync(file, probe);
    const suite = await Suite.start({
      name: 'emulators:exec', words: [`FUNCTIONS_EMULATOR=true "${process.execPath}" "${file}"`], env: { ADAPTER, FIREBASE },
    });
    assert.equal(await suite.ended, 0, suite.output);
    assert.deepEqual(JSON.parse(suite.output.split('\n').find((line) => line.startsWith('{'))), nothing);
  });

  for (const [name, text] of [
    ['a firebase-tools without the class', 'exports.Other = class {}; exports.AuthEmulator = undefined;'],
    ['a class without the methods', 'exports.AuthEmulator = class { begin() {} };'],
  ]) {
    test(name, () => {
      const folder = path.join(newFolder(), 'firebase-tools');
      fs.cpSync(path.resolve(FIREBASE, '..', '..', '..'), folder, { recursive: true });
      fs.writeFileSync(path.join(folder, 'lib', 'emulator', 'auth', 'index.js'), text);
      const program = path.join(folder, 'lib', 'bin', 'firebase.js');
      fs.writeFileSync(program, 'require("../emulator/auth"); require("../emulator/auth"); console.log("on");');
      const { stdout, stderr } = run(program);
      assert.equal(stdout, 'on\n');
      assert.equal(stderr, '[usher] this version of firebase-tools is not known here, so it starts its own Auth emulator\n');
    });
  }

  test('an emulator whose project is not found starts itself', async () => {
    const suite = await Suite.ready({ options: { project: '' } });
    assert.equal(await (await fetch(`http://127.0.0.1:${suite.port}/`)).text(), 'own');
    assert.match(suite.output, /^\[usher\] this version of firebase-tools is not known here/m);
    suite.signal('SIGKILL');
    await suite.ended;
  });

  test('without the adapter, the Suite has its own', async () => {
    const suite = await Suite.ready({ env: { NODE_OPTIONS: '' } });
    assert.equal(await (await fetch(`http://127.0.0.1:${suite.port}/`)).text(), 'own');
    assert.equal(suite.usher, undefined);
    suite.signal('SIGKILL');
    await suite.ended;
  });
});
