/** A person who leaves a hospital's staff keeps no access after removal, deactivation or deletion of the account. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import sql, { type Sql } from 'sql-template-tag';
import { askedEachTime, endedWithRight, outlivesRight } from '../team/offboarding.ts';
import {
  assertRefused,
  call,
  get,
  makeTestApp,
  type TestAnswer,
  type TestApp,
} from '../testing/test-app.ts';
import { givenApplication, givenReport } from '../testing/test-bodies.ts';
import {
  makeDoctor,
  makePatients,
  makePerson,
  makeTown,
  signIn,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';
import { listMails, mailsTo, tokenMailedTo } from '../testing/test-mails.ts';
import { pngOf } from '../testing/test-pictures.ts';
import { makeLine } from '../testing/test-stops.ts';
import { openStream } from '../testing/test-stream.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;

before(async () => {
  app = await makeTestApp({ isListening: true });
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from appointment; delete from queue_entry');
  town = await makeTown(app);
  const [made] = await makePatients(app, 1);
  assert.ok(made);
  patient = made;
});

async function countOf(statement: Sql): Promise<number> {
  return (await app.db.one<{ found: number }>(statement)).found;
}

/** Matches the names of columns whose ids refer neither to an account nor to a doctor. */
const otherIds =
  /\.(?:hospital_id|acting_hospital_id|only_hospital_id|of_hospital_id|practice_of|entry_id|moved_entry_id|patient_id|patient_ids|gone_id|like_id|kept_id|entry_ids|appointment_ids|appointment_id|report_ids|report_id|held_slot_id|wish_id|screen_id|session_id|about|key|file_key|visit_id|sent_from_id|service_point_id|line_id|from_line_id|hand_off_id|next_id|point_id|endpoint_id|key_id|claimed_by)$/u;

test('for every database column that refers to an account or a doctor, a list states what happens to it when the person’s access ends [SEC-6, SEC-17]', async () => {
  const columns = await app.db.many<{ name: string; is_key: boolean }>(sql`
    select n.nspname || '.' || c.relname || '.' || a.attname as name,
      a.attname = 'id' and exists (select from pg_index i
        where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as is_key
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'identity')
      and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype)
    order by 1`);
  const named = [...endedWithRight, ...askedEachTime, ...outlivesRight].flatMap((each) => [
    ...each.columns,
  ]);
  assert.equal(new Set(named).size, named.length, 'each column is named once');
  const there = new Set(columns.map(({ name }) => name));
  assert.deepEqual(
    named.filter((name) => !there.has(name)),
    [],
    'a named column is gone',
  );
  const unnamed = columns
    .filter(({ name, is_key: isKey }) => !isKey && !otherIds.test(name) && !named.includes(name))
    .map(({ name }) => name);
  assert.deepEqual(unnamed, [], 'name these in team/offboarding.ts, or as another id here');
});

interface Leaver {
  readonly person: TestPerson;
  readonly doctorId: string;
}

/**
 * Makes a doctor of the first hospital, with every kind of record that depends on the doctor's
 * right to access.
 */
async function makeLeaver(): Promise<Leaver> {
  const email = `leaver-${randomUUID()}@example.org`;
  const person = await makePerson(app, { email });
  await get(app, person, 'applyToHospital', { body: givenApplication(town.hospitalId, email) });
  const record = {
    name: 'Dr. Lata Joshi',
    email,
    phone: '+919876543210',
    specialty: 'Neurology',
    department: 'Neurology',
  };
  const { doctor } = await get(app, town.admin, 'addDoctor', { body: record });
  await accept(person);
  const moved = { ...record, email: `moved-${randomUUID()}@example.org`, experience: 3 };
  await get(app, town.admin, 'editDoctor', { id: doctor.id, body: moved });
  // Adds a second doctor record with the former email address. The link of the record's invitation
  // would admit the same person again.
  await get(app, town.admin, 'addDoctor', { body: { ...record, name: 'Dr. L. Joshi' } });
  await get(app, person, 'setDoctorStatus', { id: doctor.id, body: { status: 'available' } });
  return { person, doctorId: doctor.id };
}

/**
 * Assigns a person to a counter, as receptionists are assigned. A removal from the staff deletes
 * the assignments of any member in the same way.
 */
