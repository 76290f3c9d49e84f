import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { storageKeys, tokenRefreshSeconds } from '@baari/contract/constants.ts';
import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { queryClient } from '../api/query-client.ts';
import { ApiProblem } from '../api/problems/problem.ts';
import { actingHeaders } from './acting.ts';
import { doubtRights, onRightsInDoubt } from './rights-in-doubt.ts';
import {
  checkRights,
  currentSession,
  findSession,
  finishLeaving,
  onSessionTaken,
  reloadUser,
  signIn,
  signOut,
  signUpAsPatient,
} from './session.ts';

const user: SignedInUser = {
  id: '0199a0de-4f1e-7c2a-9a3e-1a2b3c4d5e6f',
  name: 'Asha',
  email: 'asha@example.org',
  emailVerified: true,
  phone: null,
  role: 'patient',
  hospitalId: null,
  doctorId: null,
};
const credentials = { email: 'asha@example.org', password: 'secret1', rememberMe: true };

/** Mocks the browser's storage and the network. */
const stored = new Map<string, string>();
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
});
const realFetch = globalThis.fetch;
let paths: string[] = [];
type Answers = Readonly<Record<string, () => Response | Promise<Response>>>;

function token(claims: object): Response {
  const middle = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return Response.json({ token: `e30.${middle}.sig` });
}

const gone = () => Response.json({ error: 'No.', code: 'not_authenticated' }, { status: 401 });
const usual: Answers = {
  '/api/identity/sign-in/email': () => Response.json({ user }),
  '/api/identity/sign-up/email': () => Response.json({ user }),
  '/api/identity/get-session': () => Response.json({ user }),
  '/api/identity/token': () => token({ role: 'patient' }),
  '/api/identity/sign-out': () => Response.json({ success: true }),
  '/api/auth/user': () => Response.json({ user }),
  '/api/auth/role': () => Response.json({ user }),
};

function answer(more: Answers = {}): void {
  globalThis.fetch = async (url) => {
    const path = url instanceof Request ? url.url : url.toString();
    paths.push(path);
    const reply = { ...usual, ...more }[path];
    assert.ok(reply, `nobody expected ${path}`);
    return reply();
  };
}

beforeEach(() => {
  mock.timers.enable({ apis: ['setInterval'] });
  mock.method(console, 'warn', () => undefined);
  answer();
});
afterEach(async () => {
  answer();
  await signOut();
  finishLeaving();
  globalThis.fetch = realFetch;
  mock.timers.reset();
  mock.restoreAll();
  paths = [];
});

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('a sign-in stores the user in the browser, but never the sign-in token [ENT-7]', async () => {
  await signIn(credentials);
  assert.equal(currentSession().user?.name, 'Asha');
  assert.deepEqual(JSON.parse(stored.get(storageKeys.auth) ?? ''), { user, isAuthenticated: true });
});

test('a sign-out deletes the user’s stored and loaded data and leads to the landing page [AUTH-2]', async () => {
  await signIn(credentials);
  for (const key of Object.values(storageKeys)) stored.set(key, 'x');
  queryClient.setQueryData(['queue', 'current'], null);
  await signOut();
  assert.deepEqual([...stored], []);
  assert.equal(queryClient.getQueryCache().getAll().length, 0);
  assert.deepEqual(currentSession(), { status: 'signed-out', user: null, leaving: true });
});

test('a user is signed out on the device even if the server cannot be reached [AUTH-2]', async () => {
  await signIn(credentials);
  answer({ '/api/identity/sign-out': () => Promise.reject(new TypeError('fetch failed')) });
  await signOut();
  assert.equal(currentSession().status, 'signed-out');
  assert.equal(stored.has(storageKeys.auth), false);
});

test('if a user’s data cannot be loaded, the page shows the name and role from the sign-in token [ENT-6]', async () => {
  const broken = () => Response.json({ error: 'Down.', code: 'internal' }, { status: 500 });
  answer({
    '/api/auth/user': broken,
    '/api/identity/token': () => token({ role: 'doctor', hospitalId: 'h1', doctorId: 'd1' }),
  });
  const shown = await signIn(credentials);
  assert.deepEqual([shown.name, shown.role, shown.doctorId], ['Asha', 'doctor', 'd1']);
  answer({ '/api/auth/user': broken, '/api/identity/token': () => token({}) });
  assert.equal((await reloadUser()).role, 'patient');
});

