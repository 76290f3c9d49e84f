/** Anybody can register a hospital; the operator decides which hospitals are genuine [SEC-20]. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Hospital } from '@baari/contract/hospital/hospital.ts';
import sql from 'sql-template-tag';
import { inboundUrl } from '../platform/messages/sms/sending.ts';
import { findHospital } from '../hospitals/hospitals.store.ts';
import { publicUrl, secret } from '../testing/identity-app.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { alwaysOpen, givenHospital, givenHospitalProfile } from '../testing/test-bodies.ts';
import {
  makeTestDatabase,
  type TestDatabase,
  removeAllHospitals,
} from '../testing/test-database.ts';
import { mailsTo } from '../testing/test-mails.ts';
import { makeDoctor, makePerson, type TestPerson } from '../testing/test-people.ts';
import { textsOf } from '../texts/texts.ts';
import { type OpenDatabase, openDatabase } from '../platform/database/database.ts';

import {
  allowHospital,
  closeHospital,
  confirmHospital,
  type Decision,
  reopenHospital,
} from './decide-hospital.use-case.ts';
import { readCommand, UsageProblem } from './operator-command.ts';

interface Installation extends TestApp {
  readonly database: TestDatabase;
  readonly listing: 'all' | 'confirmed';
  /**
   * The test's database, opened with the account of the tables' owner, as the operator's command
   * opens it.
   */
  readonly owners: OpenDatabase;
}

async function install(
  listing: Installation['listing'],
  settings: Readonly<Record<string, string>>,
): Promise<Installation> {
  const database = await makeTestDatabase();
  const own = await makeTestApp({ database, settings: { ...settings, HOSPITALS: listing } });
  const owners = openDatabase({
    connection: database.owner,
    poolSize: 1,
    onIdleError: () => undefined,
  });
  async function close(): Promise<void> {
    await owners.close();
    await own.close();
    await database.drop();
  }
  return { ...own, database, listing, owners, close };
}

let app: Installation;
let strict: Installation;
before(async () => {
  app = await install('all', { OPERATOR_EMAIL: 'operator@example.org' });
  strict = await install('confirmed', { OPERATOR_LANGUAGE: 'ur' });
});
after(async () => {
  await app.close();
  await strict.close();
});
beforeEach(async () => {
  for (const { owners } of [app, strict]) {
    await removeAllHospitals(owners.pool);
    await owners.pool.query('delete from job; delete from outbox_message');
    await owners.pool.query('delete from send_count');
  }
});

const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** Runs the real command as a process beside the server. */
function operator(
  { database, listing }: Installation,
  ...given: readonly string[]
): Promise<Ended> {
  return operatorWith(
    { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, HOSPITALS: listing },
    ...given,
  );
}

interface Ended {
  readonly code: number;
  readonly said: string;
  readonly complained: string;
}

function operatorWith(
  settings: Readonly<Record<string, string>>,
  ...given: readonly string[]
): Promise<Ended> {
  const env = {
    PATH: process.env['PATH'],
    ...settings,
    SECRET: secret,
    SMTP_URL: 'smtp://127.0.0.1:9',
    PUBLIC_URL: publicUrl,
    SUDO_USER: 'asha',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...given], { env }, (error, said, complained) =>
      resolve({ code: error === null ? 0 : Number(error.code), said, complained }),
    );
  });
}

const decisions = {
  confirm: confirmHospital,
  allow: allowHospital,
  close: closeHospital,
  reopen: reopenHospital,
} as const;

/**
 * Makes an operator's decision by calling the function of the command, without starting a process.
 */
async function decide(
  { owners: db, clock, listing }: Installation,
  act: keyof typeof decisions,
  id: string,
  reason = '',
): Promise<Decision> {
  const context = { db, clock, publicUrl, listing, operator: 'asha' };
  const decided = await decisions[act](context, id, reason);
  assert.ok(decided.ok, `${act}: ${decided.ok ? '' : decided.code}`);
  return decided.value;
}

/** Registers a hospital like the setup wizard; the founder becomes its administrator. */
async function found(
  on: TestApp,
  change: Partial<ReturnType<typeof givenHospital>> = {},
): Promise<{ hospital: Hospital; admin: TestPerson }> {
  const admin = await makePerson(on);
  const body = { ...givenHospital(admin.email), ...change };
  const { hospital } = await get(on, admin, 'createHospital', { body });
  return { hospital, admin };
}