async function assign({ userId }: TestPerson): Promise<void> {
  const { points } = await makeLine(app, town.admin, { name: `Laboratory ${userId}` });
  await app.db.run(sql`
    insert into point_staff (point_id, user_id, hospital_id, assigned_at)
    values (${points[0]?.id}, ${userId}, ${town.hospitalId}, now())`);
  await app.db.run(sql`update service_point set state_by = ${userId} where id = ${points[0]?.id}`);
}

/** Signs in again, with the role that the account has now. */
async function signInAgain({ email }: TestPerson) {
  return signIn(app, email);
}

async function accept(person: TestPerson): Promise<void> {
  await get(app, person, 'acceptInvitation', {
    body: { token: await tokenMailedTo(app.db, person.email) },
  });
}

/** How many rows of each kind still exist after the person left. */
type Left = Record<(typeof endedWithRight)[number]['what'], number>;

async function leftOf({ person, doctorId }: Leaver): Promise<Left> {
  return {
    invitations: await countOf(sql`
      select count(*) as found from invitation
      where hospital_id = ${town.hospitalId} and (email = ${person.email} or doctor_id = ${doctorId})`),
    'wishes to join this hospital': await countOf(sql`
      select count(*) as found from join_request
      where user_id = ${person.userId} and status = 'pending'`),
    'answers kept for a retry': await countOf(sql`
      select count(*) as found from idempotency_key where user_id = ${person.userId}`),
    'calendars that show the hospital’s bookings': await countOf(sql`
      select count(*) as found from calendar_feed where account_id = ${person.userId}`),
    'reports that are open in an emergency': await countOf(sql`
      select count(*) as found from emergency_access
      where user_id = ${person.userId} and ends_at > ${app.clock.now()}`),
    'the photo': await countOf(sql`
      select (select count(*) from photo where doctor_id = ${doctorId}) +
        (select count(*) from doctor where id = ${doctorId} and image is not null) as found`),
    'counters that the person was assigned to': await countOf(sql`
      select count(*) as found from point_staff where user_id = ${person.userId}`),
    'service points that the person has open, and the doctor’s own': await countOf(sql`
      select count(*) as found from service_point
      where state <> 'closed' and (state_by = ${person.userId} or doctor_id = ${doctorId})`),
    'being Available, also on the days to come': await countOf(sql`
      select count(*) as found from doctor
      where id = ${doctorId} and (status = 'Available' or left_at is null)`),
    'the role': await countOf(sql`
      select count(*) as found from membership
      where user_id = ${person.userId} or doctor_id = ${doctorId}`),
    'sessions, with what was proved in them and second steps still to come': await countOf(sql`
      select (select count(*) from identity.session where user_id = ${person.userId}) +
        (select count(*) from identity.verification where value = ${person.userId}) as found`),
    'devices that were known': await countOf(sql`
      select count(*) as found from identity.known_device
      where user_id = ${person.userId} and mark <> 'forgotten'`),
  };
}

const acts = [
  {
    words: 'a deactivated doctor',
    rows: 'ADM-2, SEC-6, SEC-17',
    end: ({ doctorId }: Leaver) =>
      get(app, town.admin, 'deactivateDoctor', { id: doctorId, body: {} }),
  },
  {
    words: 'a doctor removed from the team',
    rows: 'JOINH-2, SEC-6, SEC-17',
    end: ({ person }: Leaver) => get(app, town.admin, 'removeMember', { id: person.userId }),
  },
] as const;

