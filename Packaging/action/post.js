// Stops the server that main.js started, however the job went, and shows its log.
'use strict';

const fs = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');
const { say, show, run } = require('./runner.js');

const { STATE_usher: usher, STATE_log: log } = process.env;
const pid = Number(process.env.STATE_pid);
// More than the time that it gives running requests.
const stopLimit = 20_000;

/** Whether the process is still the server: a number may be another's by now, and one that nobody waits for has no words. */
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
      // With its command.
      process.kill(-pid, 'SIGKILL');
    } else {
      process.stdout.write(`usher serve has stopped, after ${Date.now() - began} ms\n`);
    }
  }
  show('usher serve', log);
});
