// Installs usher, starts `usher serve`, and tells the next steps its address. post.js stops it.
'use strict';

const { execFileSync, spawn } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { Failure, input, say, give, show, run } = require('./runner.js');

const { GITHUB_ACTION_REPOSITORY, GITHUB_SERVER_URL, RUNNER_TEMP, RUNNER_TOOL_CACHE } = process.env;
const startLimit = 30_000;
// An archive has about 7 MB.
const sizeLimit = 256 * 1024 * 1024;

/** Returns the version and the required checksum of the release. */
function release() {
  const sums = fs.readFileSync(path.join(__dirname, 'SHA256SUMS'), 'utf8');
  const known = [...sums.matchAll(/^([0-9a-f]{64}) [ *]usher-(.+)-linux-amd64\.tar\.gz$/gm)];
  const version = input('version') || known.at(-1)?.[2];
  const sha256 = input('sha256').toLowerCase() || known.find((line) => line[2] === version)?.[1];
  if (version && !/^\d+\.\d+\.\d+$/.test(version)) throw new Failure(`version: '${version}' is none; 0.1.0 is one`);
  if (!sha256) throw new Failure(`this action has no checksum of ${version ? `usher ${version}` : 'a release'}: give sha256`);
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Failure(`sha256: '${sha256}' is none; it has 64 hexadecimal digits`);
  return { version, sha256 };
}

/** Returns the bytes at a URL. It may hold a token, so it is not on a command line, and curl does not read ~/.curlrc. */
function download(text) {
  let url;
  try {
    url = new URL(text);
  } catch {
    throw new Failure('url: that is none');
  }
  try {
    return execFileSync(
      'curl',
      ['-q', '--fail', '--silent', '--show-error', '--location', '--proto', '=https,http', '--retry', '3',
        '--connect-timeout', '20', '--max-time', '300', '--config', '-'],
      { input: `url = "${url.href.replace(/[\\"]/g, '\\$&')}"\n`, maxBuffer: sizeLimit, stdio: 'pipe' },
    );
  } catch (error) {
    const reason = error.code === 'ENOENT' ? 'there is no curl' : `${error.stderr || error.message}`.trim();
    throw new Failure(`no archive from ${url.host}: ${reason}`);
  }
}

const sum = (bytes) => createHash('sha256').update(bytes).digest('hex');

function checked(bytes, { sha256 }) {
  if (sum(bytes) !== sha256) throw new Failure(`the archive's SHA-256 is ${sum(bytes)}, not ${sha256}: nothing is installed`);
  return bytes;
}

/** Downloads the archive, or takes it from the cache. Other jobs can change the cache, so this checks the checksum. */
function downloaded(text, wanted) {
  const cache = path.join(RUNNER_TOOL_CACHE || RUNNER_TEMP, 'usher');
  const kept = path.join(cache, `${wanted.sha256}.tar.gz`);
  try {
    const { size } = fs.statSync(kept);
    // A file such as a device has size 0. Do not read it.
    const bytes = size > 0 && size < sizeLimit ? fs.readFileSync(kept) : '';
    if (sum(bytes) === wanted.sha256) return bytes;
  } catch {
    // There is no such file, or it cannot be read.
  }
  const bytes = checked(download(text), wanted);
  let made;
  try {
    if (!fs.existsSync(cache)) fs.mkdirSync(cache);
    made = fs.mkdtempSync(path.join(cache, 'new-'));
    fs.writeFileSync(path.join(made, 'archive'), bytes);
    fs.renameSync(path.join(made, 'archive'), kept);
  } catch {
    // Ignore errors: the next job downloads the archive again.
  } finally {
    if (made) fs.rmSync(made, { recursive: true, force: true });
  }
  return bytes;
}

function archive(wanted) {
  const [file, url] = [input('archive'), input('url')];
  if (file && url) throw new Failure('give archive or url, not both');
  if (file) {
    let bytes;
    try {
      bytes = fs.readFileSync(file);
    } catch (error) {
      throw new Failure(`archive: ${error.message}`);
    }
    return checked(bytes, wanted);
  }
  if (url) return downloaded(url, wanted);
  const { version } = wanted;
  if (!version || !GITHUB_ACTION_REPOSITORY) throw new Failure('give archive or url: no release is known by itself');
  const releases = `${GITHUB_SERVER_URL}/${GITHUB_ACTION_REPOSITORY}/releases/download`;
  return downloaded(`${releases}/v${version}/usher-${version}-linux-amd64.tar.gz`, wanted);
}

