// What goes wrong when users sign in.

/** A sign-in, or a call for a signed-in user, failed. */
export class LoginFailed extends Error {
  name = 'LoginFailed';

  constructor(message, { status, code } = {}) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Nobody is signed in, or the session ended. */
export class NotSignedIn extends LoginFailed {
  name = 'NotSignedIn';
}

/** The server cannot be reached. */
export class Unreachable extends LoginFailed {
  name = 'Unreachable';
}

/** The person pressed Ctrl-C instead of an answer. */
export class Interrupted extends LoginFailed {
  name = 'Interrupted';
}
