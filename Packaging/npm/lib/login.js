// Sign-in for the users of your own command-line program.

import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Bearer } from './bearer.js';
import { Interrupted, LoginFailed, NotSignedIn, Unreachable } from './errors.js';
import { serverURL } from './origin.js';
import { program } from './server.js';

/** The variables of usher that say how a person works. All others are about the person's own use of usher. */
const ofThePerson = ['USHER_ACCESSIBLE', 'USHER_BROWSER', 'USHER_CACERT', 'USHER_COLOR', 'USHER_LANGUAGE'];

const interrupted = 130;
const notSignedIn = 4;
/** How usher ends if nobody signed in: it may not ask (64, 66), or the answers ended (66). */
const unanswered = [notSignedIn, 64, 66];

/** The user of a program, who may be signed in. */
export class Login {
  #config;
  #app;
  #endpoint;
  #session;
  #method;
  #command;
  #content;
  /** The promise of the profile while usher is told of the project. */
  #profile;
  #uid;
  /** How often it was noticed that another token is the user's, or that another user, or nobody, is signed in. */
  #changes = 0;

  constructor(config, { app, endpoint = 'production', session, method, command = `${app} login` } = {}) {
    if (typeof app !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(app)) {
      throw new TypeError(`${JSON.stringify(app)} is not a name of a program: for app, use letters, digits, dots, - and _`);
    }
    if (endpoint !== 'production') serverURL('endpoint', endpoint);
    this.#config = config instanceof URL ? fileURLToPath(config) : config;
    this.#app = app;
    this.#endpoint = endpoint;
    this.#session = session;
    this.#method = method;
    this.#command = command;
  }

