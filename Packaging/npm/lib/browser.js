// A signed-in user in the form in which the Firebase JS SDK keeps one in a browser.

/**
 * A storage state of Playwright. `account` is the server's record of the account. `clockOffset` says how many seconds the
 * server's clock is ahead of that of the browser.
 */
export function storageState({ uid, idToken, refreshToken }, account, clockOffset, { origin, appKey, appName }) {
  const name = `firebase:authUser:${appKey}:${appName}`;
  // The SDK leaves out what has no value, and so does JSON.
  const user = {
    uid,
    email: account.email,
    emailVerified: account.emailVerified ?? false,
    displayName: account.displayName,
    isAnonymous: false,
    photoURL: account.photoUrl,
    phoneNumber: account.phoneNumber,
    tenantId: account.tenantId,
    providerData: (account.providerUserInfo ?? []).map(provider),
    stsTokenManager: { refreshToken, accessToken: idToken, expirationTime: (claims(idToken).exp - clockOffset) * 1000 },
    createdAt: account.createdAt,
    lastLoginAt: account.lastLoginAt,
    apiKey: appKey,
    appName,
  };
  const value = JSON.stringify(user);
  const store = {
    name: 'firebaseLocalStorage', keyPath: 'fbase_key', autoIncrement: false, indexes: [],
    records: [{ value: { fbase_key: name, value: JSON.parse(value) } }],
  };
  const indexedDB = [{ name: 'firebaseLocalStorageDb', version: 1, stores: [store] }];
  // The app decides where the SDK looks.
  return { cookies: [], origins: [{ origin, localStorage: [{ name, value }], indexedDB }] };
}

function provider({ providerId, rawId = '', displayName = null, email = null, phoneNumber = null, photoUrl = null }) {
  return { providerId, uid: rawId, displayName, email, phoneNumber, photoURL: photoUrl };
}

function claims(token) {
  return JSON.parse(Buffer.from(token.split('.')[1], 'base64url'));
}