for (const { words, rows, end } of acts) {
  test(`${words} has no role, link, request or stored answer left, and the open live stream ends [${rows}]`, async () => {
    const leaver = await makeLeaver();
    const { person, doctorId } = leaver;
    const { queue } = await get(app, patient, 'requestPlace', {
      body: { doctorId, symptoms: 'saffron fever' },
    });
    await get(app, town.admin, 'approveRequest', { id: queue.id });
    const retried = { id: queue.id, headers: { 'idempotency-key': 'kept' } };
    const checkedIn = await get(app, person, 'checkInEntry', retried);
    assert.equal(checkedIn.queue.symptoms, 'saffron fever');
    await get(app, person, 'startConsultation', { id: queue.id });
    await get(app, person, 'completeConsultation', { id: queue.id, body: {} });
    const reported = { body: givenReport(patient.userId, doctorId) };
    await get(app, person, 'createReport', reported);
    const emergency = { kind: 'cover', reason: 'On call for the colleague.' };
    await get(app, person, 'openInEmergency', { id: patient.userId, body: emergency });
    const headers = { 'content-type': 'image/png' };
    await get(app, person, 'setDoctorPhoto', { id: doctorId, headers, body: pngOf(4, 4) });
    await get(app, person, 'makeCalendarFeed', { body: { content: 'doctor' } });
    await assign(person);
    for (const [what, found] of Object.entries(await leftOf(leaver))) {
      assert.ok(found > 0, `${what}: nothing would be ended`);
    }
    const stream = await openStream(app, person);
    await stream.find(({ event }) => event.type === 'connected');

    await end(leaver);

    for (const [what, found] of Object.entries(await leftOf(leaver))) assert.equal(found, 0, what);
    const before = { id: doctorId };
    assertRefused(await call(app, person, 'getDoctorQueue', before), 'session_ended');
    const back = await signInAgain(person);
    assertRefused(await call(app, back, 'getDoctorQueue', { id: doctorId }), 'forbidden');
    assertRefused(await call(app, back, 'getEntry', { id: queue.id }), 'not_found');
    const again = await call(app, back, 'checkInEntry', retried);
    assertRefused(again, 'not_found', 'an answer for staff reached a patient');
    assert.equal((await get(app, back, 'getCurrentUser')).user.role, 'patient');
    const deviceMails = (await mailsTo(app.db, person.email)).filter(({ subject }) =>
      subject.includes('new device'),
    );
    assert.equal(deviceMails.length, 1, 'every device is a new one');
    await stream.ended(10_000);
  });
}

test('a reactivated doctor is Offline and needs a new invitation to sign in [ADM-2, ROLE-8, SEC-17]', async () => {
  const id = town.doctorId;
  const record = await app.db.one<{ email: string }>(
    sql`select email from doctor where id = ${id}`,
  );
  await get(app, town.admin, 'deactivateDoctor', { id, body: {} });
  const invite = await call(app, town.admin, 'inviteDoctor', { id });
  assertRefused(invite, 'doctor_deactivated');
  const { doctor } = await get(app, town.admin, 'reactivateDoctor', { id });
  assert.deepEqual([doctor.status, doctor.hasAccount], ['Offline', false]);
  assertRefused(await call(app, town.doctor, 'getDoctorQueue', { id }), 'session_ended');
  const back = await signInAgain(town.doctor);
  assertRefused(await call(app, back, 'getDoctorQueue', { id }), 'forbidden');
  const invited = await makePerson(app, { email: record.email });
  await accept(invited);
  assert.equal((await get(app, invited, 'getCurrentUser')).user.doctorId, id);
});

test('reactivating a doctor who still practises changes nothing and mails nobody [ADM-2]', async () => {
  const sent = async () => (await listMails(app.db)).length;
  const before = await sent();
  await get(app, town.admin, 'reactivateDoctor', { id: town.doctorId });
  assert.equal(await sent(), before);
  assert.equal((await get(app, town.doctor, 'getCurrentUser')).user.role, 'doctor');
});

test('an applicant who uses the address of a deactivated doctor does not become that doctor [JOINH-2, SEC-17]', async () => {
  const { person, doctorId } = await makeLeaver();
  await get(app, town.admin, 'deactivateDoctor', { id: doctorId, body: {} });
  await app.db.run(sql`
    update doctor set email = 'elsewhere-' || id || '@example.org' where email = ${person.email}`);
  await app.db.run(sql`update doctor set email = ${person.email} where id = ${doctorId}`);
  const body = { ...givenApplication(town.hospitalId, person.email), role: 'doctor' };
  const back = await signInAgain(person);
  const { request } = await get(app, back, 'applyToHospital', { body });
  assertRefused(
    await call(app, town.admin, 'approveApplication', { id: request.id }),
    'doctor_deactivated',
  );
});

