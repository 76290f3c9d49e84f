/** Inviting receptionists and administrators by mail or by a link [ROLE-6]. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InvitedRole } from '@baari/contract/account/team.ts';
import sql from 'sql-template-tag';
import { textsOf } from '../texts/texts.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { mailsTo, tokenMailedTo } from '../testing/test-mails.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());

async function invite(role: InvitedRole, ...emails: string[]) {
  return (await get(app, town.admin, 'inviteStaff', { body: { role, emails } })).results;
}

async function makeLink(role: InvitedRole, by = town.admin) {
  const { invitation, url } = await get(app, by, 'makeStaffLink', { body: { role } });
  return { id: invitation.id, token: new URL(url).searchParams.get('token') ?? '' };
}

function accept(person: TestPerson, token: string) {
  return call(app, person, 'acceptInvitation', { body: { token } });
}

async function listed(id: string) {
  const { invitations } = await get(app, town.admin, 'listStaffInvitations');
  return invitations.find((each) => each.id === id);
}

test('an administrator invites several people at once and sees each result, and each mailed link works once for its own address [ROLE-6]', async () => {
  const [known, other] = [await makePerson(app), await makePerson(app)];
  const asked = [known.email, 'new.desk@example.org', 'not an address', town.receptionist.email];
  const results = await invite('receptionist', ...asked, known.email.toUpperCase());
  assert.deepEqual(
    results.map(({ email, problem }) => [email, problem]),
    [
      [known.email, null],
      ['new.desk@example.org', null],
      ['not an address', 'invalid_email'],
      [town.receptionist.email.toLowerCase(), 'already_staff'],
    ],
  );
  const mail = (await mailsTo(app.db, known.email)).at(-1);
  const said = textsOf('staffMails', 'en').staffInvitation.receptionist('');
  assert.ok(mail?.plain.includes(said.trim().slice(0, 40).trim()));
  const token = await tokenMailedTo(app.db, known.email);
  const read = await get(app, undefined, 'readInvitation', { body: { token } });
  assert.deepEqual([read.role, read.email, read.hasAccount], ['receptionist', known.email, true]);
  assertRefused(await accept(other, token), 'email_mismatch');
  assert.equal((await accept(known, token)).status, 200);
  const { user } = await get(app, known, 'getCurrentUser');
  assert.deepEqual([user.role, user.hospitalId], ['receptionist', town.hospitalId]);
  assertRefused(await accept(known, token), 'invitation_invalid');
});

test('a new person sets a password by the mailed link and becomes an administrator, which is recorded [ROLE-6, SEC-13]', async () => {
  const email = 'second.admin@example.org';
  await invite('hospital_admin', email);
  const token = await tokenMailedTo(app.db, email);
  const body = { token, password: 'a good one' };
  await get(app, undefined, 'acceptInvitationAsNewcomer', { body });
  const row = await app.db.one<{ role: string; details: object }>(sql`
    select m.role, (select a.details from audit a where a.user_id = u.id
      and a.action = 'accept invitation') as details
    from membership m join identity."user" u on u.id = m.user_id where u.email = ${email}`);
  assert.equal(row.role, 'hospital_admin');
  assert.deepEqual(row.details, { from: 'patient', to: 'hospital_admin' });
});

test('colleagues see the name that a new staff member entered, or else the first part of the email address [ROLE-6]', async () => {
  const names: (string | undefined)[] = [];
  for (const [email, name] of [
    ['kavita@example.org', ' Kavita Rao '],
    ['ravi@example.org', undefined],
  ] as const) {
    await invite('receptionist', email);
    const token = await tokenMailedTo(app.db, email);
    const body = { token, password: 'a good one', ...(name === undefined ? {} : { name }) };
    await get(app, undefined, 'acceptInvitationAsNewcomer', { body });
    const { members } = await get(app, town.admin, 'getTeam');
    names.push(members.find((member) => member.email === email)?.name);
  }
  assert.deepEqual(names, ['Kavita Rao', 'ravi']);
});

test('an invitation link works for one account with a verified email and expires after a day, and the administrator sees who used the link [ROLE-6, SEC-9]', async () => {
  const unproved = await makePerson(app, { isVerified: false });
  const [first, second] = [await makePerson(app), await makePerson(app)];
  const { id, token } = await makeLink('receptionist');
  assertRefused(await accept(unproved, token), 'email_not_verified');
  const body = { token, password: 'a good one' };
  assertRefused(
    await call(app, undefined, 'acceptInvitationAsNewcomer', { body }),
    'invitation_invalid',
    'a link proves no address',
  );
  assert.equal((await listed(id))?.accepted, null);
  const answers = await Promise.all([accept(first, token), accept(second, token)]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400],
  );
  const taker = answers[0]?.status === 200 ? first : second;
  assert.equal((await listed(id))?.accepted?.email, taker.email);
  const late = await makeLink('receptionist');
  await app.owner.query(
    "update staff_invitation set expires_at = expires_at - interval '1 day' where id = $1",
    [late.id],
  );
  const person = await makePerson(app);
  assertRefused(await accept(person, late.token), 'invitation_invalid');
  assert.equal(await listed(late.id), undefined);
});

test('an invitation gives nobody access if it was withdrawn or its sender is no longer administrator [ROLE-6, ROLE-7, SEC-17]', async () => {
  const person = await makePerson(app);
  const { id, token } = await makeLink('receptionist');
  assertRefused(await call(app, town.otherAdmin, 'revokeStaffInvitation', { id }), 'not_found');
  const { withdrawn } = await get(app, town.admin, 'revokeStaffInvitation', { id });
  assert.equal(withdrawn, true);
  assertRefused(await accept(person, token), 'invitation_invalid');

  const second = await makePerson(app, {
    works: { as: 'hospital_admin', hospitalId: town.hospitalId },
  });
  const byDemoted = await makeLink('receptionist', second);
  const body = { role: 'receptionist' } as const;
  await get(app, town.admin, 'changeMemberRole', { id: second.userId, body });
  assertRefused(await accept(person, byDemoted.token), 'invitation_invalid');
  await get(app, town.admin, 'changeMemberRole', {
    id: second.userId,
    body: { role: 'hospital_admin' },
  });
  const byRemoved = await makeLink('receptionist', second);
  await get(app, town.admin, 'removeMember', { id: second.userId, body: {} });
  assertRefused(await accept(person, byRemoved.token), 'invitation_invalid');
});

test('a second invitation of an address replaces the first, and a closed hospital cannot invite [ROLE-6, SEC-20]', async () => {
  const person = await makePerson(app);
  await invite('receptionist', person.email);
  const old = await tokenMailedTo(app.db, person.email);
  await invite('hospital_admin', person.email);
  assertRefused(await accept(person, old), 'invitation_invalid');
  const { token } = await makeLink('receptionist');
  await app.owner.query("update hospital set closed_at = now(), close_reason = 'x' where id = $1", [
    town.hospitalId,
  ]);
  try {
    const body = { role: 'receptionist' } as const;
    assertRefused(await call(app, town.admin, 'makeStaffLink', { body }), 'hospital_closed');
    assertRefused(await accept(person, token), 'invitation_invalid');
  } finally {
    await app.owner.query(
      'update hospital set closed_at = null, close_reason = null where id = $1',
      [town.hospitalId],
    );
  }
});

test('an administrator without a recent identity proof cannot invite [SEC-9]', async () => {
  await app.db.run(sql`
    update identity.session set proved_at = proved_at - interval '1 day' where user_id = ${town.admin.userId}`);
  const body = { role: 'hospital_admin' } as const;
  assertRefused(await call(app, town.admin, 'makeStaffLink', { body }), 'proof_required');
});
