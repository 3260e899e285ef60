// What both halves say to the runner, in its own language: commands on standard output, and files of values.
'use strict';

const fs = require('node:fs');
const { randomUUID } = require('node:crypto');
const { EOL } = require('node:os');

/** An error for the user, without a stack trace. */
class Failure extends Error {}

/** What the workflow gave, or nothing. */
const input = (name) => (process.env[`INPUT_${name.toUpperCase()}`] ?? '').trim();

/** `::error::…` and the like: a line break in the text would end the command. */
function say(command, text) {
  const escaped = text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
  process.stdout.write(`::${command}::${escaped}${EOL}`);
}

/** Appends values to one of the runner's files. A delimiter that nobody knows before keeps a value from being more than one. */
function give(file, values) {
  const delimiter = `usher-${randomUUID()}`;
  const lines = Object.entries(values).map(([name, value]) => `${name}<<${delimiter}\n${value}\n${delimiter}\n`);
  fs.appendFileSync(process.env[file], lines.join(''));
}

/** The end of a file, and whether that is all of it. Nothing is there of one that is gone. */
function end(file, most) {
  try {
    const opened = fs.openSync(file, 'r');
    const { size } = fs.fstatSync(opened);
    const bytes = Buffer.alloc(Math.min(size, most));
    fs.readSync(opened, bytes, 0, bytes.length, size - bytes.length);
    fs.closeSync(opened);
    return { text: bytes.toString().trimEnd(), whole: size <= most };
  } catch {
    return {};
  }
}

/** Shows the end of a file, in a group, in which nothing is a command to the runner. */
function show(title, file) {
  const most = 64 * 1024;
  const { text, whole } = end(file, most);
  if (!text) return;
  const token = randomUUID();
  say('group', title);
  if (!whole) process.stdout.write(`(the last ${most / 1024} KiB of ${file})\n`);
  process.stdout.write(`::stop-commands::${token}\n${text}\n::${token}::\n`);
  say('endgroup', '');
}

/** Runs one half of the action; what it throws fails the step. */
function run(half) {
  half().catch((error) => {
    say('error', error instanceof Failure ? error.message : `usher's action has a fault: ${error.stack}`);
    process.exitCode = 1;
  });
}

module.exports = { Failure, input, say, give, show, run };
