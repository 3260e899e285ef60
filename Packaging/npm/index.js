// A Firebase Auth server for your tests, with an outbox, a clock and signed-in users.

export { Refused } from './lib/connection.js';
export { Interrupted, LoginFailed, NotSignedIn, Unreachable } from './lib/errors.js';
export { Login, login } from './lib/login.js';
export { NoMessage } from './lib/outbox.js';
export { program, ServerFailed, startUsher } from './lib/server.js';
