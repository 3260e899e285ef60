// Starts `usher serve` in the place of the Auth emulator of Firebase's Emulator Suite:
//
//   NODE_OPTIONS="--require /usr/share/usher/usher-auth.js" firebase emulators:start
//
// The Suite's UI, --import, --export-on-exit, emulators:exec and emulators:export then talk to usher. A program that loads
// firebase-tools as a library keeps Firebase's emulator.
//
//   USHER_BIN         The program. By default, it is the usher on the PATH.
//   USHER_SERVE_ARGS  More options of `usher serve`, with spaces between them. usher runs in the folder /, so a path in
//                     them must be absolute. --owner-token-file is refused.
//
// Written for the sources of firebase-tools 15. These files and members of it are used here:
//   lib/bin/firebase.js             the program
//   lib/emulator/auth/index.js      exports.AuthEmulator: new (args), args.projectId, start(), stop(), getInfo()
//   lib/error.js                    exports.FirebaseError: new (message). Other errors are called unexpected.
//   lib/emulator/controller.js      calls start(), importData() and stop(), and stop() also after a start that failed
// Tried: all that is below, an import and an export, with stand-ins of these files, on Node 20 and 24. See .ci/check-suite in
// usher's sources. On Node 18, only that usher starts and ends, and that its absence is told.
// Tried with firebase-tools 15.28.1 itself, too. Not tried: its standalone program, which has a Node of its own.

'use strict';

const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

/** How many milliseconds usher may take to start and to stop, and its pipes to close after its end. */
const limits = { start: 30_000, stop: 10_000, close: 1000 };

/**
 * The variables that usher gets. The others may hold secrets, or are for the Suite.
 *
 * usher finds the Functions emulator through FIREBASE_EMULATOR_HUB, or through a file of the hub in the temporary folder.
 */
const passed = new RegExp(
  '^(PATH|HOME|LANG|LC_\\w+|TZ|TMPDIR|TMP|TEMP|XDG_\\w+|LD_LIBRARY_PATH|NO_COLOR|(https?|all|no)_proxy|FIREBASE_EMULATOR_HUB)$',
  'i',
);

// usher runs this command when it is ready, and ends when the command ends. The command ends with its input: that is a pipe
// from this process. So usher ends with the Suite, also after kill -9.
const command = ['sh', '-c', 'echo ready && exec cat'];

// Every Node process below the Suite gets NODE_OPTIONS, too. Nothing happens in them.
const suite = folderOfSuite();
if (suite) watch(path.join(suite, 'lib', 'emulator', 'auth', 'index.js'));

