// What both scripts tell the runner, in its format: commands on standard output, and files of values.
'use strict';

const fs = require('node:fs');
const { randomUUID } = require('node:crypto');
const { EOL } = require('node:os');

/** An error for the user, without a stack trace. */
class Failure extends Error {}

/** Returns an input of the action; empty if the workflow does not set it. */
const input = (name) => (process.env[`INPUT_${name.toUpperCase()}`] ?? '').trim();

/** Prints a command such as `::error::…`, with line breaks escaped, because one would end the command. */
function say(command, text) {
  const escaped = text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
  process.stdout.write(`::${command}::${escaped}${EOL}`);
}

/** Appends values to one of the runner's files. The delimiter is random, so that a value cannot add other values. */
function give(file, values) {
  const delimiter = `usher-${randomUUID()}`;
  const lines = Object.entries(values).map(([name, value]) => `${name}<<${delimiter}\n${value}\n${delimiter}\n`);
  fs.appendFileSync(process.env[file], lines.join(''));
}

/** Returns the end of a file, and whether that is the whole file; returns nothing if the file does not exist. */
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

/** Shows the end of a file in a group. The runner does not interpret its lines as commands. */
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

/** Runs the main part of a script; an error makes the step fail. */
function run(half) {
  half().catch((error) => {
    say('error', error instanceof Failure ? error.message : `usher's action has a fault: ${error.stack}`);
    process.exitCode = 1;
  });
}

module.exports = { Failure, input, say, give, show, run };
