// A Firebase Auth server for your tests, with an outbox, a clock and signed-in users.

export { Refused } from './lib/connection.js';
export { Login, login, LoginFailed, NotSignedIn, Unreachable } from './lib/login.js';
export { NoMessage } from './lib/outbox.js';
export { program, ServerFailed, startUsher } from './lib/server.js';