/** Installs the release for this job alone, so that no other job can change it. Returns its path and version. */
function install(wanted) {
  const bytes = archive(wanted);
  const made = fs.mkdtempSync(path.join(RUNNER_TEMP, 'usher-'));
  const [unpacked, home] = [path.join(made, 'unpacked'), path.join(made, 'usher')];
  const usher = path.join(home, 'bin', 'usher');
  try {
    fs.mkdirSync(unpacked);
    execFileSync('tar', ['-xz', '--strip-components=1', '--no-same-owner', '-C', unpacked], { input: bytes, stdio: 'pipe' });
    // The archive's own script says what the system lacks.
    execFileSync(path.join(unpacked, 'install'), { env: { ...process.env, PREFIX: home }, stdio: 'pipe' });
    fs.rmSync(unpacked, { recursive: true });
    const version = execFileSync(usher, ['version', '--field', 'version'], { stdio: 'pipe' }).toString().trim();
    const asked = input('version');
    if (asked && asked !== version) throw new Failure(`the archive holds usher ${version}, not ${asked}`);
    return { usher, version };
  } catch (error) {
    fs.rmSync(made, { recursive: true, force: true });
    if (error instanceof Failure) throw error;
    throw new Failure(`usher cannot be installed: ${`${error.stderr || error.message}`.trim()}`);
  }
}

/** Returns the command line of a process. */
const words = (pid) => {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
};

/** Returns the servers that run on this machine. They may belong to another job, so none is stopped. */
function others() {
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = pids.filter((pid) => words(pid)[0]?.endsWith('/usher') && words(pid)[1] === 'serve');
  return found.map((pid) => `process ${pid}, ${words(pid)[0]}`).join('; ');
}

/** Starts the server, which keeps running after this process, and waits until it prints its address. */
async function serve(usher) {
  const names = ['port', 'project', 'policy', 'data', 'import', 'config'];
  const options = names.filter(input).map((name) => `--${name}=${input(name)}`);
  const log = path.join(fs.mkdtempSync(path.join(RUNNER_TEMP, 'usher-serve-')), 'log');
  const file = fs.openSync(log, 'w', 0o600);
  // Hide the action's inputs and the runner's tokens from the server. Its log is for people, so it must not be JSON.
  const withheld = /^((INPUT|STATE|ACTIONS)_|USHER_OUTPUT$)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !withheld.test(name)));
  // If post.js does not run, the runner finds leftover processes by their environment. The server hides its
  // environment, so it runs a command that does not. The server ends with this command: when the runner kills it, or
  // when the runner's process for this job ends.
  const worker = words(process.ppid)[0]?.endsWith('/Runner.Worker') ? process.ppid : '$PPID';
  const command = ['sh', '-c', `exec tail --pid=${worker} -f /dev/null`];
  const server = spawn(usher, ['serve', '--debug', ...options, '--', ...command], { detached: true, env, stdio: ['ignore', file, file] });
  // Save this first, so that post.js can stop the server whatever fails.
  give('GITHUB_STATE', { usher, pid: server.pid, log });
  const began = Date.now();
  for (;;) {
    const ended = server.exitCode ?? server.signalCode;
    const text = fs.readFileSync(log, 'utf8');
    const [, url, project] = text.match(/^Listening on (http\S+) \(project ([^,\n]+),.*\n/m) ?? [];
    if (url && ended === null) {
      server.unref();
      return { url, project };
    }
    if (ended !== null) {
      // The server has ended, so post.js must not stop it.
      give('GITHUB_STATE', { pid: '' });
      show('usher serve', log);
      // Below the error stands why, or what to do.
      const [, error, way] = text.match(/^error: (.*)(?:\n {2}(.*))?/m) ?? [];
      const also = /^port \d+ is taken$/.test(error) && others();
      const reason = [error ?? `ended: ${ended}`, way?.replace(/\.$/, '')].filter(Boolean).join('. ');
      throw new Failure(`usher serve: ${reason}${also ? `. usher serve runs here already: ${also}` : ''}`);
    }
    if (Date.now() - began > startLimit) {
      server.unref();
      throw new Failure(`usher serve is not ready after ${startLimit / 1000} s`);
    }
    await sleep(20);
  }
}