const another = {
  hospitalName: 'Lakeside Clinic',
  address: '9 Lake Road',
  city: 'Udaipur',
  state: 'Rajasthan',
  zipCode: '313001',
  phone: '+912942000009',
  email: 'desk@lakeside.example',
};

async function listed(on: TestApp): Promise<string[]> {
  const { hospitals } = await get(on, undefined, 'listHospitals');
  return hospitals.map(({ name, standing }) => `${name}: ${standing}`);
}

async function standingOf(on: TestApp, admin: TestPerson) {
  return (await get(on, admin, 'getOwnStanding')).standing;
}

test('a created hospital is found at once as not confirmed, and the operator is notified [SEC-20, PAT-2, WIZ-1]', async () => {
  const { hospital, admin } = await found(app);
  assert.equal(hospital.standing, 'unconfirmed');
  assert.deepEqual(await listed(app), ['Sanjeevani Hospital: unconfirmed']);
  assert.deepEqual(await standingOf(app, admin), { state: 'unconfirmed', closeReason: null });
  const [mail] = await mailsTo(app.db, 'operator@example.org');
  assert.equal(mail?.subject, 'A hospital was created');
  assert.match(mail.plain, new RegExp(hospital.id, 'u'));
});

test('the operator gets mails in the language that was set for the installation [SEC-20]', async () => {
  const { hospital } = await found(strict);
  // Without OPERATOR_EMAIL mail goes to the contact address of the public pages.
  const [mail] = await mailsTo(strict.db, 'hello@baari.local');
  const said = textsOf('operatorMails', 'ur').hospital;
  assert.equal(mail?.subject, said.founded);
  assert.ok(mail.plain.includes(said.unconfirmed));
  assert.match(mail.plain, new RegExp(`npm run operator -- hospitals ${hospital.id}`, 'u'));
  assert.match(mail.html, /<html lang="ur" dir="rtl">/u);
});

test('a confirmed hospital is listed before nearer unconfirmed ones, and its administrators are notified [SEC-20, PAT-2]', async () => {
  const { hospital, admin } = await found(app);
  await found(app, { ...another, hospitalName: 'Aarogya Clinic' });
  assert.deepEqual(await listed(app), [
    'Aarogya Clinic: unconfirmed',
    'Sanjeevani Hospital: unconfirmed',
  ]);
  const done = await operator(app, 'confirm', hospital.id);
  assert.equal(done.code, 0, done.complained);
  assert.match(done.said, /Sanjeevani Hospital .* is confirmed/u);
  assert.deepEqual(await listed(app), [
    'Sanjeevani Hospital: confirmed',
    'Aarogya Clinic: unconfirmed',
  ]);
  await app.db.run(sql`update hospital set latitude = 24.5, longitude = 73.6
    where name = 'Aarogya Clinic'`);
  const near = { latitude: 24.5, longitude: 73.6 };
  const { hospitals } = await get(app, undefined, 'listHospitals', { query: near });
  assert.equal(
    hospitals[0]?.name,
    'Sanjeevani Hospital',
    'the order does not depend on the distance',
  );
  const [mail] = await mailsTo(app.db, admin.email);
  assert.equal(mail?.subject, 'Your hospital is confirmed on Baari');
});

