import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JoinableTitle } from '@baari/contract/account/team.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenApplication } from '../testing/test-bodies.ts';
import { mailsTo, tokenMailedTo } from '../testing/test-mails.ts';
import {
  makePerson,
  makeTown,
  signIn,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';
import { textsOf } from '../texts/texts.ts';

let app: TestApp;
let town: Town;
let doctors = 0;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());

async function apply(person: TestPerson, role: JoinableTitle = 'nurse'): Promise<string> {
  const body = { ...givenApplication(town.hospitalId, person.email), role };
  return (await get(app, person, 'applyToHospital', { body })).request.id;
}

/** Adds a doctor and reads the invitation's token from the queued mail. */
async function invite(): Promise<{ doctorId: string; email: string; token: string }> {
  doctors += 1;
  const email = `invited-${doctors}@example.org`;
  const body = {
    name: `Dr. Invited ${doctors}`,
    email,
    phone: '+919876543210',
    specialty: 'Neurology',
    department: 'Neurology',
  };
  const { doctor } = await get(app, town.admin, 'addDoctor', { body });
  return { doctorId: doctor.id, email, token: await tokenMailedTo(app.db, email) };
}

test('an approved nurse works with a receptionist’s rights and keeps the title of nurse [JOINH-2]', async () => {
  const nurse = await makePerson(app);
  const id = await apply(nurse);
  assertRefused(await call(app, nurse, 'getOwnHospital'), 'forbidden', 'no rights before approval');
  const { requests } = await get(app, town.admin, 'getTeam');
  assert.ok(requests.some((request) => request.id === id));
  const { member } = await get(app, town.admin, 'approveApplication', { id });
  assert.equal(member.role, 'receptionist');
  assert.equal(member.title, 'nurse');
  assert.equal((await call(app, nurse, 'listPending', { id: town.hospitalId })).status, 200);
});

test('an approved doctor gets the role of doctor and a doctor’s record [JOINH-2]', async () => {
  const person = await makePerson(app);
  const { member } = await get(app, town.admin, 'approveApplication', {
    id: await apply(person, 'doctor'),
  });
  assert.equal(member.role, 'doctor');
  const { user } = await get(app, person, 'getCurrentUser');
  assert.equal(user.doctorId, member.doctorId);
  const { doctors: all } = await get(app, town.admin, 'listColleagues');
  assert.ok(all.some(({ id, hasAccount }) => id === member.doctorId && hasAccount));
});

test('a new doctor accepts no patients until the doctor or the desk sets Available [PAT-6, QST-1, ROLE-8]', async () => {
  const { doctorId: invited } = await invite();
  const applicant = await makePerson(app);
  const { member } = await get(app, town.admin, 'approveApplication', {
    id: await apply(applicant, 'doctor'),
  });
  for (const [doctorId, byWhom] of [
    [invited, town.admin],
    [member.doctorId ?? '', applicant],
  ] as const) {
    const body = { doctorId, symptoms: '', urgency: 'medium' } as const;
    const patient = await makePerson(app);
    assertRefused(await call(app, patient, 'requestPlace', { body }), 'doctor_not_available');
    await get(app, byWhom, 'setDoctorStatus', { id: doctorId, body: { status: 'available' } });
    await get(app, patient, 'requestPlace', { body });
  }
});

test('a request to join the team cannot be approved before the email is verified [JOINH-2, SEC-9]', async () => {
  const person = await makePerson(app, { isVerified: false });
  const id = await apply(person, 'admin');
  assertRefused(
    await call(app, town.admin, 'approveApplication', { id }),
    'applicant_not_verified',
  );
  assertRefused(await call(app, person, 'getTeam'), 'forbidden');
});

test('a request to join is decided once, and another hospital’s administrator cannot see it [JOINH-2, ROLE-7]', async () => {
  const person = await makePerson(app);
  const id = await apply(person);
  assertRefused(
    await call(app, person, 'applyToHospital', {
      body: givenApplication(town.otherHospitalId, person.email),
    }),
    'join_request_pending',
  );
  assertRefused(await call(app, town.otherAdmin, 'approveApplication', { id }), 'not_found');
  await get(app, town.admin, 'rejectApplication', { id });
  assertRefused(await call(app, town.admin, 'approveApplication', { id }), 'join_request_decided');
  const { request } = await get(app, person, 'getOwnApplication');
  assert.equal(request?.status, 'rejected');
});

