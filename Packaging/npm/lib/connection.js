// Requests to the server.

import { Agent, request } from 'node:http';

/** The server refused a request. `code` is the error code of Firebase Auth, for example INVALID_EMAIL. */
export class Refused extends Error {
  name = 'Refused';

  constructor(message) {
    super(message);
    this.code = message.split(' ')[0];
  }
}

/** Calls a server as its owner, the way that admin SDKs do. It does not use a proxy. */
export class Connection {
  // The sockets of this agent do not keep the process alive.
  #agent = new Agent({ keepAlive: true });

  constructor(host) {
    this.host = host;
  }

  get(path) {
    return this.#call('GET', path);
  }

  post(path, body) {
    return this.#call('POST', path, JSON.stringify(body));
  }

  close() {
    this.#agent.destroy();
  }

  async #call(method, path, body = '') {
    const { status, text } = await new Promise((resolve, reject) => {
      const headers = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' };
      const asked = request(`http://${this.host}${path}`, { method, headers, agent: this.#agent, timeout: 30_000 }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part) => (text += part));
        answer.on('end', () => resolve({ status: answer.statusCode, text }));
        answer.on('error', reject);
      });
      asked.on('error', reject);
      asked.on('timeout', () => asked.destroy(new Error(`no answer from ${this.host}`)));
      asked.end(body);
    });
    const answer = JSON.parse(text);
    if (status !== 200) throw new Refused(answer.error.message);
    return answer;
  }
}