test('a second "Sanjeevani Hospital" is hidden until the operator decides, and can be set up meanwhile [SEC-20]', async () => {
  const real = await found(app);
  await decide(app, 'confirm', real.hospital.id);
  const twin = await found(app, { ...another, hospitalName: 'Ѕаnjееvаnі  Hospital' });
  const { id } = twin.hospital;
  const doctor = await get(app, twin.admin, 'addDoctor', {
    body: {
      name: 'Dr. Twin',
      email: 'twin@example.org',
      phone: '+919876543210',
      specialty: 'Cardiology',
      department: 'Cardiology',
    },
  });
  const doctorId = doctor.doctor.id;
  await get(app, twin.admin, 'setDoctorStatus', { id: doctorId, body: { status: 'available' } });

  assert.deepEqual(await listed(app), ['Sanjeevani Hospital: confirmed']);
  const sought = await get(app, undefined, 'listHospitals', { query: { search: 'Hospital' } });
  assert.equal(sought.total, 1, 'nor found by a search');
  for (const name of ['getHospital', 'listHospitalDoctors', 'listNextSlots'] as const) {
    assertRefused(await call(app, undefined, name, { id }), 'not_found', name);
  }
  assert.equal(
    (await get(app, undefined, 'getDoctor', { id: doctorId })).doctor.hospitalStanding,
    'hidden',
  );
  const patient = await makePerson(app);
  const joins = [
    ['requestPlace', { body: { doctorId } }],
    ['bookAppointment', { body: { doctorId, date: '2036-06-04', time: '10:00' } }],
    [
      'applyToHospital',
      {
        body: {
          hospitalId: id,
          firstName: 'Asha',
          lastName: 'Rao',
          email: patient.email,
          phone: '+919876543210',
          role: 'nurse',
        },
      },
    ],
  ] as const;
  for (const [name, parts] of joins) {
    assertRefused(await call(app, patient, name, parts), 'not_found', name);
  }
  assert.deepEqual(await standingOf(app, twin.admin), { state: 'held', closeReason: null });
  const mails = await mailsTo(app.db, 'operator@example.org');
  assert.ok(mails.some(({ subject }) => subject === 'A hospital resembles a confirmed hospital'));
  const { said } = await operator(app, 'hospitals', '--open');
  assert.match(said, new RegExp(`${id}  held`, 'u'));
  assert.match(said, new RegExp(`resembles the confirmed ${real.hospital.id} .* by name`, 'u'));

  await decide(app, 'allow', id);
  assert.deepEqual((await listed(app)).length, 2);
  await get(app, patient, 'requestPlace', { body: { doctorId } });
});

test('a hospital with the product’s name or an official-sounding name is hidden until the operator decides [SEC-20]', async () => {
  for (const hospitalName of ['Baari', 'Baari Official Support', 'सरकारी अस्पताल']) {
    const { hospital, admin } = await found(app, { ...another, hospitalName });
    assert.equal((await standingOf(app, admin)).state, 'held', hospitalName);
    assert.deepEqual(await listed(app), []);
    const { said } = await operator(app, 'hospitals', hospital.id);
    assert.match(said, /its name contains/u);
    await decide(app, 'allow', hospital.id);
    assert.equal((await standingOf(app, admin)).state, 'unconfirmed');
    const profile = profileOf(hospital);
    await get(app, admin, 'saveOwnHospital', { body: { ...profile, phone: '+912942111111' } });
    assert.equal((await standingOf(app, admin)).state, 'unconfirmed', 'as it was let pass');
    await decide(app, 'close', hospital.id, 'Not theirs to say.');
  }
  const { hospital, admin } = await found(app, another);
  await decide(app, 'confirm', hospital.id);
  const renamed = { ...profileOf(hospital), name: 'Lakeside Government Hospital' };
  await get(app, admin, 'saveOwnHospital', { body: renamed });
  assert.equal((await standingOf(app, admin)).state, 'held', 'a confirmed one as well');
  const mails = await mailsTo(app.db, 'operator@example.org');
  assert.ok(mails.some(({ plain }) => plain.includes('sounds official')));
});

test('a hospital name with a character that reverses text direction is refused and creates no hospital [SEC-20, VAL-6]', async () => {
  const admin = await makePerson(app);
  for (const hospitalName of ['\u202elatipsoH inaveejnaS', 'Sanjee\u200bvani', 'San\u2066jee']) {
    const body = { ...givenHospital(admin.email), hospitalName };
    const refused = await call(app, admin, 'createHospital', { body });
    assertRefused(refused, 'invalid_request');
    assert.equal(refused.status, 400);
    assert.match(refused.text, /hospitalName.*invisible characters/u);
  }
  assert.deepEqual(await listed(app), []);
});

test('a hospital with the same phone, mail domain or address as a confirmed one is hidden until the operator decides [SEC-20]', async () => {
  const real = await found(app);
  await decide(app, 'confirm', real.hospital.id);
  const { phone, address, zipCode } = givenHospital('');
  for (const change of [{ phone }, { email: 'boss@sanjeevani.example' }, { address, zipCode }]) {
    const { admin } = await found(app, { ...another, ...change });
    assert.equal((await standingOf(app, admin)).state, 'held', JSON.stringify(change));
  }
  const { admin } = await found(app, another);
  assert.equal((await standingOf(app, admin)).state, 'unconfirmed');
});

