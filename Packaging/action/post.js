// Stops the server that main.js started, whether the job succeeded or not, and shows its log.
'use strict';

const fs = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');
const { say, show, run } = require('./runner.js');

const { STATE_usher: usher, STATE_log: log } = process.env;
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

run(async () => {
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
