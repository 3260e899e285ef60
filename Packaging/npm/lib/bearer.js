// The ID token of a signed-in user in requests to one API.

import { refuseProxy, serverURL } from './origin.js';

/** How many milliseconds a token is used before usher is asked again. It is valid for at least five minutes then. */
const fresh = 60_000;

/** How many redirects `fetch` follows. */
const mostRedirects = 20;

/** The headers that are for one server alone. */
const personal = ['authorization', 'cookie', 'host', 'proxy-authorization'];

/** The header for an API, and for no other server. */
export class Bearer {
  #login;
  #changes;
  #base;
  /** The promise of the header. */
  #header;
  /** The header itself, as soon as it is there. */
  #known;
  /** The header whose renewal is pending. */
  #refused;
  #askedAt = 0;
  /** How often the token or its user had changed then. */
  #changed;

  /** `changes` tells how often the token or its user has changed. */
  constructor(login, changes, baseURL) {
    this.#base = serverURL('baseURL', baseURL);
    if (`${this.#base}` !== `${this.#base.origin}/`) {
      throw new TypeError(`baseURL ${this.#base} has a path; write it in each request, as in fetch('/v1/notes')`);
    }
    refuseProxy(this.#base);
    this.#login = login;
    this.#changes = changes;
  }

  /** As `fetch`. After a 401, it renews the token and sends once more. */
  async fetch(input, settings) {
    const init = settings ?? {};
    let request = new Request(typeof input === 'string' ? new URL(input, this.#base) : input, init);
    const { redirect } = request;
    // A stream can be sent only once.
    const isStream = init.body?.getReader !== undefined || init.body?.[Symbol.asyncIterator] !== undefined;
    let body = request.body && (isStream ? request.body : await request.arrayBuffer());
    let mayRepeat = !isStream;
    for (let redirects = 0; ; ) {
      const isOurs = new URL(request.url).origin === this.#base.origin;
      // From another server on, nothing is ours.
      if (!isOurs) return fetch(request.url, parts(request, body, redirect, init));
      const header = await this.#valid();
      let response = await this.#send(request, body, header, init);
      if (response.status === 401 && mayRepeat) {
        mayRepeat = false;
        await response.body?.cancel();
        response = await this.#send(request, body, await this.#renewed(header), init);
      }
      const next = [301, 302, 303, 307, 308].includes(response.status) && response.headers.get('location');
      if (!next || redirect === 'manual') return response;
      if (redirect === 'error') throw new TypeError('the API redirects');
      redirects += 1;
      if (redirects > mostRedirects) throw new TypeError('the API redirects too often');
      await response.body?.cancel();
      const { method } = request;
      const becomesGet = (response.status === 303 && method !== 'HEAD') || (response.status < 303 && method === 'POST');
      if (becomesGet) body = null;
      else if (isStream && body) throw new TypeError('the API redirects, and the body was a stream');
      request = redirected(request, new URL(next, request.url), becomesGet);
    }
  }

  #send(request, body, header, init) {
    const sent = parts(request, body, 'manual', init);
    sent.headers.set('Authorization', header);
    return fetch(request.url, sent);
  }

  /** The header with a valid token. */
  #valid() {
    const isAnother = this.#changed !== this.#changes();
    if (this.#header === undefined || isAnother || performance.now() - this.#askedAt > fresh) this.#ask({ refresh: false });
    return this.#header;
  }

  /** A header with another token than this one, which the server refused. */
  #renewed(refused) {
    // Nothing is known if the last renewal failed.
    const isAnother = this.#refused === refused || (this.#known !== undefined && this.#known !== refused);
    if (!isAnother) this.#ask({ refresh: true }, refused);
    return this.#header;
  }

  #ask(how, refused) {
    this.#changed = this.#changes();
    const header = this.#login.token(how).then((token) => `Bearer ${token}`);
    const end = (known) => {
      if (this.#header !== header) return;
      this.#known = known;
      this.#refused = undefined;
      // A failure is not kept.
      if (known === undefined) this.#header = undefined;
    };
    this.#header = header;
    this.#refused = refused;
    this.#askedAt = performance.now();
    header.then(end, () => end());
  }
}

/** What a request is made of, for one more like it. */
function parts({ method, headers, signal, keepalive }, body, redirect, { dispatcher }) {
  const sent = { method, headers: new Headers(headers), signal, keepalive, redirect, dispatcher };
  return body ? { ...sent, body, duplex: 'half' } : sent;
}

/** The request that follows a redirect. */
function redirected({ url: from, method, headers, signal, keepalive }, to, becomesGet) {
  const kept = new Headers(headers);
  if (!['http:', 'https:'].includes(to.protocol)) throw new TypeError(`the API redirects to ${to.protocol}`);
  if (to.origin !== new URL(from).origin) for (const name of personal) kept.delete(name);
  if (becomesGet) for (const name of ['encoding', 'language', 'location', 'type']) kept.delete(`content-${name}`);
  return new Request(to, { method: becomesGet ? 'GET' : method, headers: kept, signal, keepalive });
}
