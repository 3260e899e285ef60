#!/usr/bin/env node
'use strict';

// Stands in for `firebase emulators:start OPTIONS` and `firebase emulators:exec SCRIPT OPTIONS`. OPTIONS is JSON: host, port,
// project, import, exportOnExit, isImpatient. It keeps the order of the real one, also after a signal and after a start that
// failed.

const { spawn } = require('node:child_process');
const { FirebaseError } = require('../error');

const [name, ...words] = process.argv.slice(2);
const options = JSON.parse(words.pop());

async function shutDown(controller) {
  if (options.exportOnExit) await controller.exportData(options);
  await controller.stop();
}

async function run() {
  const controller = require('../emulator/controller');
  const ended = new Promise((resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        // The real one does so at the second signal.
        if (options.isImpatient) process.exit(1);
        shutDown(controller).then(resolve, reject);
      });
    }
  });
  if (options.isImpatient) console.log('At work');
  const work = async () => {
    try {
      await controller.start(options);
    } catch (error) {
      await controller.stop();
      throw error;
    }
    console.log('All emulators ready!');
    if (name === 'emulators:start') return ended;
    const { host, port, project } = options;
    const env = { ...process.env, GCLOUD_PROJECT: project, FIREBASE_AUTH_EMULATOR_HOST: `${host}:${port}` };
    const status = await new Promise((resolve) => {
      spawn(words[0], { stdio: 'inherit', shell: true, env }).once('exit', resolve);
    });
    await shutDown(controller);
    process.exitCode = status;
  };
  await Promise.race([ended, work()]);
}

run().then(
  () => process.exit(),
  (error) => {
    if (error instanceof FirebaseError) console.error(`Error: ${error.message}`);
    else console.error(`Error: An unexpected error has occurred. ${error.stack}`);
    process.exit(error instanceof FirebaseError ? 1 : 2);
  },
);
