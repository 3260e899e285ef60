// The ID token of a signed-in user in requests to one API.

/** How many milliseconds a token is used before usher is asked again. It is valid for at least five minutes then. */
const fresh = 60_000;

/** How many redirects `fetch` follows. */
const mostRedirects = 20;

/** The header for an API, and for no other server. */
export class Bearer {
  #login;
  #base;
  #header;
  #askedAt = 0;

  constructor(login, baseURL) {
    this.#base = new URL(baseURL);
    const { protocol, hostname } = this.#base;
    const isHere = ['localhost', '[::1]'].includes(hostname) || /^127(\.\d+){3}$/.test(hostname);
    if (protocol !== 'https:' && !(protocol === 'http:' && isHere)) {
      throw new TypeError(`${baseURL} is not an https:// URL, and only this machine's own servers may have http://`);
    }
    this.#login = login;
  }

  /** As `fetch`. After a 401, it renews the token and sends once more. */
  async fetch(input, init) {
    let request = new Request(typeof input === 'string' ? new URL(input, this.#base) : input, init);
    const { redirect } = request;
    // A stream can be sent only once.
    const isStream = init?.body?.getReader !== undefined || init?.body?.[Symbol.asyncIterator] !== undefined;
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
    if (this.#header === undefined || performance.now() - this.#askedAt > fresh) this.#ask({ refresh: false });
    return this.#header;
  }

  /** A header with another token than this one, which the server refused. */
  async #renewed(refused) {
    if ((await this.#header) === refused) this.#ask({ refresh: true });
    return this.#header;
  }

  #ask(how) {
    const header = this.#login.token(how).then((token) => `Bearer ${token}`);
    this.#header = header;
    this.#askedAt = performance.now();
    // A failure is not kept.
    header.catch(() => {
      if (this.#header === header) this.#header = undefined;
    });
  }
}

/** What a request is made of, for one more like it. */
function parts({ method, headers, signal, keepalive }, body, redirect, { dispatcher } = {}) {
  const sent = { method, headers: new Headers(headers), signal, keepalive, redirect, dispatcher };
  return body ? { ...sent, body, duplex: 'half' } : sent;
}

/** The request that follows a redirect. */
function redirected({ url: from, method, headers, signal, keepalive }, to, becomesGet) {
  const kept = new Headers(headers);
  if (to.origin !== new URL(from).origin) kept.delete('authorization');
  if (becomesGet) for (const name of ['encoding', 'language', 'location', 'type']) kept.delete(`content-${name}`);
  return new Request(to, { method: becomesGet ? 'GET' : method, headers: kept, signal, keepalive });
}