/** The folder of firebase-tools, or nothing if this process is not its program. */
function folderOfSuite() {
  if (process.env.FUNCTIONS_EMULATOR === 'true' || !process.argv[1]) return undefined;
  try {
    const program = fs.realpathSync(process.argv[1]);
    const folder = path.resolve(program, '..', '..', '..');
    const expected = path.join('firebase-tools', 'lib', 'bin', 'firebase.js');
    return program === path.join(path.dirname(folder), expected) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Changes the Auth emulator when firebase-tools loads its file. Most of its commands never load it. */
function watch(file) {
  const load = Module.prototype.load;
  Module.prototype.load = function (name, ...rest) {
    load.call(this, name, ...rest);
    if (name === file) replace(this.exports.AuthEmulator);
  };
}

function replace(AuthEmulator) {
  const emulator = AuthEmulator?.prototype;
  if (!['start', 'stop', 'getInfo'].every((name) => typeof emulator?.[name] === 'function')) return unknown();
  const { start, stop } = emulator;
  const servers = new WeakMap();

  emulator.start = async function () {
    const { host, port } = this.getInfo();
    const project = this.args?.projectId;
    if (!host || !port || !project) {
      unknown();
      return start.call(this);
    }
    const server = new Server(host, port, project);
    servers.set(this, server);
    await server.ready();
  };

  emulator.stop = async function () {
    const server = servers.get(this);
    return server ? server.stop() : stop.call(this);
  };
}

/** A running `usher serve`, or a script that runs it. */
class Server {
  #process;
  #ended;
  #lines = [];
  #isReady = false;
  #isLate = false;
  #isStopping = false;
  #isOver = false;

  constructor(host, port, project) {
    const { spawn } = require('node:child_process');
    const options = (process.env.USHER_SERVE_ARGS ?? '').split(' ').filter(Boolean);
    const address = host === 'localhost' ? '127.0.0.1' : host;
    refuseOwnerToken(options);
    this.#process = spawn(
      program(),
      ['serve', '--host', address, '--port', String(port), '--project', project, ...options, '--', ...command],
      {
        // The Suite has read firebase.json. usher finds none in this folder.
        cwd: '/',
        env: Object.fromEntries(Object.entries(process.env).filter(([name]) => passed.test(name))),
        // Ctrl-C is for the Suite, which may still export the accounts.
        detached: true,
        stdio: 'pipe',
      },
    );
    // For a process that exits before usher runs the command.
    process.once('exit', () => this.#signal('SIGTERM'));
    this.#process.stdin.on('error', () => {});
    this.#ended = new Promise((resolve) => {
      this.#process.once('error', (error) => resolve(whyNotStarted(error)));
      this.#process.once('exit', (status, signal) => {
        const end = () => {
          clearTimeout(tooLate);
          this.#isOver = true;
          this.#process.stdio.forEach((stream) => stream.destroy());
          resolve(signal ?? `status ${status}`);
        };
        // Its last words are still in the pipes. A program that it left behind may keep them open.
        const tooLate = setTimeout(() => {
          this.#signal('SIGTERM');
          end();
        }, limits.close);
        this.#process.once('close', end);
      });
    });
    const { createInterface } = require('node:readline');
    createInterface({ input: this.#process.stderr }).on('line', (line) => this.#hear(line));
  }

  /** Waits until usher listens. */
  async ready() {
    const { stdout } = this.#process;
    const tooLate = setTimeout(() => {
      this.#isLate = true;
      this.#signal('SIGKILL');
    }, limits.start);
    const listens = new Promise((resolve) => {
      stdout.on('data', (text) => `${text}`.includes('ready') && resolve());
    });
    const end = await Promise.race([listens, this.#ended]);
    clearTimeout(tooLate);
    stdout.destroy();
    if (end !== undefined) {
      const reason = this.#isLate ? `not ready after ${limits.start / 1000} s` : end;
      throw failure(['usher serve did not start:', ...this.#lines, reason].join('\n'));
    }
    this.#isReady = true;
    this.#lines.forEach(tell);
    this.#ended.then((end) => {
      if (!this.#isStopping) tell(`usher serve ended (${end}). Nothing answers for Auth now: start the Suite again.`);
    });
  }

  async stop() {
    this.#isStopping = true;
    this.#process.stdin.end();
    if (!this.#isReady) this.#signal('SIGTERM');
    const tooLate = setTimeout(() => this.#signal('SIGKILL'), limits.stop);
    await this.#ended;
    clearTimeout(tooLate);
  }

  /** Sends a signal to usher and to all programs between it and this process. They are one process group. */
  #signal(name) {
    const { pid } = this.#process;
    // Later, the number may be that of another group.
    if (!pid || this.#isOver) return;
    try {
      process.kill(-pid, name);
    } catch {
      // All have ended.
    }
  }

  /** Keeps what usher says until it is ready: an error repeats it. */
  #hear(line) {
    if (this.#isReady) tell(line);
    else this.#lines.push(line);
  }
}

/** With a token of its own, usher answers the Suite's own calls with 401, and the accounts are not exported. */
function refuseOwnerToken(options) {
  const option = '--owner-token-file';
  const others = options.filter((word, index) => word.split('=')[0] !== option && options[index - 1] !== option);
  if (others.length === options.length) return;
  const words = others.join(' ').replaceAll("'", "'\\''");
  throw failure(
    [
      `usher cannot use ${option} in the Suite, because the Suite's own calls have the token 'owner'.`,
      words ? `  export USHER_SERVE_ARGS='${words}'` : '  unset USHER_SERVE_ARGS',
    ].join('\n'),
  );
}

/** The program. A path in USHER_BIN is relative to the folder of the Suite. */
function program() {
  const name = process.env.USHER_BIN || 'usher';
  return name.includes(path.sep) ? path.resolve(name) : name;
}

function whyNotStarted(error) {
  if (error.code !== 'ENOENT') return error.message;
  return `${program()} is not there. Install usher, or say where it is:\n  export USHER_BIN=/path/to/usher`;
}

/** An error that firebase-tools shows with its message alone. */
function failure(message) {
  try {
    const { FirebaseError } = require(path.join(suite, 'lib', 'error.js'));
    return new FirebaseError(message);
  } catch {
    return new Error(message);
  }
}

function unknown() {
  tell('this version of firebase-tools is not known here, so it starts its own Auth emulator');
}

function tell(line) {
  process.stderr.write(`[usher] ${line}\n`);
}