test('confirming the genuine hospital hides the similar hospital that existed before [SEC-20]', async () => {
  const twin = await found(app, { ...another, hospitalName: 'Sanjivani' });
  const real = await found(app);
  assert.equal((await listed(app)).length, 2, 'nobody knows yet which is which');
  const { alsoHeld } = await decide(app, 'confirm', real.hospital.id);
  assert.deepEqual(alsoHeld, [twin.hospital.id]);
  assert.deepEqual(await listed(app), ['Sanjeevani Hospital: confirmed']);
  const { alsoShown } = await decide(app, 'close', real.hospital.id, 'It was the fake.');
  assert.deepEqual(alsoShown, [twin.hospital.id]);
  assert.deepEqual(await listed(app), ['Sanjivani: unconfirmed']);
});

function profileOf(hospital: Hospital) {
  const { name, address, city, state, zip_code, phone, email, departments } = hospital;
  const known = { name, address, city, state, zip_code, phone, email, departments };
  return { ...givenHospitalProfile(), latitude: null, longitude: null, ...known };
}

test('a hospital that later resembles a confirmed one is hidden from then on [SEC-20, HPROF-1]', async () => {
  const real = await found(app);
  await decide(app, 'confirm', real.hospital.id);
  const { hospital, admin } = await found(app, another);
  const profile = profileOf(hospital);
  await get(app, admin, 'saveOwnHospital', { body: { ...profile, name: 'संजीवनी अस्पताल' } });
  assert.equal((await standingOf(app, admin)).state, 'held');
  assert.deepEqual(await listed(app), ['Sanjeevani Hospital: confirmed']);
  await get(app, admin, 'saveOwnHospital', { body: profile });
  assert.equal((await standingOf(app, admin)).state, 'unconfirmed', 'and no longer than that');
});

test('a confirmed hospital stays confirmed with a new phone, which the operator sees, but not with a new name [SEC-20, HPROF-1]', async () => {
  const { hospital, admin } = await found(app);
  await decide(app, 'confirm', hospital.id);
  const profile = profileOf(hospital);
  const phone = '+917120000000';
  await get(app, admin, 'saveOwnHospital', { body: { ...profile, phone } });
  assert.equal((await standingOf(app, admin)).state, 'confirmed');
  const shown = await operator(app, 'hospitals', hospital.id);
  assert.match(shown.said, /phone changed since you looked: \+917122345678 → \+917120000000/u);
  const changed = { ...profile, departments: ['Cardiology'] };
  const before = await mailsTo(app.db, 'operator@example.org');
  await get(app, admin, 'saveOwnHospital', { body: { ...changed, phone } });
  const after = await mailsTo(app.db, 'operator@example.org');
  assert.equal(after.length, before.length, 'what it is known by stayed as it was');
  await get(app, admin, 'saveOwnHospital', { body: { ...profile, phone, name: 'Apollo' } });
  assert.equal((await standingOf(app, admin)).state, 'unconfirmed');
});

test('with HOSPITALS=confirmed only confirmed hospitals are shown, and all other hospitals see that they wait for confirmation [SEC-20]', async () => {
  const { hospital, admin } = await found(strict);
  assert.equal(hospital.standing, 'hidden');
  assert.deepEqual(await standingOf(strict, admin), { state: 'waiting', closeReason: null });
  assert.deepEqual(await listed(strict), []);
  assertRefused(await call(strict, undefined, 'getHospital', { id: hospital.id }), 'not_found');
  await decide(strict, 'confirm', hospital.id);
  assert.deepEqual(await listed(strict), ['Sanjeevani Hospital: confirmed']);
  // A second application on the same database with the other listing setting, as after a restart
  // with a changed setting.
  const open = await makeTestApp({ beside: strict });
  try {
    const waiting = await found(strict, another);
    assert.equal((await standingOf(strict, waiting.admin)).state, 'waiting');
    const again = await makeTestApp({ beside: strict });
    assert.equal((await listed(again)).length, 2);
    await again.close();
  } finally {
    await open.close();
  }
});

