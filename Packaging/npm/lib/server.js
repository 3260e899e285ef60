// A server that runs as long as your tests.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Connection } from './connection.js';
import { Project } from './project.js';

/** The path of the usher program in this package. */
export const program = fileURLToPath(new URL('../bin/usher', import.meta.url));

/** How many milliseconds a server may take to start or stop. */
const limit = 30_000;

// The server runs this command when it is ready, and ends when the command ends. The command ends with its input: that is
// a pipe from this process, so the server never outlives the tests.
const command = ['sh', '-c', 'echo "$FIREBASE_AUTH_EMULATOR_HOST" && exec cat'];

/** The server did not start, or ended with an error. */
export class ServerFailed extends Error {
  name = 'ServerFailed';
}

/** A running server. It is also the project of client SDKs, unless their API key is the ID of another project that has accounts. */
export class Server extends Project {
  #connection;
  #started;

  constructor(started, host, id) {
    const connection = new Connection(host);
    super(connection, id);
    this.#connection = connection;
    this.#started = started;
  }

  /** A new project, without accounts and messages. */
  project() {
    return new Project(this.#connection, `demo-${randomBytes(6).toString('hex')}`);
  }

  /** A new project with the accounts and settings of a snapshot. */
  async projectFrom(snapshot) {
    const project = this.project();
    await project.loadSnapshot(snapshot);
    return project;
  }

  /** Stops the server. Everything in it is lost. */
  async stop() {
    this.#connection.close();
    const { status, told } = await this.#started.end();
    if (status !== 0) throw new ServerFailed(told);
  }
}

/** Starts a server in memory, on a free port, and waits until it is ready. */
export async function startUsher({ project = 'demo-usher', options = [] } = {}) {
  const started = new Started(project, options);
  const host = await started.host();
  if (!host) throw new ServerFailed((await started.end()).told);
  return new Server(started, host, project);
}

/** The process of a server. */
class Started {
  #log = openLog();
  #process;
  #ended;

  constructor(project, options) {
    // The functions that run in a developer's Emulator Suite are not for this server.
    const functions = options.some((word) => word.split('=')[0] === '--functions') ? [] : ['--functions', 'none'];
    const address = ['--host', '127.0.0.1', '--port', '0', '--project', project];
    const words = ['serve', '--quiet', ...address, ...functions, ...options, '--', ...command];
    this.#process = spawn(program, words, {
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('USHER_'))),
      // Ctrl-C is for the tests. The server ends when they end.
      detached: true,
      stdio: ['pipe', 'pipe', this.#log],
    });
    // An end that nobody waits for is not an error.
    this.#ended = once(this.#process, 'exit').catch((error) => [error.message]);
    this.#process.stdin.on('error', () => {});
  }

  /** The address of the server when it is ready, or nothing if it does not start. */
  async host() {
    const { stdout, stdin } = this.#process;
    const tooLate = setTimeout(() => this.#process.kill('SIGKILL'), limit);
    const line = await new Promise((resolve) => {
      stdout.once('data', resolve);
      stdout.once('end', resolve);
      stdout.once('error', resolve);
    });
    clearTimeout(tooLate);
    stdout.destroy();
    // A server that nobody stops does not keep the tests from ending.
    this.#process.unref();
    stdin.unref();
    return line?.toString().trim();
  }

  /** Ends the server, and returns its exit status and what it said. */
  async end() {
    this.#process.ref();
    this.#process.stdin.end();
    const tooLate = setTimeout(() => this.#process.kill('SIGKILL'), limit);
    const [status, signal] = await this.#ended;
    clearTimeout(tooLate);
    const told = readLog(this.#log).trim() || `usher serve ended: ${status ?? signal}`;
    return { status, told };
  }
}

/** A file without a name, for what the server says. */
function openLog() {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'usher-'));
  const file = fs.openSync(path.join(folder, 'log'), 'w+', 0o600);
  fs.rmSync(folder, { recursive: true });
  return file;
}

function readLog(file) {
  const bytes = Buffer.alloc(fs.fstatSync(file).size);
  fs.readSync(file, bytes, 0, bytes.length, 0);
  return bytes.toString();
}