test('a user whose role cannot be loaded is treated as a patient until the role can be loaded [ENT-6]', async () => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  const broken = () => Response.json({ error: 'No.', code: 'internal' }, { status: 500 });
  const staff = { ...user, role: 'receptionist', hospitalId: 'h1' } as const;
  answer({ '/api/identity/token': broken });
  const found = await signIn(credentials);
  assert.deepEqual([found.id, found.name, found.role], [user.id, 'Asha', 'patient']);
  assert.equal(currentSession().user?.role, 'patient');
  answer({
    '/api/identity/token': () => token({ role: 'receptionist', hospitalId: 'h1' }),
    '/api/auth/user': () => Response.json({ user: staff }),
  });
  mock.timers.tick(5000);
  await settle();
  assert.equal(currentSession().user?.role, 'receptionist');
});

test('a signed-in user whose role cannot be loaded sees a patient’s page, not that of a visitor [ENT-6]', async () => {
  answer({ '/api/identity/token': () => Response.json({ code: 'internal' }, { status: 500 }) });
  await findSession();
  assert.equal(currentSession().user?.role, 'patient');
});

test('a user who lost a role becomes a patient after one check, and the data of that role is deleted [SEC-6]', async () => {
  const doctor = { ...user, role: 'doctor', hospitalId: 'h1', doctorId: 'd1' };
  answer({ '/api/auth/user': () => Response.json({ user: doctor }) });
  await signIn(credentials);
  queryClient.setQueryData(['queue', 'of a doctor'], [{ patient: 'Bela' }]);
  assert.equal(await checkRights(), false);
  assert.equal(queryClient.getQueryCache().getAll().length, 1, 'what is still theirs stays');
  answer();
  paths = [];
  const looks = await Promise.all([checkRights(), checkRights()]);
  assert.deepEqual(looks, [true, true]);
  assert.equal(paths.filter((path) => path === '/api/auth/user').length, 1, 'two ask once');
  assert.equal(currentSession().user?.role, 'patient');
  assert.equal(queryClient.getQueryCache().getAll().length, 0);
});

test('when a user switches to another hospital, the open page reloads, and before that requests only the former hospital’s data [ROLE-9]', async () => {
  const opened: string[] = [];
  Object.assign(globalThis, { location: { replace: (path: string) => opened.push(path) } });
  try {
    const desk = { ...user, role: 'receptionist', hospitalId: 'h1', worksAtSeveral: true };
    answer({ '/api/auth/user': () => Response.json({ user: desk }) });
    await signIn(credentials);
    assert.deepEqual(actingHeaders(), { 'x-baari-hospital': 'h1' });
    const there = { ...desk, role: 'doctor', hospitalId: 'h2', doctorId: 'd2' };
    answer({ '/api/auth/user': () => Response.json({ user: there }) });
    assert.equal(await checkRights(), false, 'nothing is said: the page goes');
    assert.deepEqual(opened, ['/doctor/view/d2']);
    assert.equal(currentSession().user?.hospitalId, 'h1');
    assert.deepEqual(actingHeaders(), { 'x-baari-hospital': 'h1' });
    assert.match(stored.get(storageKeys.auth) ?? '', /"hospitalId":"h2"/u);
  } finally {
    Reflect.deleteProperty(globalThis, 'location');
  }
  await signOut();
  assert.deepEqual(actingHeaders(), {});
});

test('if a request is refused because of the role, or live updates end, the page checks the user’s rights again [SEC-6]', async () => {
  let doubts = 0;
  const stop = onRightsInDoubt(() => {
    doubts += 1;
  });
  const refuse = (code: string) => {
    const refusal = new ApiProblem({ status: 403, code, message: 'No.' });
    const queryFn = () => Promise.reject(refusal);
    return queryClient.fetchQuery({ queryKey: [code], queryFn }).catch(() => undefined);
  };
  await refuse('not_found');
  assert.equal(doubts, 0);
  await refuse('forbidden');
  assert.equal(doubts, 1);
  await refuse('acting_elsewhere');
  assert.equal(doubts, 2);
  doubtRights();
  assert.equal(doubts, 3);
  stop();
  doubtRights();
  assert.equal(doubts, 3);
});

