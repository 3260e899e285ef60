// What has to have a type, for `.ci/check-suites`.

import { type Account, Interrupted, Login, login, LoginFailed, NotSignedIn, type Project, type Server, startUsher } from 'usher-auth';
import { appCheckToken } from 'usher-auth/app-check';

const server: Server = await startUsher({ options: ['--policy', 'strict'] });
const project: Project = server.project();
const token: string = (await project.signIn({ phone: '+16505550123', claims: { role: 'admin' } })).idToken;
await project.signIn({ email: 'kim@example.com', password: 'correct horse' });
await project.signIn({ uid: 'kim' });
await project.signIn();
// @ts-expect-error: only one of them
await project.signIn({ phone: '+16505550123', email: 'kim@example.com' });
// @ts-expect-error: a password needs an address
await project.signIn({ password: 'correct horse' });
const sent: Date = (await project.outbox.sms('+16505550123')).sentAt;
await server.clock.move({ hours: 1 });
const user = await server.signIn({ uid: 'kim' });
const state = await server.signedInState({ origin: 'http://localhost:3000', appKey: 'demo-key', user });
const storage: { name: string; value: string }[] = state.origins[0].localStorage;
const host: string = project.env.FIREBASE_AUTH_EMULATOR_HOST;
const app = { host: server.host, projectId: server.id, appId: '1:123:web:abc' };
const provider: { getToken: () => Promise<{ token: string; expireTimeMillis: number }> } = { getToken: () => appCheckToken(app) };
const firebaseConfig = { apiKey: 'AIzaSyExample', authDomain: 'acme-prod.firebaseapp.com', projectId: 'acme-prod', appId: '1' };
const me: Login = await login(firebaseConfig, { app: 'acme', endpoint: `http://${server.host}`, session: 'work', method: 'google' });
const account: Account = await me.user();
const fresh: string = await me.token({ refresh: true });
const answered: Response = await me.fetch('https://api.example.com')('/notes', { method: 'POST', body: fresh });
await new Login('google-services.json', { app: 'acme' }).logout();
// @ts-expect-error: a program has a name
new Login(firebaseConfig, {});
const failed: LoginFailed = new NotSignedIn('no user is signed in');
const status: number | undefined = (failed instanceof Interrupted ? failed : new LoginFailed('interrupted')).status;
await new Login(new URL('file:///google-services.json'), { app: 'acme' }).logout();
await server.stop();
export { token, sent, host, storage, provider, account, answered, status };
