// The App Check token of a web app, for the provider of its own that the Firebase JS SDK takes. It runs in the browser.

/** The local server takes any UUID as a debug token. */
const debugToken = '00000000-0000-4000-8000-000000000000';

export const appCheckToken = async ({ host, projectId, appId }) => {
  const path = `firebaseappcheck.googleapis.com/v1/projects/${projectId}/apps/${appId}:exchangeDebugToken`;
  const answer = await fetch(`http://${host}/${path}`, { method: 'POST', body: JSON.stringify({ debugToken }) });
  if (!answer.ok) throw new Error(`the server at ${host} gives no App Check token: ${await answer.text()}`);
  const { token, ttl } = await answer.json();
  return { token, expireTimeMillis: Date.now() + parseFloat(ttl) * 1000 };
};