test('a hospital that the operator closes accepts no patient and shows staff the reason, and reopening restores all its data [SEC-20]', async () => {
  const { hospital, admin } = await found(app, { operatingHours: alwaysOpen });
  const doctorId = await makeDoctor(app, hospital.id);
  const patient = await makePerson(app);
  await decide(app, 'confirm', hospital.id);
  const early = await makePerson(app);
  await app.db.run(sql`update doctor set status = 'Available' where id = ${doctorId}`);
  const asked = await get(app, early, 'requestPlace', { body: { doctorId } });
  const closed = await operator(app, 'close', hospital.id, '--reason', 'Not a hospital.');
  assert.equal(closed.code, 0, closed.complained);
  assert.deepEqual(await listed(app), []);
  assertRefused(await call(app, patient, 'requestPlace', { body: { doctorId } }), 'not_found');
  const staff = [
    ['addWalkIn', { body: { name: 'Ravi', doctorId } }],
    [
      'bookForPatient',
      {
        body: {
          doctorId,
          date: new Date(app.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10),
          time: '10:00',
          patient: { kind: 'new', name: 'Ravi', phone: '' },
        },
      },
    ],
    ['inviteDoctor', { id: doctorId }],
    ['approveRequest', { id: asked.queue.id }],
  ] as const;
  for (const [name, parts] of staff) {
    assertRefused(await call(app, admin, name, parts), 'hospital_closed', name);
  }
  assert.deepEqual(await standingOf(app, admin), {
    state: 'closed',
    closeReason: 'Not a hospital.',
  });
  const mails = await mailsTo(app.db, admin.email);
  const notice = mails.find(({ subject }) => subject === 'Your hospital was closed on Baari');
  assert.match(notice?.plain ?? '', /Their reason: Not a hospital\./u);
  assert.equal((await operator(app, 'confirm', hospital.id)).code, 1, 'reopen it first');
  await decide(app, 'reopen', hospital.id);
  assert.deepEqual(await listed(app), ['Sanjeevani Hospital: confirmed']);
  await get(app, patient, 'requestPlace', { body: { doctorId } });
  await get(app, admin, 'approveRequest', { id: asked.queue.id });
});

test('every action of the operator is recorded, also in the hospital’s own audit trail, and the record cannot be changed [SEC-20, SEC-13]', async () => {
  const { hospital, admin } = await found(app);
  await decide(app, 'confirm', hospital.id);
  await decide(app, 'close', hospital.id, 'A fake.');
  const acts = await app.owners.many(sql`
    select operator, act, reason, seen ->> 'name' as name from operator_act
    where hospital_id = ${hospital.id} order by id`);
  assert.deepEqual(acts, [
    { operator: 'asha', act: 'confirm', reason: '', name: 'Sanjeevani Hospital' },
    { operator: 'asha', act: 'close', reason: 'A fake.', name: 'Sanjeevani Hospital' },
  ]);
  const { entries } = await get(app, admin, 'listAudit');
  assert.deepEqual(
    entries
      .filter(({ role }) => role === 'operator')
      .map(({ action, address }) => [action, address]),
    [
      ['close hospital', 'command by asha'],
      ['confirm hospital', 'command by asha'],
    ],
  );
  await assert.rejects(app.owners.run(sql`update operator_act set reason = ''`));
});

test('the operator’s command refuses the servers’ database account, names the needed address and changes nothing [SEC-19, SEC-20] @long', async () => {
  const { hospital } = await found(app);
  const settings = { DATABASE_URL: app.database.url, HOSPITALS: 'all' };
  const refused = await operatorWith(settings, 'confirm', hospital.id);
  assert.deepEqual([refused.code, refused.said], [2, '']);
  assert.match(refused.complained, /set DATABASE_OWNER_URL/u);
  assert.deepEqual(await listed(app), ['Sanjeevani Hospital: unconfirmed']);
  await assert.rejects(
    app.db.run(sql`
    insert into operator_act (at, operator, act, hospital_id, seen)
    values (now(), 'nobody', 'confirm', ${hospital.id}, '{}')`),
  );
  const shown = await operatorWith(settings, 'hospitals');
  assert.equal(shown.code, 0, 'looking takes no right of the owner');
});

test('the operator’s command refuses unknown input with an exit code and a message [SEC-20] @long', async () => {
  const unknown = randomUUID();
  const refused = await operator(app, 'confirm', unknown);
  assert.deepEqual([refused.code, refused.said], [1, '']);
  assert.match(refused.complained, /there is no such hospital/u);
  const misunderstood = await operator(app, 'destroy');
  assert.equal(misunderstood.code, 2);
  assert.match(misunderstood.complained, /npm run operator -- hospitals/u);
  for (const given of [
    [],
    ['confirm'],
    ['confirm', 'not-an-id'],
    ['close', unknown],
    ['close', unknown, '--reason', ' '],
    ['hospitals', '--all'],
    ['hospitals', unknown, unknown],
    ['hospitals', '--reason', 'Looked at.'],
    ['confirm', unknown, '--reason', 'Called them.'],
    ['confirm', unknown, '--open'],
  ]) {
    assert.throws(() => readCommand(given), UsageProblem, given.join(' '));
  }
  const { hospital } = await found(app);
  const some = await operator(app, 'confirm', unknown, hospital.id);
  assert.equal(some.code, 1, 'one of two was refused');
  const row = await findHospital(app.db, hospital.id, app.clock.now());
  assert.equal(row?.standing, 'confirmed', 'and the other was done');
});

