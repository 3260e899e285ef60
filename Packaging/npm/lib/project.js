// A project of the server.

import { randomBytes } from 'node:crypto';
import { storageState } from './browser.js';
import { Clock } from './clock.js';
import { Refused } from './connection.js';
import { Outbox } from './outbox.js';

const toolkit = '/identitytoolkit.googleapis.com/v1';

/** A project with accounts and messages of its own. */
export class Project {
  #connection;

  constructor(connection, id) {
    this.#connection = connection;
    this.id = id;
    this.host = connection.host;
    this.outbox = new Outbox(connection, id);
    this.clock = new Clock(connection);
  }

  /** The variables that lead admin SDKs to this project. */
  get env() {
    return {
      FIREBASE_AUTH_EMULATOR_HOST: this.host,
      FIREBASE_CONFIG: JSON.stringify({ projectId: this.id }),
      GCLOUD_PROJECT: this.id,
      GOOGLE_CLOUD_PROJECT: this.id,
    };
  }

  /** Signs a user in, and creates the account if there is none. */
  async signIn({ phone, email, password, uid, claims } = {}) {
    if ([phone, email, uid].filter((value) => value !== undefined).length > 1) {
      throw new TypeError('give phone, email or uid, and only one of them');
    }
    if (password !== undefined && email === undefined) throw new TypeError('a password needs an email');
    let user;
    if (phone !== undefined) user = await this.#signInWithPhone(phone);
    else if (password !== undefined) user = await this.#signInWithPassword(email, password);
    else if (email !== undefined) user = await this.#signInWithLink(email);
    else user = await this.#signInWithCustomToken(uid ?? `user-${randomBytes(6).toString('hex')}`);
    if (claims === undefined) return user;
    await this.#ask('accounts:update', { localId: user.uid, customAttributes: JSON.stringify(claims) });
    return this.refresh(user);
  }

  /** The user with a new ID token, as an app gets it with the refresh token. */
  async refresh({ uid, refreshToken }) {
    const answer = await this.#connection.post('/securetoken.googleapis.com/v1/token', {
      targetProjectId: this.id, grant_type: 'refresh_token', refresh_token: refreshToken,
    });
    return { uid, idToken: answer.id_token, refreshToken: answer.refresh_token };
  }

  /** A storage state of Playwright, with which a user is signed in to a web app. */
  async signedInState({ origin, appKey, appName = '[DEFAULT]', user }) {
    user ??= await this.signIn();
    const { users: [account] } = await this.#ask('accounts:lookup', { localId: [user.uid] });
    const { offsetSeconds } = await this.#connection.get('/usher/v1/clock');
    // A browser writes an origin without a path, and without the usual port.
    const app = { origin: new URL(origin).origin, appKey, appName };
    return storageState(user, account, offsetSeconds, app);
  }

  /** Keeps a copy of the accounts and settings on the server. It replaces an earlier snapshot of this name. */
  async saveSnapshot(name) {
    await this.#connection.post(`/usher/v1/projects/${encodeURIComponent(this.id)}/snapshots:save`, { name });
  }

  /** Replaces the accounts and settings with those of a snapshot, which any project of the server saved. */
  async loadSnapshot(name) {
    await this.#connection.post(`/usher/v1/projects/${encodeURIComponent(this.id)}/snapshots:load`, { name });
  }

  async #signInWithPhone(phoneNumber) {
    const { sessionInfo } = await this.#ask('accounts:sendVerificationCode', { phoneNumber });
    const sent = await this.#connection.get(`/emulator/v1/projects/${encodeURIComponent(this.id)}/verificationCodes`);
    const { code } = sent.verificationCodes.find((one) => one.sessionInfo === sessionInfo);
    return signedIn(await this.#ask('accounts:signInWithPhoneNumber', { sessionInfo, code }));
  }

  async #signInWithLink(email) {
    await this.#ask('accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email, continueUrl: 'http://localhost/' });
    const { code } = await this.outbox.mail(email);
    return signedIn(await this.#ask('accounts:signInWithEmailLink', { email, oobCode: code }));
  }

  async #signInWithPassword(email, password) {
    try {
      await this.#ask('accounts:signUp', { email, password });
    } catch (error) {
      if (error.code !== 'EMAIL_EXISTS') throw error;
    }
    return signedIn(await this.#ask('accounts:signInWithPassword', { email, password, returnSecureToken: true }));
  }

  async #signInWithCustomToken(uid) {
    const path = `/usher/v1/projects/${encodeURIComponent(this.id)}:createCustomToken`;
    const { token } = await this.#connection.post(path, { uid });
    const answer = await this.#ask('accounts:signInWithCustomToken', { token, returnSecureToken: true });
    return signedIn({ ...answer, localId: uid });
  }

  #ask(method, fields) {
    // Only the owner may name a project.
    return this.#connection.post(`${toolkit}/${method}`, { targetProjectId: this.id, ...fields });
  }
}

function signedIn({ localId: uid, idToken, refreshToken, mfaPendingCredential }) {
  if (mfaPendingCredential) {
    throw new Refused('MISSING_SECOND_FACTOR : this account needs a second factor, and signIn does not use one');
  }
  return { uid, idToken, refreshToken };
}