test('after an approved doctor was removed, an invitation link that is still open cannot give access again [ROLE-8, SEC-17]', async () => {
  const email = `both-${randomUUID()}@example.org`;
  const person = await makePerson(app, { email });
  const body = {
    name: 'Dr. Both',
    email,
    phone: '+919876543210',
    specialty: 'Neurology',
    department: 'Neurology',
  };
  await get(app, town.admin, 'addDoctor', { body });
  const token = await tokenMailedTo(app.db, email);
  const application = { ...givenApplication(town.hospitalId, email), role: 'doctor' };
  const { request } = await get(app, person, 'applyToHospital', { body: application });
  await get(app, town.admin, 'approveApplication', { id: request.id });
  await get(app, town.admin, 'removeMember', { id: person.userId });
  assertRefused(
    await call(app, await signInAgain(person), 'acceptInvitation', { body: { token } }),
    'invitation_invalid',
  );
});

test('a deleted account loses its role, its sessions and its application [SEC-6, SEC-14]', async () => {
  const wisher = await makePerson(app);
  const body = givenApplication(town.hospitalId, wisher.email);
  await get(app, wisher, 'applyToHospital', { body });
  for (const { userId } of [town.receptionist, wisher]) {
    await app.owner.query('delete from identity."user" where id = $1', [userId]);
  }
  assertRefused(await call(app, town.receptionist, 'getCurrentUser'), 'session_ended');
  const { members, requests } = await get(app, town.admin, 'getTeam');
  assert.ok(members.every(({ userId }) => userId !== town.receptionist.userId));
  assert.deepEqual(requests, []);
  const left = await countOf(sql`
    select count(*) as found from membership where user_id = ${town.receptionist.userId}`);
  assert.equal(left, 0);
});

/** Resolves once this many SQL statements wait for a lock. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const found = await countOf(sql`
      select count(*) as found from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    if (found >= count) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
}

/**
 * Starts calls one after the other while the test holds the team's lock, then releases the lock so
 * that all calls proceed.
 */
async function inOrder<T>(calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const locker = await app.db.pool.connect();
  const under: Promise<T>[] = [];
  try {
    await locker.query('begin');
    await locker.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `team ${town.hospitalId}`,
    ]);
    for (const [index, start] of calls.entries()) {
      under.push(start());
      await waiting(index + 1);
    }
  } finally {
    await locker.query('commit');
    locker.release();
  }
  return Promise.all(under);
}

function makeAdmin(): Promise<TestPerson> {
  return makePerson(app, { works: { as: 'hospital_admin', hospitalId: town.hospitalId } });
}

test('an administrator who is removed at the same moment cannot make another person administrator [SEC-6, JOINH-2]', async () => {
  const leaving = await makeAdmin();
  const promotion = {
    id: town.receptionist.userId,
    body: { role: 'hospital_admin' },
  };
  const [removed, promoted] = await inOrder([
    () => call(app, town.admin, 'removeMember', { id: leaving.userId }),
    () => call(app, leaving, 'changeMemberRole', promotion),
  ]);
  assert.equal(removed?.status, 200);
  assert.ok(promoted);
  assertRefused(promoted, 'forbidden');
  const { members } = await get(app, town.admin, 'getTeam');
  const roleOf = (userId: string) => members.find((each) => each.userId === userId)?.role;
  assert.equal(roleOf(town.receptionist.userId), 'receptionist');
});

test('a staff member who loses the role while sending a request cannot give another person access by this request [SEC-6, SEC-17]', async () => {
  const leaving = await makeAdmin();
  const applicant = await makePerson(app);
  const application = givenApplication(town.hospitalId, applicant.email);
  const { request } = await get(app, applicant, 'applyToHospital', { body: application });
  const invited = await makeDoctor(app, town.hospitalId);
  const former = await makeDoctor(app, town.hospitalId);
  await app.db.run(sql`update doctor set deactivated_at = now() where id = ${former}`);
  const doctor = {
    name: 'Dr. New',
    email: `new-${randomUUID()}@example.org`,
    phone: '+919876543210',
    specialty: 'Neurology',
    department: 'Neurology',
  };
  const screen = { name: 'Hall', kind: 'display', doctorIds: [] };
  const grants = [
    () =>
      call(app, leaving, 'changeMemberRole', {
        id: town.receptionist.userId,
        body: { role: 'hospital_admin' },
      }),
    () => call(app, leaving, 'inviteDoctor', { id: invited }),
    () => call(app, leaving, 'addDoctor', { body: doctor }),
    () => call(app, leaving, 'reactivateDoctor', { id: former }),
    () => call(app, leaving, 'makeScreen', { body: screen }),
    () => call(app, leaving, 'setStaffTwoFactor', { body: { isRequired: false } }),
    () => call(app, leaving, 'setStaffIdleMinutes', { body: { idleMinutes: 720 } }),
    () => call(app, leaving, 'approveApplication', { id: request.id }),
  ];
  const locker = await app.db.pool.connect();
  let answers: TestAnswer[] = [];
  try {
    await locker.query('begin');
    await locker.query('delete from membership where user_id = $1', [leaving.userId]);
    const under = Promise.all(grants.map((grant) => grant()));
    await waiting(grants.length);
    await locker.query('commit');
    answers = await under;
  } finally {
    locker.release();
  }
  for (const answer of answers) assertRefused(answer, 'forbidden');
});

