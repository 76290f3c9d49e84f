/**
 * Tests attempts to gain more access from an invitation than the invitation grants [guarantees,
 * security 9].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { tokenMailedTo } from '../testing/test-mails.ts';
import { makePerson, makeTown, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());

let doctors = 0;
async function invite(): Promise<{ email: string; token: string }> {
  doctors += 1;
  const email = `attacked-${doctors}@example.org`;
  const body = {
    name: `Dr. Attacked ${doctors}`,
    email,
    phone: '+919876543210',
    specialty: 'Neurology',
    department: 'Neurology',
  };
  await get(app, town.admin, 'addDoctor', { body });
  return { email, token: await tokenMailedTo(app.db, email) };
}

test('an invitation is stored in the database as a hash only [SEC-9]', async () => {
  const { token, email } = await invite();
  assert.ok(token.length >= 32);
  const row = await app.db.one<{ text: string }>(
    sql`select i::text as text from invitation i where email = ${email}`,
  );
  assert.ok(!row.text.includes(token));
});

test('when ten people use one invitation at once, only the invited person gets the role [SEC-9]', async () => {
  const { token, email } = await invite();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      call(app, undefined, 'acceptInvitationAsNewcomer', { body: { token, password: 'plum pie' } }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200 || status === 201).length, 1);
  const made = await app.db.many(sql`select 1 from identity."user" where email = ${email}`);
  assert.equal(made.length, 1);
});

test('another person’s invitation, a guessed invitation or extra fields in a request give nobody a staff role [SEC-4, SEC-9]', async () => {
  const { token } = await invite();
  const thief = await makePerson(app);
  const unverified = await makePerson(app, { isVerified: false });
  assertRefused(await call(app, thief, 'acceptInvitation', { body: { token } }), 'email_mismatch');
  assertRefused(
    await call(app, unverified, 'acceptInvitation', { body: { token } }),
    'email_not_verified',
  );
  const more = { token: `${token}x`, role: 'hospital_admin', hospitalId: town.hospitalId };
  assertRefused(await call(app, thief, 'acceptInvitation', { body: more }), 'invitation_invalid');
  for (const { token: at } of [thief, unverified]) {
    const { user } = await get(app, { token: at }, 'getCurrentUser');
    assert.equal(user.role, 'patient');
  }
});