test('the operator’s command works on a hospital without administrators, and acts once on a hospital that is named twice [SEC-20]', async () => {
  const { hospital, admin } = await found(app);
  const twice = await operator(app, 'confirm', hospital.id, hospital.id);
  assert.equal(twice.said.match(/is confirmed\. Its administrators are notified\./gu)?.length, 1);
  assert.equal((await mailsTo(app.db, admin.email)).length, 1);
  await app.db.run(sql`delete from membership where hospital_id = ${hospital.id}`);
  const left = await operator(app, 'close', hospital.id, '--reason', 'It moved away.');
  assert.match(left.said, /is closed\. It has no administrator to notify\./u);
});

test('a hospital’s name can neither control the operator’s terminal nor become a link in a mail [SEC-20, SEC-12]', async () => {
  const { hospital } = await found(app, { hospitalName: 'Good Hospital https://evil.example/x' });
  // Such a name can exist only if it was stored before these characters were refused.
  const kept = 'Good\u009b2J\u202eHospital https://evil.example/x\nnpm run operator';
  await app.db.run(sql`update hospital set name = ${kept} where id = ${hospital.id}`);
  const { said } = await operator(app, 'hospitals');
  assert.doesNotMatch(said, /[\u0080-\u009f\u202e]/u);
  assert.match(said, /Good·2J·Hospital/u);
  const [mail] = await mailsTo(app.db, 'operator@example.org');
  assert.doesNotMatch(mail?.plain ?? '', /evil\.example|:\/\//u);
});

test('the operator reads what became of the text messages of seven days, by country [MSG-7]', async () => {
  const now = new Date();
  for (const [days, country] of [
    [1, '91'],
    [9, '372'],
  ] as const) {
    const at = new Date(now.getTime() - days * 86_400_000);
    await app.db.run(sql`
      insert into message_delivery (id, channel, kind, country, state, reason, made_at, changed_at)
      values (gen_random_uuid(), 'sms', 'called', ${country}, 'failed', 'unreachable', ${at}, ${at})`);
  }
  const { code, said } = await operator(app, 'messages');
  assert.equal(code, 0);
  assert.match(said, /^sms \+91 called: 1 failed \(unreachable\)$/mu);
  assert.doesNotMatch(said, /372/u);
});

test('the operator reads the secret address at which a configured provider passes on messages of patients [MSG-8]', async () => {
  const { database } = app;
  const { code, said } = await operatorWith(
    {
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+15005550006',
    },
    'messages',
  );
  assert.equal(code, 0);
  const own = inboundUrl(publicUrl, secret, 'twilio');
  assert.ok(said.includes(`twilio: ${own}\n`), said);
  assert.doesNotMatch(said, /gateway:/u);
  const without = await operator(app, 'messages');
  assert.doesNotMatch(without.said, /inbound/u);
});

test('the operator reads which jobs fail, how often and why, without their recipients [KEEP-3]', async () => {
  await app.db.run(sql`
    insert into job (kind, payload, run_at, attempts, last_error, failed_at) values
      ('mail', '{}', now() + interval '1 hour', 3, 'connect ECONNREFUSED 127.0.0.1:25', null),
      ('sms', '{}', now(), 10, '550 riya@patients.example and +919876543210 are unknown', now()),
      ('sms', '{}', now() + interval '1 hour', 0, null, null)`);
  const { code, said } = await operator(app, 'jobs');
  assert.equal(code, 0);
  assert.match(
    said,
    /^sms \d+: 10 tries, given up .*: 550 \(an address\) and \(a number\) are unknown$/mu,
  );
  assert.match(said, /^mail \d+: 3 tries, next try .*: connect ECONNREFUSED/mu);
  assert.match(said, /2 jobs fail or were given up/u);
});

test('the operator sees that the server runs, and in which version [OPS-2]', async () => {
  const { code, said } = await operator(app, 'processes');
  assert.equal(code, 0);
  assert.match(
    said,
    /^[0-9a-f-]{36}: version \d+\.\d+\.\d+, started \S+Z, seen \d+ s ago\nRunning processes: 1\.$/mu,
  );
});
