// Removes the host that main.js authorized, stops the server that it started, and shows the server's log, whether the
// job succeeded or not.
'use strict';

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');
const { say, show, run } = require('./runner.js');

const { STATE_usher: usher, STATE_log: log, STATE_domain: domain, STATE_place: place } = process.env;
const pid = Number(process.env.STATE_pid);
// Longer than the time that the server gives running requests.
const stopLimit = 20_000;

/** Returns whether the server still runs. Another process may have its ID now; a zombie has no command line. */
function runs() {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(`${usher}\0serve\0`);
  } catch {
    return false;
  }
}

/** Removes the host. Without it, the job's result is as good, so a failure is a warning. */
function remove() {
  try {
    const words = ['project', 'domain', 'remove', '--yes', '--', domain];
    // A later step may have chosen another project. JSON has no member for a variable that was not set.
    const unset = { USHER_ENDPOINT: undefined, USHER_PROJECT: undefined, FIREBASE_AUTH_EMULATOR_HOST: undefined };
    const env = { ...process.env, ...unset, ...JSON.parse(place) };
    process.stdout.write(execFileSync(usher, words, { env, stdio: 'pipe' }).toString());
  } catch (error) {
    say('warning', `${domain} is still authorized: ${`${error.stderr || error.message}`.trim().replace(/^error: /, '')}`);
  }
}

run(async () => {
  if (domain) remove();
  if (!pid) return;
  if (!runs()) {
    say('warning', 'usher serve had ended before the job did');
  } else {
    process.kill(pid, 'SIGTERM');
    const began = Date.now();
    while (runs() && Date.now() - began < stopLimit) await sleep(20);
    if (runs()) {
      say('warning', `usher serve did not stop within ${stopLimit / 1000} s and was killed`);
      // Kill the server's command too.
      process.kill(-pid, 'SIGKILL');
    } else {
      process.stdout.write(`usher serve has stopped, after ${Date.now() - began} ms\n`);
    }
  }
  show('usher serve', log);
});