test('administrators are mailed each request to join, and the applicant is mailed the decision with its reason [JOINH-2]', async () => {
  const person = await makePerson(app);
  const { length: before } = await mailsTo(app.db, town.admin.email);
  const id = await apply(person);
  const asked = (await mailsTo(app.db, town.admin.email)).slice(before);
  assert.equal(asked.length, 1);
  assert.equal(asked[0]?.subject, 'Somebody asks to join your staff');
  assert.match(asked[0]?.plain ?? '', /\/hospital\/dashboard\?view=team/u);
  assert.deepEqual(await mailsTo(app.db, town.otherAdmin.email), []);
  const reason = 'All places are filled this year.';
  await get(app, town.admin, 'rejectApplication', { id, body: { reason } });
  const mail = (await mailsTo(app.db, person.email)).find(({ plain }) => plain.includes(reason));
  assert.equal(mail?.subject, 'Your request to join was not accepted');
  const { request } = await get(app, person, 'getOwnApplication');
  assert.equal(request?.reason, reason);
  const again = await apply(person);
  await get(app, town.admin, 'approveApplication', { id: again });
  const last = (await mailsTo(app.db, person.email)).at(-1);
  assert.equal(last?.subject, 'Your request to join was approved');
});

test('mails to staff and applicants without a chosen language use the hospital’s language, and invitations are written in that language first [JOINH-2, ROLE-8]', async () => {
  const setLanguages = (languages: readonly string[]) =>
    app.owner.query('update hospital set languages = $2 where id = $1', [
      town.hospitalId,
      languages,
    ]);
  await setLanguages(['ur']);
  try {
    const person = await makePerson(app);
    const id = await apply(person);
    const asked = (await mailsTo(app.db, town.admin.email)).at(-1);
    assert.equal(asked?.subject, textsOf('staffMails', 'ur').asked.subject);
    await get(app, town.admin, 'rejectApplication', { id, body: { reason: '' } });
    const mail = (await mailsTo(app.db, person.email)).at(-1);
    assert.equal(mail?.subject, textsOf('staffMails', 'ur').rejected.subject);
    const { email } = await invite();
    const invitation = (await mailsTo(app.db, email)).at(-1);
    const inUrdu = textsOf('staffMails', 'ur').invitation.subject;
    const inEnglish = textsOf('staffMails', 'en').invitation.subject;
    assert.ok(invitation?.subject.includes(`${inUrdu} / ${inEnglish}`));
  } finally {
    await setLanguages([]);
  }
});

test('a removed team member is signed out at the next request and becomes a patient, and the last administrator cannot be removed [JOINH-2, SEC-6]', async () => {
  const person = await makePerson(app);
  await get(app, town.admin, 'approveApplication', { id: await apply(person, 'admin') });
  await get(app, person, 'getTeam');
  await get(app, town.admin, 'changeMemberRole', {
    id: person.userId,
    body: { role: 'receptionist' },
  });
  assertRefused(await call(app, person, 'getTeam'), 'forbidden');
  await get(app, town.admin, 'removeMember', { id: person.userId });
  assertRefused(await call(app, person, 'getCurrentUser'), 'session_ended');
  const back = await signIn(app, person.email);
  assert.equal((await get(app, back, 'getCurrentUser')).user.role, 'patient');
  assertRefused(await call(app, back, 'getTeam'), 'forbidden');
  const self = { id: town.admin.userId };
  assertRefused(await call(app, town.admin, 'removeMember', self), 'last_admin');
  const demoted = { ...self, body: { role: 'receptionist' } };
  assertRefused(await call(app, town.admin, 'changeMemberRole', demoted), 'last_admin');
});

test('when two administrators remove each other at once, one of them remains administrator [JOINH-2]', async () => {
  const second = await makePerson(app);
  await get(app, town.admin, 'approveApplication', { id: await apply(second, 'admin') });
  const answers = await Promise.all([
    call(app, town.admin, 'removeMember', { id: second.userId }),
    call(app, second, 'removeMember', { id: town.admin.userId }),
  ]);
  assert.equal(
    answers.filter(({ status }) => status === 200).length,
    1,
    answers.map((a) => a.text).join(),
  );
  const admins = await app.db.pool.query<{ user_id: string }>(
    `select user_id from membership where hospital_id = $1 and role = 'hospital_admin'`,
    [town.hospitalId],
  );
  assert.equal(admins.rows.length, 1);
  if (admins.rows[0]?.user_id !== town.admin.userId) {
    town = { ...town, admin: second };
  }
});

