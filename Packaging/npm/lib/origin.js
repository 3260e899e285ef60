// The servers that a token may go to.

import { isIPv4 } from 'node:net';
import { LoginFailed } from './errors.js';

/** The URL of a server. It throws a TypeError unless nobody on the way to the server can read a token. */
export function serverURL(parameter, text) {
  let url;
  try {
    url = new URL(text);
  } catch {
    url = undefined;
  }
  const host = url?.hostname;
  const isHere = ['localhost', '[::1]'].includes(host) || (isIPv4(host) && host.startsWith('127.'));
  const mayHaveToken = url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere);
  if (!mayHaveToken || url.username || url.password || url.port === '0') {
    // The text is not told, because a password may be in it.
    throw new TypeError(`${parameter} has to be an https:// URL without a user name; only this machine's own servers may have http://`);
  }
  return url;
}

/** Without TLS, a proxy reads the token. Node itself uses one only if it is told to. */
export function refuseProxy({ protocol, hostname, origin }) {
  if (protocol !== 'http:' || !(variable('http_proxy') || variable('all_proxy'))) return;
  const host = hostname.replace(/^\[|\]$/g, '');
  const bypassed = (variable('no_proxy') ?? '').toLowerCase().split(/[\s,]+/).map((name) => name.replace(/^\*?\./, ''));
  if (bypassed.some((name) => name && (name === '*' || name === host || host.endsWith(`.${name}`)))) return;
  const names = [...new Set(['localhost', '127.0.0.1', host])].join(',');
  throw new LoginFailed(`the token for ${origin} would go to a proxy; set NO_PROXY=${names}`);
}

/** A variable that most programs know in both cases. */
function variable(name) {
  return process.env[name] ?? process.env[name.toUpperCase()];
}
