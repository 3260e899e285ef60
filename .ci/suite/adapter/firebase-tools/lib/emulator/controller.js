'use strict';

// Stands in for the Suite's controller, its registry and the export of its hub.

const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { FirebaseError } = require('../error');
const { AuthEmulator } = require('./auth');

let running;
let hub;

/** Waits until somebody listens, as the registry does after every start. */
async function portIsUsed(port, host) {
  for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const isUsed = await new Promise((resolve) => {
      const socket = net.connect(port, host.replace('0.0.0.0', '127.0.0.1'), () => resolve(true));
      socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
    });
    if (isUsed) return;
  }
  throw new FirebaseError(`TIMEOUT: Port ${port} on ${host} was not active`);
}

exports.start = async ({ host, port, project, import: folder }) => {
  hub = net.createServer().listen(0, '127.0.0.1');
  const emulator = new AuthEmulator({ host, port, projectId: project, singleProjectMode: 1 });
  running = emulator;
  await emulator.start();
  await portIsUsed(port, host);
  if (folder) await emulator.importData(path.join(folder, 'auth_export'), project, { initiatedBy: 'start' });
  await emulator.connect();
};

exports.exportData = async ({ project, exportOnExit }) => {
  const { host, port } = running.getInfo();
  const get = async (route) => {
    const answer = await fetch(`http://${host}:${port}${route}`, { headers: { Authorization: 'Bearer owner' } });
    if (answer.status !== 200) throw new FirebaseError(`Received HTTP status code: ${answer.status}`);
    return answer.text();
  };
  const base = `/identitytoolkit.googleapis.com/v1/projects/${project}`;
  const target = path.join(exportOnExit, 'auth_export');
  fs.mkdirSync(target, { recursive: true });
  fs.writeFileSync(path.join(target, 'accounts.json'), await get(`${base}/accounts:batchGet?maxResults=-1`));
  fs.writeFileSync(path.join(target, 'config.json'), await get(`/emulator/v1/projects/${project}/config`));
  await get(`/identitytoolkit.googleapis.com/v2/projects/${project}/tenants`);
};

exports.stop = async () => {
  await running?.stop();
  hub.close();
};