test('a new person sets a password through the invitation link and becomes exactly the invited doctor, and the link works once [ROLE-8]', async () => {
  const { doctorId, email, token } = await invite();
  const { hasAccount } = await get(app, undefined, 'readInvitation', { body: { token } });
  assert.equal(hasAccount, false);
  const weak = { token, password: 'Password123' };
  const refused = await call(app, undefined, 'acceptInvitationAsNewcomer', { body: weak });
  assertRefused(refused, 'weak_password');
  const body = { token, password: 'a good password' };
  assert.equal((await get(app, undefined, 'acceptInvitationAsNewcomer', { body })).email, email);
  const signedIn = await app.send({
    method: 'POST',
    url: '/api/identity/sign-in/email',
    body: { email, password: 'a good password' },
  });
  const session = signedIn.headers.get('set-auth-token') ?? '';
  const answer = await app.send({ method: 'GET', url: '/api/identity/token', token: session });
  const { token: bearer } = answer.body as { token: string };
  const { user } = await get(app, { token: bearer }, 'getCurrentUser');
  assert.equal(user.role, 'doctor');
  assert.equal(user.doctorId, doctorId);
  assertRefused(
    await call(app, undefined, 'acceptInvitationAsNewcomer', { body }),
    'invitation_invalid',
  );
});

test('a person with a verified account accepts an invitation by signing in, but only with the invited email [ROLE-8, SEC-9]', async () => {
  const { doctorId, email, token } = await invite();
  const stranger = await makePerson(app);
  assertRefused(
    await call(app, stranger, 'acceptInvitation', { body: { token } }),
    'email_mismatch',
  );
  const invited = await makePerson(app, { email });
  const newcomer = { token, password: 'a good password' };
  assertRefused(
    await call(app, undefined, 'acceptInvitationAsNewcomer', { body: newcomer }),
    'account_exists',
  );
  const { user } = await get(app, invited, 'acceptInvitation', { body: { token } });
  assert.equal(user.doctorId, doctorId);
  assert.equal((await get(app, invited, 'getCurrentUser')).user.role, 'doctor');
});

test('if a stranger opened an unverified account with the invited email, the invited person takes it over and the stranger loses access [ROLE-8, SEC-9]', async () => {
  const { email, token } = await invite();
  const squatter = await makePerson(app, { email, isVerified: false });
  assertRefused(
    await call(app, squatter, 'acceptInvitation', { body: { token } }),
    'email_not_verified',
  );
  await get(app, undefined, 'acceptInvitationAsNewcomer', {
    body: { token, password: 'the owner’s own' },
  });
  assertRefused(await call(app, squatter, 'getCurrentUser'), 'session_ended');
  const withOldPassword = await app.send({
    method: 'POST',
    url: '/api/identity/sign-in/email',
    body: { email, password: 'correct horse' },
  });
  assert.equal(withOldPassword.status, 401);
});

test('an invitation stops working after seven days, after it is withdrawn, and after a new invitation is sent [ROLE-8]', async () => {
  const late = await invite();
  const withdrawn = await invite();
  await get(app, town.admin, 'revokeInvitation', { id: withdrawn.doctorId });
  const again = await invite();
  await get(app, town.admin, 'inviteDoctor', { id: again.doctorId });
  const renewed = await tokenMailedTo(app.db, again.email);
  for (const token of [withdrawn.token, again.token]) {
    assertRefused(
      await call(app, undefined, 'readInvitation', { body: { token } }),
      'invitation_invalid',
    );
  }
  assert.equal(
    (await call(app, undefined, 'readInvitation', { body: { token: renewed } })).status,
    200,
  );
  const { invitations } = await get(app, town.admin, 'getTeam');
  assert.ok(invitations.some(({ email }) => email === again.email));
  assert.ok(invitations.every(({ email }) => email !== withdrawn.email));
  app.clock.advance(7 * 86_400_000 + 1000);
  const body = { token: late.token };
  assertRefused(await call(app, undefined, 'readInvitation', { body }), 'invitation_invalid');
});
