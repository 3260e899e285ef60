/** Starts a server in memory, on a free port, and waits until it is ready. */
export function startUsher(settings?: {
  /** The project of client SDKs, by default demo-usher. */
  project?: string;
  /** More options of `usher serve`, for example `['--policy', 'strict']`. */
  options?: readonly string[];
}): Promise<Server>;

/** The path of the usher program in this package. */
export const program: string;

/** A project with accounts and messages of its own. */
export interface Project {
  /** The ID of the project. */
  readonly id: string;
  /** The address of the server, `127.0.0.1:PORT`. */
  readonly host: string;
  /** The variables that lead admin SDKs to this project. */
  readonly env: Record<
    'FIREBASE_AUTH_EMULATOR_HOST' | 'FIREBASE_CONFIG' | 'GCLOUD_PROJECT' | 'GOOGLE_CLOUD_PROJECT',
    string
  >;
  /** The messages that the project "sent". */
  readonly outbox: Outbox;
  /** The clock of the server. All its projects share it. */
  readonly clock: Clock;
  /** Signs a user in, and creates the account if there is none. */
  signIn(user?: SignIn): Promise<User>;
  /** The user with a new ID token, as an app gets it with the refresh token. */
  refresh(user: User): Promise<User>;
  /** Keeps a copy of the accounts and settings on the server. It replaces an earlier snapshot of this name. */
  saveSnapshot(name: string): Promise<void>;
  /** Replaces the accounts and settings with those of a snapshot, which any project of the server saved. */
  loadSnapshot(name: string): Promise<void>;
  /** A storage state of Playwright, with which a user is signed in to a web app. It holds the user's refresh token. */
  signedInState(app: WebApp): Promise<StorageState>;
}

/** A running server. It is also the project of client SDKs, unless their API key is the ID of another project that has accounts. */
export interface Server extends Project {
  /** A new project, without accounts and messages. */
  project(): Project;
  /** A new project with the accounts and settings of a snapshot. */
  projectFrom(snapshot: string): Promise<Project>;
  /** Stops the server. Everything in it is lost. */
  stop(): Promise<void>;
}

export type SignIn = {
  /** The custom claims of the account. */
  claims?: Record<string, unknown>;
} & (
  | {
      /** Sign in with an SMS code. */
      phone: string;
      email?: undefined;
      password?: undefined;
      uid?: undefined;
    }
  | {
      /** Sign in with an e-mail link or, if there is a password, with the password. */
      email: string;
      password?: string;
      phone?: undefined;
      uid?: undefined;
    }
  | {
      /** Sign in with a custom token. This is also the default, with a new uid. */
      uid?: string;
      phone?: undefined;
      email?: undefined;
      password?: undefined;
    }
);

/** A signed-in user and the tokens of the session. */
export interface User {
  readonly uid: string;
  readonly idToken: string;
  readonly refreshToken: string;
}

/** The web app that a browser is signed in to. */
export interface WebApp {
  /** The origin of the app, for example `http://localhost:3000`. */
  origin: string;
  /** The `apiKey` of the app's `firebaseConfig`. */
  appKey: string;
  /** The name of the app in the SDK, by default `[DEFAULT]`. */
  appName?: string;
  /** The user; by default, a new one. */
  user?: User;
}

/** A storage state, as Playwright's `storageState` takes it. */
export interface StorageState {
  cookies: [];
  origins: {
    origin: string;
    localStorage: { name: string; value: string }[];
    indexedDB: object[];
  }[];
}

/** The messages of one project. Nobody really sent them. */
export interface Outbox {
  /** The latest SMS to a number. Without one, it throws `NoMessage`. */
  sms(number: string): Promise<SMS>;
  /** The latest mail to an address. Without one, it throws `NoMessage`. */
  mail(address: string): Promise<Mail>;
}

export interface SMS {
  readonly to: string;
  readonly code: string;
  readonly text: string;
  readonly sentAt: Date;
}

export interface Mail {
  readonly to: string;
  readonly link: string;
  /** The `oobCode` of the link. */
  readonly code: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: Date;
}

/** The server's clock. It is the same for all projects of the server. */
export interface Clock {
  /** The time of the clock. */
  now(): Promise<Date>;
  /** Moves the clock from its time now: forward, or back if the numbers are negative. */
  move(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): Promise<void>;
  /** Sets the clock to the time of this machine. */
  reset(): Promise<void>;
}

/** The server refused a request. */
export class Refused extends Error {
  /** The error code of Firebase Auth, for example `INVALID_EMAIL`. */
  readonly code: string;
}

/** The server sent no such message. */
export class NoMessage extends Error {}

/** The server did not start, or ended with an error. */
export class ServerFailed extends Error {}