test('when one administrator removes a member and another promotes the member at once, the later action counts [JOINH-2, SEC-6]', async () => {
  const id = town.receptionist.userId;
  const promotion = { id, body: { role: 'hospital_admin' } };
  const [removed, promoted] = await inOrder([
    () => call(app, town.admin, 'removeMember', { id }),
    () => call(app, town.admin, 'changeMemberRole', promotion),
  ]);
  assert.equal(removed?.status, 200);
  assert.ok(promoted);
  assertRefused(promoted, 'not_found');
  assertRefused(await call(app, town.receptionist, 'getCurrentUser'), 'session_ended');
  const { user } = await get(app, await signInAgain(town.receptionist), 'getCurrentUser');
  assert.equal(user.role, 'patient');
});

test('when administrators remove and demote each other at once, one administrator always remains [JOINH-2] @long', async () => {
  for (let round = 0; round < 8; round += 1) {
    town = await makeTown(app);
    const [second, third] = [await makeAdmin(), await makeAdmin()];
    const admins = [town.admin, second, third];
    const down = { role: 'receptionist' };
    const answers = await Promise.all(
      admins.flatMap((each, index) => {
        const id = admins[(index + 1) % admins.length]?.userId ?? '';
        return [
          call(app, each, 'removeMember', { id }),
          call(app, each, 'changeMemberRole', { id: each.userId, body: down }),
        ];
      }),
    );
    assert.ok(answers.every(({ status }) => [200, 401, 403, 404, 409].includes(status)));
    const left = await countOf(sql`
      select count(*) as found from membership
      where hospital_id = ${town.hospitalId} and role = 'hospital_admin'`);
    assert.ok(left >= 1, `round ${round}: nobody is left`);
  }
});

test('an invitation that a person accepts while its doctor is deactivated does not give this person the doctor’s role [ADM-2, ROLE-8, SEC-6]', async () => {
  for (let round = 0; round < 8; round += 1) {
    const email = `racing-${randomUUID()}@example.org`;
    const person = await makePerson(app, { email });
    const body = {
      name: 'Dr. Racing',
      email,
      phone: '+919876543210',
      specialty: 'Neurology',
      department: 'Neurology',
    };
    const { doctor } = await get(app, town.admin, 'addDoctor', { body });
    const token = await tokenMailedTo(app.db, email);
    const [, deactivated] = await Promise.all([
      call(app, person, 'acceptInvitation', { body: { token } }),
      call(app, town.admin, 'deactivateDoctor', { id: doctor.id, body: {} }),
    ]);
    assert.equal(deactivated.status, 200);
    const left = await countOf(sql`
      select count(*) as found from membership where doctor_id = ${doctor.id}`);
    assert.equal(left, 0, `round ${round}`);
    const back = await signInAgain(person);
    assert.equal((await get(app, back, 'getCurrentUser')).user.role, 'patient');
  }
});

test('when a patient joins a doctor’s line while the doctor is deactivated, one of the two requests is refused and both finish [ADM-2, QST-1]', async () => {
  for (let round = 0; round < 8; round += 1) {
    await app.owner.query('delete from queue_entry');
    await app.db.run(sql`
      update doctor set deactivated_at = null, status = 'Available' where id = ${town.doctorId}`);
    const [joined, deactivated] = await Promise.all([
      call(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } }),
      call(app, town.admin, 'deactivateDoctor', { id: town.doctorId, body: {} }),
    ]);
    assert.deepEqual(
      [joined.status, deactivated.status],
      joined.status === 201 ? [201, 409] : [404, 200],
      `${joined.text} ${deactivated.text}`,
    );
  }
});
