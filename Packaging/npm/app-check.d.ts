/**
 * Gets an App Check token of the local server, in the form that the `getToken` of a `CustomProvider` returns.
 *
 * `host` is the server's host and port. `appId` is that of your `firebaseConfig`.
 */
export function appCheckToken(app: {
  host: string;
  projectId: string;
  appId: string;
}): Promise<{ token: string; expireTimeMillis: number }>;
