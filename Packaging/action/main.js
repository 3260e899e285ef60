// Installs usher, starts `usher serve`, and tells the steps that follow where it is. post.js stops it.
'use strict';

const { execFileSync, spawn } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { Failure, input, say, give, show, run } = require('./runner.js');

const { GITHUB_ACTION_REPOSITORY, GITHUB_SERVER_URL, RUNNER_TEMP, RUNNER_TOOL_CACHE } = process.env;
const startLimit = 30_000;

/** Which release is meant, and the checksum without which nothing is installed. */
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

/** The bytes at a URL, which may hold a token: it is on no command line and in no message. */
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
      ['--fail', '--silent', '--show-error', '--location', '--proto', '=https,http', '--retry', '3',
        '--connect-timeout', '20', '--max-time', '300', '--config', '-'],
      { input: `url = "${url.href.replace(/[\\"]/g, '\\$&')}"\n`, maxBuffer: 256 * 1024 * 1024, stdio: 'pipe' },
    );
  } catch (error) {
    const reason = error.code === 'ENOENT' ? 'there is no curl' : `${error.stderr || error.message}`.trim();
    throw new Failure(`no archive from ${url.host}: ${reason}`);
  }
}

function archive({ version, sha256 }) {
  const file = input('archive');
  if (file && input('url')) throw new Failure('give archive or url, not both');
  let bytes;
  if (file) {
    try {
      bytes = fs.readFileSync(file);
    } catch (error) {
      throw new Failure(`archive: ${error.message}`);
    }
  } else if (input('url')) {
    bytes = download(input('url'));
  } else {
    if (!version || !GITHUB_ACTION_REPOSITORY) throw new Failure('give archive or url: no release is known by itself');
    const releases = `${GITHUB_SERVER_URL}/${GITHUB_ACTION_REPOSITORY}/releases/download`;
    bytes = download(`${releases}/v${version}/usher-${version}-linux-amd64.tar.gz`);
  }
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new Failure(`the archive's SHA-256 is ${found}, not ${sha256}: nothing is installed`);
  return bytes;
}

/** The folder in which the release is: one for each checksum, which is there as a whole or not at all. */
function install(wanted) {
  const tools = path.join(RUNNER_TOOL_CACHE, 'usher');
  const home = path.join(tools, wanted.sha256);
  if (fs.existsSync(home)) return home;
  const bytes = archive(wanted);
  fs.mkdirSync(tools, { recursive: true });
  const unpacked = fs.mkdtempSync(path.join(RUNNER_TEMP, 'usher-'));
  const made = fs.mkdtempSync(path.join(tools, 'new-'));
  try {
    execFileSync('tar', ['-xz', '--strip-components=1', '--no-same-owner', '-C', unpacked], { input: bytes, stdio: 'pipe' });
    // The archive's own, which says what a system lacks.
    execFileSync(path.join(unpacked, 'install'), { env: { ...process.env, PREFIX: made }, stdio: 'pipe' });
    fs.chmodSync(made, 0o755);
    fs.renameSync(made, home);
  } catch (error) {
    // Another job of this runner's may have been faster.
    if (!fs.existsSync(home)) throw new Failure(`usher cannot be installed: ${`${error.stderr || error.message}`.trim()}`);
  } finally {
    fs.rmSync(unpacked, { recursive: true, force: true });
    fs.rmSync(made, { recursive: true, force: true });
  }
  return home;
}

/** Starts the server, which outlives this process, and waits until it says where it is. */
async function serve(usher) {
  const names = ['port', 'project', 'policy', 'data', 'import', 'config'];
  const options = names.filter(input).map((name) => `--${name}=${input(name)}`);
  const log = path.join(fs.mkdtempSync(path.join(RUNNER_TEMP, 'usher-serve-')), 'log');
  const file = fs.openSync(log, 'w', 0o600);
  // What the workflow gave this action, and the runner's tokens, are none of its business; its log is for people.
  const withheld = /^((INPUT|STATE|ACTIONS)_|USHER_OUTPUT$)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !withheld.test(name)));
  const server = spawn(usher, ['serve', '--debug', ...options], { detached: true, env, stdio: ['ignore', file, file] });
  // Before anything can fail.
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
      // Then there is nothing to stop.
      give('GITHUB_STATE', { pid: '' });
      show('usher serve', log);
      const [, error, hint] = text.match(/^error: (.*)(?:\nhint: (.*))?/m) ?? [];
      throw new Failure(`usher serve: ${[error ?? `ended: ${ended}`, hint].filter(Boolean).join('; ')}`);
    }
    if (Date.now() - began > startLimit) {
      server.unref();
      throw new Failure(`usher serve is not ready after ${startLimit / 1000} s`);
    }
    await sleep(20);
  }
}

run(async () => {
  if (!['true', 'false'].includes(input('serve'))) throw new Failure(`serve: true or false, not '${input('serve')}'`);
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Failure('usher is released for Linux on x86-64 alone');
  const home = install(release());
  const usher = path.join(home, 'bin', 'usher');
  let version;
  try {
    version = execFileSync(usher, ['version', '--field', 'version'], { stdio: 'pipe' }).toString().trim();
  } catch (error) {
    throw new Failure(`usher does not start: ${`${error.stderr || error.message}`.trim()}`);
  }
  fs.appendFileSync(process.env.GITHUB_PATH, `${path.dirname(usher)}\n`);
  give('GITHUB_OUTPUT', { version });
  process.stdout.write(`usher ${version} is in ${home}\n`);
  if (input('serve') === 'false') return;

  const { url, project } = await serve(usher);
  give('GITHUB_OUTPUT', { endpoint: url, port: new URL(url).port, project });
  // What `usher serve -- COMMAND` gives its command, for the steps of the job: for usher and for admin SDKs.
  give('GITHUB_ENV', {
    USHER_ENDPOINT: url,
    USHER_PROJECT: project,
    FIREBASE_AUTH_EMULATOR_HOST: new URL(url).host,
    FIREBASE_CONFIG: JSON.stringify({ projectId: project }),
    GCLOUD_PROJECT: project,
    GOOGLE_CLOUD_PROJECT: project,
  });
  process.stdout.write(`usher serve is ready at ${url} for project ${project}\n`);
});
