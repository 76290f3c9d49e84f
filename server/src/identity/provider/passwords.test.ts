/** Tests signing in while a hundred other people sign in [SEC-16]. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { identityCalls } from '@baari/contract/account/identity.ts';
import { Overloaded } from '../../platform/threads/concurrency-limit.ts';
import { ok } from '../../platform/result.ts';
import { assertRefused, digestOf, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import {
  hashPassword,
  isPassword,
  passwordLimit,
  passwordsAtOnce,
  passwordsWaiting,
} from './passwords.ts';

let app: TestApp;
before(async () => {
  app = await makeTestApp();
});
after(() => app.close());

/**
 * Runs `work` while the limit of concurrent password hashes is reached and the queue behind it is
 * full.
 */
async function whileFull(work: () => Promise<void>): Promise<void> {
  const ends: (() => void)[] = [];
  const others = Array.from({ length: passwordsAtOnce + passwordsWaiting }, () =>
    passwordLimit(
      () =>
        new Promise<ReturnType<typeof ok<null>>>((resolve) => {
          ends.push(() => resolve(ok(null)));
        }),
    ),
  );
  try {
    await work();
  } finally {
    const all = Promise.all(others);
    let hasEnded = false;
    void all.then(() => {
      hasEnded = true;
    });
    while (!hasEnded) {
      ends.pop()?.();
      await new Promise(setImmediate);
    }
  }
}

test('when too many people sign in at once, some are asked to retry, and no correct password is called wrong [SEC-16]', async () => {
  const { signInWithEmail, signUpWithEmail } = identityCalls;
  const account = { email: 'asha@example.org', password: 'correct horse', name: 'Asha Rao' };
  const signUp = { method: 'POST', url: `/api/identity${signUpWithEmail.path}` };
  const signIn = { method: 'POST', url: `/api/identity${signInWithEmail.path}` };
  const { email, password } = account;
  const before = await digestOf(app.db);
  await whileFull(async () => {
    for (const [call, body] of [
      [signUp, account],
      [signIn, { email, password }],
    ] as const) {
      const answer = await app.send({ ...call, body });
      assertRefused(answer, 'overloaded', call.url);
      assert.ok(answer.headers.get('retry-after') !== null);
    }
    await assert.rejects(hashPassword(password), Overloaded);
  });
  assert.equal(await digestOf(app.db), before, 'no account is left half made');
  assert.equal((await app.send({ ...signUp, body: account })).status, 200);
  assert.equal((await app.send({ ...signIn, body: { email, password } })).status, 200);
  assert.ok(!app.logged.some((line) => line.includes('The identity library failed')));
});

test('a password longer than the maximum is refused as wrong without being checked [SEC-16]', async () => {
  const hash = await hashPassword('correct horse');
  await whileFull(async () => {
    assert.equal(await isPassword({ hash, password: 'x'.repeat(1_000_000) }), false);
  });
  assert.equal(await isPassword({ hash, password: 'correct horse' }), true);
});
