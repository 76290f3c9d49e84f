/**
 * Tests with several tabs of one browser: how a tab reacts to another tab's change while its own
 * requests are pending.
 */
import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { storageKeys } from '@baari/contract/constants.ts';
import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { admission } from './access.ts';
import {
  checkRights,
  currentSession,
  onSessionTaken,
  reloadUser,
  startSession,
} from './session.ts';

const asha: SignedInUser = {
  id: '0199a0de-4f1e-7c2a-9a3e-1a2b3c4d5e6f',
  name: 'Asha',
  email: 'asha@example.org',
  emailVerified: true,
  phone: null,
  role: 'patient',
  hospitalId: null,
  doctorId: null,
};
const usha: SignedInUser = { ...asha, id: '0199a0de-4f1e-7c2a-9a3e-000000000002', name: 'Usha' };

const stored = new Map<string, string>();
const listeners = new Map<string, (event: object) => void>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
  addEventListener: (type: string, listener: (event: object) => void) =>
    listeners.set(type, listener),
});

/** The requests that wait for a response. The test responds to them in order. */
const asked: {
  readonly path: string;
  readonly answer: (reply: Response) => void;
  readonly fail: (failure: Error) => void;
}[] = [];
globalThis.fetch = (url) =>
  new Promise((answer, fail) => {
    asked.push({ path: url instanceof Request ? url.url : url.toString(), answer, fail });
  });

function keptText(user: SignedInUser): string {
  return JSON.stringify({ user, isAuthenticated: true });
}

/** Simulates the storage event that a tab receives when another tab stores a signed-in user. */
function otherTabKeeps(user: SignedInUser): void {
  const newValue = keptText(user);
  stored.set(storageKeys.auth, newValue);
  listeners.get('storage')?.({ key: storageKeys.auth, newValue });
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function answerNext(path: string, reply: Response): Promise<void> {
  await settle();
  const next = asked.shift();
  assert.equal(next?.path, path);
  next?.answer(reply);
  await settle();
}

function tokenOf({ id, role }: SignedInUser): Response {
  const middle = Buffer.from(JSON.stringify({ sub: id, role })).toString('base64url');
  return Response.json({ token: `e30.${middle}.sig` });
}

/** Answers the pending requests until none is left. */
async function answerAll(user: SignedInUser): Promise<void> {
  await settle();
  for (let next = asked.shift(); next; next = asked.shift()) {
    const isToken = next.path === '/api/identity/token';
    next.answer(isToken ? tokenOf(user) : Response.json({ user }));
    await settle();
  }
}

/** Makes the next request fail, as if the device were offline. */
async function failNext(path: string): Promise<void> {
  await settle();
  const next = asked.shift();
  assert.equal(next?.path, path);
  next?.fail(new TypeError('fetch failed'));
  await settle();
}

function isKept(): boolean {
  return stored.has(storageKeys.auth);
}

before(() => {
  mock.method(console, 'warn', () => undefined);
  mock.timers.enable({ apis: ['setInterval'] });
});
after(() => mock.reset());

test('when a user signs in in a second tab, neither tab signs the user out while the first still waits for the server [AUTH-2]', async () => {
  stored.set(storageKeys.auth, keptText(asha));
  void startSession();
  await settle();
  otherTabKeeps({ ...asha, phone: '+919876543210' });
  await answerNext('/api/identity/token', tokenOf(asha));
  assert.notEqual(currentSession().status, 'signed-out');
  await answerNext('/api/identity/token', tokenOf(asha));
  assert.equal(currentSession().user?.name, 'Asha');
  assert.equal(isKept(), true, 'what the tabs share is still there');
  await answerAll(asha);
});

test('a tab that waits for the server shows the new user after another person signs in in a second tab [AUTH-2]', async () => {
  const reloaded = reloadUser();
  otherTabKeeps(usha);
  await answerNext('/api/identity/token', tokenOf(asha));
  await answerNext('/api/identity/token', tokenOf(usha));
  await answerAll(usha);
  assert.equal((await reloaded).name, 'Usha');
  assert.equal(currentSession().user?.name, 'Usha');
  assert.equal(isKept(), true);
});

test('a tab does not show the stored data of a user who is no longer signed in [AUTH-2, SEC-6]', async () => {
  otherTabKeeps(asha);
  await answerNext('/api/identity/token', tokenOf(usha));
  assert.notEqual(currentSession().user?.name, 'Asha');
  await answerNext('/api/auth/user', Response.json({ user: usha }));
  assert.equal(currentSession().user?.name, 'Usha');
});

test('a tab without a network stays signed in, and so do the other tabs, when somebody signs in in another tab [AUTH-2]', async () => {
  otherTabKeeps(asha);
  await failNext('/api/identity/token');
  assert.equal(isKept(), true);
  assert.equal(currentSession().user?.name, 'Asha');
});

/** Simulates the storage event that a tab receives when another tab deletes the stored user. */
function otherTabForgets(): void {
  stored.delete(storageKeys.auth);
  listeners.get('storage')?.({ key: storageKeys.auth, newValue: null });
}

const takenKey = 'baari_session_taken';

test('when a session is ended elsewhere, every open tab goes to the sign-in page and shows the reason [SEC-6, AUTH-2]', async () => {
  const roles: string[] = [];
  const stop = onSessionTaken((role) => roles.push(role));
  await answerAll(asha);
  assert.equal(currentSession().user?.name, 'Asha');
  stored.set(takenKey, asha.id);
  otherTabForgets();
  const { status } = currentSession();
  assert.equal(status, 'signed-out');
  assert.deepEqual(admission(currentSession(), 'any'), {
    kind: 'send',
    to: '/login',
    keepOrigin: true,
    isTaken: true,
  });
  assert.deepEqual(roles, ['patient']);
  otherTabKeeps(asha);
  await answerAll(asha);
  assert.equal(currentSession().user?.name, 'Asha');
  assert.equal(stored.has(takenKey), false, 'the mark goes with the next sign-in');
  otherTabForgets();
  assert.deepEqual(admission(currentSession(), 'any'), {
    kind: 'send',
    to: '/',
    keepOrigin: false,
  });
  stop();
});

test('the first tab that learns that its session was ended elsewhere informs the other tabs [SEC-6]', async () => {
  otherTabKeeps(asha);
  await answerAll(asha);
  const looked = checkRights();
  const gone = Response.json({ code: 'not_authenticated' }, { status: 401 });
  await answerNext('/api/identity/token', gone);
  await looked;
  assert.equal(currentSession().status, 'signed-out');
  assert.equal(stored.get(takenKey), asha.id);
});