test('a person whose session no longer exists on the server is signed out [AUTH-2]', async () => {
  await signIn(credentials);
  answer({ '/api/identity/token': gone });
  await assert.rejects(reloadUser(), { code: 'not_authenticated' });
  assert.equal(currentSession().status, 'signed-out');
});

test('a person whose role cannot be saved stays signed in, and saving the role is retried once after a network failure [SIGN-3, ROLE-6, ERR-5]', async () => {
  const account = { ...credentials, name: 'Asha', callbackURL: '/' };
  const away = () => Promise.reject(new TypeError('fetch failed'));
  answer({ '/api/auth/role': away });
  assert.deepEqual(await signUpAsPatient(account), { isRoleSet: false });
  assert.equal(currentSession().user?.name, 'Asha');
  assert.equal(paths.filter((path) => path === '/api/auth/role').length, 2);
  answer();
  assert.deepEqual(await signUpAsPatient(account), { isRoleSet: true });
});

test('a user reads that the session was ended elsewhere, and reads nothing after their own sign-out [SEC-6, AUTH-2]', async () => {
  let heard = 0;
  const stop = onSessionTaken(() => {
    heard += 1;
  });
  const staff = { ...user, role: 'receptionist', hospitalId: 'h1' };
  answer({ '/api/auth/user': () => Response.json({ user: staff }) });
  await signIn(credentials);
  await signOut();
  assert.equal(heard, 0);
  await signIn(credentials);
  answer({ '/api/identity/token': gone });
  assert.equal(await checkRights(), false);
  assert.equal(heard, 1);
  assert.deepEqual(currentSession(), {
    status: 'signed-out',
    user: null,
    leaving: false,
    isTaken: true,
  });
  answer();
  await signIn(credentials);
  answer({ '/api/identity/token': gone });
  await checkRights();
  assert.equal(heard, 2);
  stop();
});

test('the sign-in token is renewed every 3000 seconds, and the renewal stops after a failure [AUTH-3, CONST-2]', async () => {
  await signIn(credentials);
  paths = [];
  mock.timers.tick(tokenRefreshSeconds * 1000);
  await settle();
  assert.deepEqual(paths, ['/api/identity/token']);
  answer({ '/api/identity/token': () => Promise.reject(new TypeError('fetch failed')) });
  mock.timers.tick(tokenRefreshSeconds * 1000);
  await settle();
  answer();
  paths = [];
  mock.timers.tick(tokenRefreshSeconds * 3000);
  await settle();
  assert.deepEqual(paths, []);
  assert.equal(currentSession().status, 'signed-in');
});

test('a patient who signs up gets the role of a patient and then a new sign-in token [SIGN-3]', async () => {
  await signUpAsPatient({ ...credentials, name: 'Asha', callbackURL: '/email-verification' });
  const calls = paths.filter((path) => path !== '/api/auth/user');
  assert.deepEqual(calls, [
    '/api/identity/sign-up/email',
    '/api/identity/get-session',
    '/api/identity/token',
    '/api/auth/role',
    '/api/identity/token',
  ]);
});

test('if Baari is set to hide accounts, a sign-up signs nobody in and shows no error', async () => {
  answer({ '/api/identity/get-session': () => Response.json(null) });
  const account = { ...credentials, name: '', callbackURL: '/email-verification' };
  assert.equal(await signUpAsPatient(account), null);
  assert.equal(currentSession().user, null);
});

test('a reload of the user’s data without a session is refused with "No user" [ERR-5]', async () => {
  answer();
  await signIn(credentials);
  answer({ '/api/identity/token': gone });
  await assert.rejects(reloadUser(), { code: 'not_authenticated', message: 'No user' });
  assert.equal(currentSession().user, null);
});
