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

/** The signed-in user of a program. If nobody is signed in, usher asks at the terminal. */
export function login(config: AppConfig | string | URL, settings: LoginSettings): Promise<Login>;

/** The user of a program, who may be signed in. To sign in if needed, call `login` instead. */
export class Login {
  /**
   * Nothing is read or asked yet. `config` is the `firebaseConfig` of a web app, or the path or `file:` URL of an app's
   * configuration file, such as `google-services.json`.
   */
  constructor(config: AppConfig | string | URL, settings: LoginSettings);
  /** Signs a user in. usher asks at the terminal, whatever standard input and output are connected to. */
  signIn(): Promise<void>;
  /** An ID token that is valid for at least five minutes. With `refresh`, it is a new one in any case. */
  token(how?: { refresh?: boolean }): Promise<string>;
  /** The account of the user, as it was at the sign-in. It asks no server. */
  user(): Promise<Account>;
  /** Signs the user out, and deletes the session from this machine. It is no error if nobody is signed in. */
  logout(): Promise<void>;
  /**
   * A `fetch` for the API at this URL, which has no path. It adds the token. No other server gets it. After a 401, it renews
   * the token and sends once more.
   */
  fetch(baseURL: string | URL): typeof globalThis.fetch;
}

/** The `firebaseConfig` of a web app. */
export interface AppConfig {
  apiKey: string;
  projectId: string;
  authDomain?: string;
  [name: string]: string | undefined;
}

export interface LoginSettings {
  /** The name of the program. Its sessions are in `~/.config/NAME/usher`. */
  app: string;
  /** The URL of a local server, for tests. By default, it is Google's service. */
  endpoint?: string;
  /** The name of the session, if a person uses several accounts. */
  session?: string;
  /** The only sign-in method: `phone`, `email-link`, `password`, `passkey`, `anonymous`, or a provider such as `google`. By default, usher asks. */
  method?: string;
  /** The program's command that signs in, which messages name. By default, it is `NAME login`. */
  command?: string;
}

/** The account of a signed-in user. */
export interface Account {
  readonly uid: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly phone: string | null;
  readonly displayName: string | null;
}

/** A sign-in, or a call for a signed-in user, failed. After questions at the terminal, the person has read the reason there. */
export class LoginFailed extends Error {
  /** The exit status of usher. */
  readonly status?: number;
  /** The error code of usher, for example `auth/user-disabled`. */
  readonly code?: string;
}

/** Nobody is signed in, or the session ended. */
export class NotSignedIn extends LoginFailed {}

/** The server cannot be reached. */
export class Unreachable extends LoginFailed {}

/** The person pressed Ctrl-C instead of an answer. Its `status` is 130. */
export class Interrupted extends LoginFailed {}