  /** Signs a user in. usher asks at the terminal, whatever standard input and output are connected to. */
  async signIn() {
    const words = ['signin', ...(this.#method ? [this.#method] : []), ...(await this.#whose())];
    let terminal;
    try {
      terminal = fs.openSync('/dev/tty', 'r+');
    } catch {
      throw this.#nobody(notSignedIn);
    }
    // The terminal sends Ctrl-C to usher, too, which ends its questions.
    const wait = () => {};
    process.on('SIGINT', wait);
    try {
      const [status, signal] = await once(await this.#start(words, [terminal, terminal, terminal]), 'exit');
      if (signal === 'SIGINT' || status === interrupted) throw new Interrupted('interrupted', { status: interrupted });
      if (unanswered.includes(status)) throw this.#nobody(status);
      if (status !== 0) throw failure('the sign-in failed', status ?? undefined);
    } finally {
      process.off('SIGINT', wait);
      fs.closeSync(terminal);
      this.#changes += 1;
    }
    // Somebody who asked for a link may finish later.
    await this.token();
  }

  /** An ID token that is valid for at least five minutes. With `refresh`, it is a new one in any case. */
  async token({ refresh = false } = {}) {
    const { token, uid } = await this.#ask(['token', ...(refresh ? ['--refresh'] : []), ...(await this.#whose())]);
    this.#notice(uid);
    if (refresh) this.#changes += 1;
    return token;
  }

  /** The account of the user, as it was at the sign-in. It asks no server. */
  async user() {
    const { account } = await this.#ask(['whoami', ...(await this.#whose())]);
    const { uid, email, email_verified: emailVerified, phone, display_name: displayName } = account;
    this.#notice(uid);
    return { uid, email, emailVerified, phone, displayName };
  }

  /** Signs the user out, and deletes the session from this machine. It is no error if nobody is signed in. */
  async logout() {
    await this.#ask(['signout', ...(await this.#whose())]);
    this.#changes += 1;
  }

  /** A `fetch` for the API at this URL, which adds the token. No other server gets it. */
  fetch(baseURL) {
    const bearer = new Bearer(this, () => this.#changes, baseURL);
    return (input, init) => bearer.fetch(input, init);
  }

  #notice(uid) {
    if (this.#uid !== undefined && this.#uid !== uid) this.#changes += 1;
    this.#uid = uid;
  }

  #nobody(status) {
    const where = process.env.CI ? ' where CI is not set' : '';
    return new NotSignedIn(`no user is signed in; run \`${this.#command}\` in a terminal${where}`, { status });
  }

  get #folder() {
    const base = process.env.XDG_CONFIG_HOME ?? '';
    return path.join(base.startsWith('/') ? base : path.join(homedir(), '.config'), this.#app, 'usher');
  }

  #environment() {
    const kept = Object.entries(process.env).filter(
      ([name]) => ofThePerson.includes(name) || (!name.startsWith('USHER_') && name !== 'FIREBASE_AUTH_EMULATOR_HOST'));
    const own = { USHER_CONFIG_DIR: this.#folder, USHER_OUTPUT: 'text', USHER_PROGRAM: this.#command };
    return { ...Object.fromEntries(kept), ...own };
  }

  /** The options that name the project, the server and the session. */
  async #whose() {
    // Calls at the same time tell it once.
    this.#profile ??= this.#setUp().finally(() => (this.#profile = undefined));
    const session = this.#session ? [`--as=${this.#session}`] : [];
    return ['--profile', await this.#profile, '--endpoint', this.#endpoint, ...session];
  }

  /**
   * Tells usher of the project, unless this is what it was told last. Returns its profile. Others may tell it of the same
   * project with other settings, such as another server. The profile has only the last.
   */
  async #setUp() {
    const isFile = typeof this.#config === 'string';
    // It is read once.
    this.#content ??= isFile ? fs.readFileSync(this.#config) : Buffer.from(JSON.stringify(this.#config));
    const content = this.#content;
    const given = createHash('sha256').update(JSON.stringify([content.toString('hex'), this.#endpoint])).digest('hex');
    const known = path.join(this.#folder, 'login.json');
    try {
      const saved = JSON.parse(fs.readFileSync(known, 'utf8'));
      if (saved.given === given && fs.existsSync(path.join(this.#folder, 'state.json'))) return saved.profile;
    } catch {
      // It is not there yet.
    }
    const words = ['init', '--endpoint', this.#endpoint, '--', isFile ? this.#config : '-'];
    let profile;
    try {
      ({ name: profile } = await this.#ask(words, isFile ? '' : content));
    } catch (error) {
      if (!isFile) error.message = error.message.replace('standard input', 'config');
      throw error;
    }
    // Two programs may get here at the same time.
    const written = `${known}.${randomBytes(6).toString('hex')}`;
    fs.writeFileSync(written, JSON.stringify({ given, profile }), { flag: 'wx', mode: 0o600 });
    fs.renameSync(written, known);
    return profile;
  }

  /** Runs usher without questions, and returns its result. */
  async #ask(words, input = '') {
    const child = await this.#start(['--json', ...words], 'pipe');
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const [[status, signal], stdout, stderr] = await Promise.all([once(child, 'close'), read(child.stdout), read(child.stderr)]);
    let answer;
    try {
      answer = JSON.parse(status === 0 ? stdout : stderr);
    } catch {
      const told = stderr.trim() || `status ${status ?? signal}`;
      throw failure(`usher failed (${told}); reinstall usher-auth`, status ?? undefined);
    }
    if (status === 0) return answer;
    throw failure(answer.error.message, status ?? undefined, answer.error.code);
  }

  /** Starts usher. */
  async #start(words, stdio) {
    try {
      const child = spawn(program, words, { env: this.#environment(), stdio });
      await once(child, 'spawn');
      return child;
    } catch (error) {
      throw new LoginFailed(`usher cannot run (${error.message}); reinstall usher-auth`);
    }
  }
}

/** The signed-in user. If nobody is signed in, usher asks at the terminal. */
export async function login(config, settings) {
  const user = new Login(config, settings);
  try {
    await user.token();
  } catch (error) {
    if (!(error instanceof NotSignedIn)) throw error;
    await user.signIn();
  }
  return user;
}

async function read(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
}

function failure(message, status, code) {
  const Kind = { [notSignedIn]: NotSignedIn, 69: Unreachable }[status] ?? LoginFailed;
  return new Kind(message, { status, code });
}
