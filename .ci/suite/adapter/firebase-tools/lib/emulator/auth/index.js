'use strict';

// Stands in for the Suite's own Auth emulator, which answers everything with its name.

const { once } = require('node:events');
const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const { FirebaseError } = require('../../error');

class AuthEmulator {
  constructor(args) {
    this.args = args;
  }

  async start() {
    const { host, port } = this.getInfo();
    const server = http.createServer((request, response) => response.end('own'));
    await new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
    this.destroyServer = () => new Promise((resolve) => server.close(resolve));
  }

  async connect() {}

  stop() {
    return this.destroyServer ? this.destroyServer() : Promise.resolve();
  }

  getInfo() {
    return { name: this.getName(), host: this.args.host || '127.0.0.1', port: this.args.port || 9099 };
  }

  getName() {
    return 'auth';
  }

  async importData(folder, project, options) {
    if (!options.initiatedBy) throw new FirebaseError('nobody initiated the import');
    await this.send('PATCH', `/emulator/v1/projects/${project}/config`, path.join(folder, 'config.json'));
    const accounts = `/identitytoolkit.googleapis.com/v1/projects/${project}/accounts:batchCreate`;
    await this.send('POST', accounts, path.join(folder, 'accounts.json'));
  }

  /** Sends a file as it is read, so that the request does not say its length. */
  async send(method, route, file) {
    const { host, port } = this.getInfo();
    const headers = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' };
    const request = http.request({ method, host, port, path: route, headers });
    fs.createReadStream(file).pipe(request);
    const [response] = await once(request, 'response');
    let text = '';
    for await (const part of response) text += part;
    if (response.statusCode !== 200) throw new FirebaseError(`Received HTTP status code: ${response.statusCode}\n${text}`);
  }
}
exports.AuthEmulator = AuthEmulator;