/** Authorizes a host in the project until the job ends. post.js removes it, but not one that was there before. */
function authorize(usher, place) {
  const domain = input('domain');
  if (!domain) return;
  const project = (...words) => {
    try {
      return execFileSync(usher, ['project', 'domain', ...words], { env: { ...process.env, ...place }, stdio: 'pipe' }).toString();
    } catch (error) {
      // With 64, usher has sent nothing, so there is nothing to remove.
      if (error.status === 64) give('GITHUB_STATE', { domain: '' });
      throw new Failure(`domain: ${`${error.stderr || error.message}`.trim().replace(/^error: /, '')}`);
    }
  };
  // The address may have a path, and a host has any case.
  const host = domain.replace(/^[a-z]+:\/\//i, '').replace(/[/?#].*$/s, '').toLowerCase();
  if (JSON.parse(project('list', '--json')).domains.some((listed) => listed.toLowerCase() === host)) {
    process.stdout.write(`${host} was authorized before, and stays so\n`);
    return;
  }
  // Save this first, so that post.js removes the host whatever happens next, and in the same project.
  const names = ['USHER_ENDPOINT', 'USHER_PROJECT', 'USHER_TENANT', 'USHER_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS', 'USHER_CONFIG_DIR'];
  const used = { ...process.env, ...place };
  give('GITHUB_STATE', { usher, domain: host, place: JSON.stringify(Object.fromEntries(names.map((name) => [name, used[name]]))) });
  // If the job is cancelled now, end only after the change, because post.js must find it.
  let cancelled = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { cancelled = true; });
  process.stdout.write(project('add', '--yes', '--', domain));
  setImmediate(() => { if (cancelled) process.exit(130); });
}

run(async () => {
  if (!['true', 'false'].includes(input('serve'))) throw new Failure(`serve: true or false, not '${input('serve')}'`);
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Failure('usher is released for Linux on x86-64 alone');
  const { usher, version } = install(release());
  fs.appendFileSync(process.env.GITHUB_PATH, `${path.dirname(usher)}\n`);
  give('GITHUB_OUTPUT', { version });
  process.stdout.write(`usher ${version} is in ${path.dirname(usher)}\n`);
  // On a shared machine, a job must not use the sessions of an earlier job.
  if (!process.env.USHER_CONFIG_DIR) {
    process.env.USHER_CONFIG_DIR = fs.mkdtempSync(path.join(RUNNER_TEMP, 'usher-config-'));
    give('GITHUB_ENV', { USHER_CONFIG_DIR: process.env.USHER_CONFIG_DIR });
  }
  if (input('serve') === 'false') {
    authorize(usher);
    return;
  }

  const { url, project } = await serve(usher);
  give('GITHUB_OUTPUT', { endpoint: url, port: new URL(url).port, project });
  give('GITHUB_ENV', { USHER_ENDPOINT: url, USHER_PROJECT: project, FIREBASE_AUTH_EMULATOR_HOST: new URL(url).host });
  // `usher serve -- COMMAND` sets these only for its command. Here they apply to all later steps, such as a
  // deployment. So keep the job's own values, but replace those that this action set earlier.
  const named = (id) => ({ FIREBASE_CONFIG: JSON.stringify({ projectId: id }), GCLOUD_PROJECT: id, GOOGLE_CLOUD_PROJECT: id });
  const before = process.env.FIREBASE_AUTH_EMULATOR_HOST ? named(process.env.USHER_PROJECT) : {};
  const free = ([name]) => !process.env[name] || process.env[name] === before[name];
  give('GITHUB_ENV', Object.fromEntries(Object.entries(named(project)).filter(free)));
  process.stdout.write(`usher serve is ready at ${url} for project ${project}\n`);
  authorize(usher, { USHER_ENDPOINT: url, USHER_PROJECT: project });
});
