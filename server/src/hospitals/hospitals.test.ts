/** Finding and creating a hospital [PAT-2, PAT-3, API-18, API-23…25, WIZ]. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { defaultOperatingHours } from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import type { Hospital } from '@baari/contract/hospital/hospital.ts';
import {
  assertRefused,
  call,
  digestOf,
  get,
  makeTestApp,
  type QueryFor,
  type TestApp,
} from '../testing/test-app.ts';
import { removeAllHospitals } from '../testing/test-database.ts';
import { listenToStatements } from '../testing/measuring/statements.ts';
import { givenHospital } from '../testing/test-bodies.ts';
import {
  makeDoctor,
  makeHospital,
  makePatients,
  makePerson,
  type TestPerson,
} from '../testing/test-people.ts';
import { zoneWhereItIs } from '../testing/test-zones.ts';

let app: TestApp;
before(async () => {
  app = await makeTestApp();
});
after(() => app.close());
beforeEach(() => removeAllHospitals(app.owner));

async function search(query: QueryFor<'listHospitals'> = {}): Promise<Hospital[]> {
  const given = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  );
  return (await get(app, undefined, 'listHospitals', { query: given })).hospitals;
}

async function namesOf(query: QueryFor<'listHospitals'>): Promise<string[]> {
  return (await search(query)).map(({ name }) => name);
}

test('a hospital search finds the name, city, state, address and department in any letter case [PAT-2, API-23]', async () => {
  await makeHospital(app, { name: 'Sanjeevani', city: 'Nagpur', state: 'Maharashtra' });
  await makeHospital(app, {
    name: 'Arogya',
    city: 'Kochi',
    state: 'Kerala',
    address: '7 Marine Drive',
  });
  await makeHospital(app, {
    name: '100% Care_',
    city: 'Salem',
    state: 'Tamil Nadu',
    departments: ['ENT'],
  });
  assert.deepEqual(await namesOf({ search: 'sanJEEV' }), ['Sanjeevani']);
  assert.deepEqual(await namesOf({ search: 'kochi' }), ['Arogya']);
  assert.deepEqual(await namesOf({ search: 'tamil' }), ['100% Care_']);
  assert.deepEqual(await namesOf({ search: 'marine drive' }), ['Arogya']);
  assert.deepEqual(await namesOf({ search: 'ent' }), ['100% Care_']);
  assert.deepEqual(await namesOf({ search: '  arogya  ' }), ['Arogya']);
  assert.deepEqual(await namesOf({ search: 'nowhere' }), []);
  assert.deepEqual(await namesOf({ search: '' }), ['100% Care_', 'Arogya', 'Sanjeevani']);
});

test('a hospital is found by a name typed in any script [PAT-2]', async () => {
  await makeHospital(app, { name: 'संजीवनी अस्पताल', city: 'नागपुर' });
  await makeHospital(app, { name: 'Arogya Clinic', city: 'Kochi' });
  assert.deepEqual(await namesOf({ search: 'sanjeevani' }), ['संजीवनी अस्पताल']);
  assert.deepEqual(await namesOf({ search: 'Nagpur' }), ['संजीवनी अस्पताल']);
  assert.deepEqual(await namesOf({ search: 'ஆரோக்யா' }), ['Arogya Clinic']);
  assert.deepEqual(await namesOf({ search: 'सुश्रुत' }), []);
});

test('a search treats a pattern or an SQL statement as plain text [PAT-2]', async () => {
  await makeHospital(app, { name: '100% Care_' });
  await makeHospital(app, { name: 'Arogya' });
  assert.deepEqual(await namesOf({ search: '%' }), ['100% Care_']);
  assert.deepEqual(await namesOf({ search: '_' }), ['100% Care_']);
  assert.deepEqual(await namesOf({ search: '\\' }), []);
  assert.deepEqual(await namesOf({ search: "'; drop table hospital; --" }), []);
  assert.equal((await search()).length, 2);
});

test('the filters by department and by specialty can be used together [API-23]', async () => {
  const heart = await makeHospital(app, { name: 'Heart', departments: ['Cardiology', 'ENT'] });
  const mind = await makeHospital(app, { name: 'Mind', departments: ['Neurology'] });
  await makeDoctor(app, heart, { specialty: 'Cardiology' });
  await makeDoctor(app, mind, { specialty: 'Neurology' });
  assert.deepEqual(await namesOf({ department: 'ENT' }), ['Heart']);
  assert.deepEqual(await namesOf({ specialty: 'Neurology' }), ['Mind']);
  assert.deepEqual(await namesOf({ department: 'ENT', specialty: 'Neurology' }), []);
  assert.deepEqual(await namesOf({ search: 'heart', department: 'Cardiology' }), ['Heart']);
});

test('the list of hospitals shows each hospital once, by name, and its last page says that it is the last [API-23]', async () => {
  for (let n = 0; n < 25; n += 1) {
    await makeHospital(app, {
      name: `${n % 2 === 0 ? 'h' : 'H'}ospital ${String(n).padStart(2, '0')}`,
    });
  }
  const seen: string[] = [];
  let page: number | null = 1;
  while (page !== null) {
    const reply: { hospitals: Hospital[]; nextPage: number | null; total: number } = await get(
      app,
      undefined,
      'listHospitals',
      { query: { page, limit: 10 } },
    );
    assert.equal(reply.total, 25);
    seen.push(...reply.hospitals.map(({ name }) => name));
    page = reply.nextPage;
  }
  assert.equal(new Set(seen).size, 25);
  assert.deepEqual(
    seen.map((name) => name.toLowerCase()),
    seen.map((name) => name.toLowerCase()).toSorted(),
  );
  const beyond = await get(app, undefined, 'listHospitals', { query: { page: 4, limit: 10 } });
  assert.deepEqual([beyond.hospitals, beyond.nextPage, beyond.total], [[], null, 25]);
});

test('the hospitals nearest to a position come first with their distance, and hospitals without coordinates come last [PAT-3]', async () => {
  await makeHospital(app, { name: 'Nowhere' });
  await makeHospital(app, { name: 'Mumbai', position: [19.076, 72.8777] });
  await makeHospital(app, { name: 'Pune', position: [18.5204, 73.8567] });
  await makeHospital(app, { name: 'Delhi', position: [28.6139, 77.209] });
  const found = await search({ latitude: 18.52, longitude: 73.85 });
  assert.deepEqual(
    found.map(({ name }) => name),
    ['Pune', 'Mumbai', 'Delhi', 'Nowhere'],
  );
  const [pune, mumbai, delhi, nowhere] = found.map(({ distanceKm }) => distanceKm);
  assert.ok(pune !== null && pune !== undefined && pune < 1);
  assert.ok(mumbai !== null && mumbai !== undefined && Math.abs(mumbai - 120) < 3, String(mumbai));
  assert.ok(delhi !== null && delhi !== undefined && Math.abs(delhi - 1174) < 15, String(delhi));
  assert.equal(nowhere, null);
  assert.ok((await search()).every(({ distanceKm }) => distanceKm === null));
  // Across the date line the shorter way counts, and the same position is at distance zero.
  await makeHospital(app, { name: 'Fiji', position: [-17, 179.9] });
  const [nearest] = await search({ latitude: -17, longitude: -179.9 });
  assert.equal(nearest?.name, 'Fiji');
  assert.ok((nearest.distanceKm ?? 999) < 25);
  const [same] = await search({ latitude: 19.076, longitude: 72.8777 });
  assert.equal(same?.distanceKm, 0);
});

/** Nine to five from Monday to Friday, closed at weekends. */
const officeHours: WeekHours = {
  ...defaultOperatingHours,
  monday: { open: '09:00', close: '17:00', closed: false },
  tuesday: { open: '09:00', close: '17:00', closed: false },
  sunday: { open: '09:00', close: '17:00', closed: true },
};

function setClock(iso: string): void {
  app.clock.advance(Date.parse(iso) - app.clock.now().getTime());
}

test('the filter “open now” follows the hospital’s own clock to the minute [PAT-2, ENT-3]', async () => {
  const zones = { Pune: 'Asia/Kolkata', Tokyo: 'Asia/Tokyo', 'New York': 'America/New_York' };
  for (const [name, timeZone] of Object.entries(zones)) {
    await makeHospital(app, { name, timeZone, hours: officeHours });
  }
  async function openAt(iso: string): Promise<string[]> {
    setClock(iso);
    const open = await namesOf({ openNow: 'true' });
    const all = await search();
    assert.deepEqual(
      all.filter(({ openNow }) => openNow).map(({ name }) => name),
      open,
      'the filter and the badge agree',
    );
    return open;
  }
  // Monday 2 June 2036: Pune is at +5:30, Tokyo at +9, New York at −4.
  assert.deepEqual(await openAt('2036-06-02T03:29:59Z'), ['Tokyo'], 'a second before nine in Pune');
  assert.deepEqual(await openAt('2036-06-02T03:30:00Z'), ['Pune', 'Tokyo'], 'nine in Pune');
  assert.deepEqual(await openAt('2036-06-02T07:59:59Z'), ['Pune', 'Tokyo'], 'the last second');
  assert.deepEqual(await openAt('2036-06-02T08:00:00Z'), ['Pune'], 'five in Tokyo: closed');
  assert.deepEqual(await openAt('2036-06-02T13:00:00Z'), ['New York'], 'nine in New York');
  assert.deepEqual(
    await openAt('2036-06-02T00:30:00Z'),
    ['Tokyo'],
    'Monday there, Sunday elsewhere',
  );
  // Sunday is closed, whatever its hours say.
  assert.deepEqual(await openAt('2036-06-01T06:00:00Z'), []);
  // In winter New York is at −5: nine o'clock is an hour later.
  assert.deepEqual(await openAt('2036-01-07T13:30:00Z'), []);
  assert.deepEqual(await openAt('2036-01-07T14:30:00Z'), ['New York']);
  setClock(new Date().toISOString());
});

test('the numbers of patients shown for a hospital and its doctors equal the numbers in their queues [PAT-3, PAT-7, ENT-3, ENT-4]', async () => {
  const id = await makeHospital(app, { timeZone: zoneWhereItIs(10, app.clock.now()) });
  const [free, busy] = [await makeDoctor(app, id), await makeDoctor(app, id, { status: 'Busy' })];
  const admin = await makePerson(app, { works: { as: 'hospital_admin', hospitalId: id } });
  const before = (await get(app, undefined, 'getHospital', { id })).hospital;
  assert.deepEqual(
    [before.doctorCount, before.availableDoctorCount, before.patientCount, before.status],
    [2, 1, 0, 'available'],
  );
  const patients = await makePatients(app, 4);
  const entries: string[] = [];
  for (const person of patients) {
    const body = { doctorId: free };
    entries.push((await get(app, person, 'requestPlace', { body })).queue.id);
  }
  const [first = '', second = '', third = ''] = entries;
  for (const entry of [first, second, third]) {
    await get(app, admin, 'approveRequest', { id: entry });
  }
  app.clock.advance(10 * 60_000);
  await get(app, admin, 'startConsultation', { id: first });
  app.clock.advance(6 * 60_000);
  await get(app, admin, 'completeConsultation', { id: first });
  await get(app, admin, 'startConsultation', { id: second });
  const hospital = (await get(app, undefined, 'getHospital', { id })).hospital;
  assert.equal(hospital.patientCount, 2, 'one waits and one is with the doctor');
  assert.deepEqual((await search())[0], hospital, 'the list shows the same');
  const { doctors } = await get(app, undefined, 'listHospitalDoctors', { id });
  const doctor = doctors.find((each) => each.id === free);
  assert.ok(doctor !== undefined);
  assert.equal(doctor.currentQueue, 2);
  assert.equal(doctor.totalPatients, 1);
  assert.equal(doctor.averageWaitTime, 13, 'the mean of 10 and 16 minutes');
  assert.deepEqual((await get(app, undefined, 'getDoctor', { id: free })).doctor, doctor);
  const idle = doctors.find((each) => each.id === busy);
  assert.deepEqual([idle?.currentQueue, idle?.totalPatients, idle?.averageWaitTime], [0, 0, 0]);
  const { counts } = await get(app, admin, 'getDayCounts', { id });
  assert.deepEqual(counts, {
    pending: 1,
    waiting: 1,
    inProgress: 1,
    approvedToday: 3,
    rejectedToday: 0,
    completedToday: 1,
  });
  await get(app, admin, 'setDoctorStatus', { id: free, body: { status: 'offline' } });
  const gone = (await get(app, undefined, 'getHospital', { id })).hospital;
  assert.deepEqual([gone.availableDoctorCount, gone.status], [0, 'unavailable']);
});

test('the counts of today’s patients begin at midnight in the hospital’s own time zone [STAFF-2, ENT-2]', async () => {
  const now = app.clock.now();
  const id = await makeHospital(app, { timeZone: zoneWhereItIs(0, now) });
  const doctorId = await makeDoctor(app, id);
  const [one, other] = await makePatients(app, 2);
  const admin = await makePerson(app, { works: { as: 'hospital_admin', hospitalId: id } });
  async function visit(person: TestPerson | undefined): Promise<void> {
    const { queue } = await get(app, person, 'requestPlace', { body: { doctorId } });
    await get(app, admin, 'approveRequest', { id: queue.id });
    await get(app, admin, 'startConsultation', { id: queue.id });
    await get(app, admin, 'completeConsultation', { id: queue.id });
  }
  const sinceMidnight = now.getTime() % 3_600_000;
  app.clock.advance(-sinceMidnight - 60_000);
  await visit(one);
  const before = await get(app, admin, 'getDayCounts', { id });
  const midnight = new Date(now.getTime() - sinceMidnight).toISOString();
  assert.equal(before.dayEndsAt, midnight, 'an open page knows when its counts are of yesterday');
  const line = await get(app, admin, 'getDoctorQueue', { id: doctorId });
  assert.deepEqual([line.dayEndsAt, line.stats.totalCompleted], [midnight, 1]);
  app.clock.advance(sinceMidnight + 60_000);
  await visit(other);
  const { counts, dayEndsAt } = await get(app, admin, 'getDayCounts', { id });
  assert.equal(Date.parse(dayEndsAt) - Date.parse(midnight), 86_400_000);
  assert.deepEqual([counts.approvedToday, counts.completedToday], [1, 1]);
  const today = await get(app, admin, 'getDoctorQueue', {
    id: doctorId,
    query: { includeCompleted: true },
  });
  assert.equal(today.stats.totalCompleted, 1);
  assert.deepEqual(
    today.queue.map(({ patient }) => patient.id),
    [other?.userId],
    "yesterday's visit is not shown",
  );
});

test('a hospital is created with its hours, and its creator becomes its administrator at once [API-18, WIZ-5, WIZ-6]', async () => {
  const person = await makePerson(app);
  const body = { ...givenHospital(person.email), departments: ['ENT', 'Cardiology', 'ENT'] };
  const { hospital, user } = await get(app, person, 'createHospital', { body });
  assert.deepEqual(hospital.operating_hours, defaultOperatingHours);
  assert.deepEqual(hospital.departments, ['ENT', 'Cardiology']);
  assert.equal(hospital.timeZone, 'Asia/Kolkata');
  assert.equal(hospital.location, 'Nagpur, Maharashtra');
  assert.deepEqual(
    [hospital.doctorCount, hospital.patientCount, hospital.status, hospital.rating],
    [0, 0, 'unavailable', 4.5],
  );
  assert.deepEqual([user.role, user.hospitalId], ['hospital_admin', hospital.id]);
  assert.deepEqual((await get(app, person, 'getCurrentUser')).user, user);
  assert.deepEqual((await get(app, person, 'getOwnHospital')).hospital, hospital);
  assert.deepEqual((await search({ search: 'Sanjeevani' }))[0], hospital);
});

test('given hours are stored, and hours that end before they begin are refused [WIZ-5, WIZ-6]', async () => {
  const person = await makePerson(app);
  const monday = { open: '22:00', close: '06:00', closed: false };
  const wrong = await call(app, person, 'createHospital', {
    body: { ...givenHospital(person.email), operatingHours: { ...defaultOperatingHours, monday } },
  });
  assertRefused(wrong, 'invalid_request');
  const { hospital } = await get(app, person, 'createHospital', {
    body: { ...givenHospital(person.email), operatingHours: officeHours },
  });
  assert.deepEqual(hospital.operating_hours, officeHours);
});

test('a hospital is not created with an unverified or foreign email, or by another hospital’s staff [WIZ-4, WIZ-9, ROLE-6]', async () => {
  const hospitalId = await makeHospital(app);
  const doctorId = await makeDoctor(app, hospitalId);
  const [unverified, verified, admin, doctor] = await Promise.all([
    makePerson(app, { isVerified: false }),
    makePerson(app),
    makePerson(app, { works: { as: 'hospital_admin', hospitalId } }),
    makePerson(app, { works: { as: 'doctor', hospitalId, doctorId } }),
  ]);
  const digest = await digestOf(app.db);
  const cases = [
    [unverified, unverified.email, 'email_not_verified'],
    [verified, 'somebody.else@example.org', 'email_mismatch'],
    [admin, admin.email, 'already_staff'],
    [doctor, doctor.email, 'already_staff'],
  ] as const;
  for (const [person, email, code] of cases) {
    const answer = await call(app, person, 'createHospital', { body: givenHospital(email) });
    assertRefused(answer, code);
  }
  assert.equal(await digestOf(app.db), digest, 'nothing is left behind');
  const inCapitals = givenHospital(verified.email.toUpperCase());
  await get(app, verified, 'createHospital', { body: inCapitals });
});

test('when one person creates two hospitals at once, one hospital is created [ROLE-6]', async () => {
  const person = await makePerson(app);
  const answers = await Promise.all(
    [1, 2, 3].map(() => call(app, person, 'createHospital', { body: givenHospital(person.email) })),
  );
  const made = answers.filter(({ status }) => status === 201);
  assert.equal(made.length, 1);
  for (const answer of answers) {
    if (answer.status !== 201) assertRefused(answer, 'already_staff');
  }
  assert.equal((await search()).length, 1);
});

test('adding a doctor creates the department, without surrounding spaces, and each email can be used once in a hospital [VAL-3, API-20]', async () => {
  const hospitalId = await makeHospital(app, { departments: ['Cardiology'] });
  const elsewhere = await makeHospital(app);
  const [admin, other] = await Promise.all([
    makePerson(app, { works: { as: 'hospital_admin', hospitalId } }),
    makePerson(app, { works: { as: 'hospital_admin', hospitalId: elsewhere } }),
  ]);
  const body = {
    name: '  Dr. Meera Iyer ',
    email: ' Meera@Example.org ',
    phone: '+91 98765 43210',
    specialty: 'Neurology',
    department: ' Sleep Medicine ',
  };
  const { doctor } = await get(app, admin, 'addDoctor', { body });
  assert.deepEqual(
    [doctor.name, doctor.email, doctor.phone, doctor.department, doctor.status, doctor.hasAccount],
    ['Dr. Meera Iyer', 'meera@example.org', '+919876543210', 'Sleep Medicine', 'Offline', false],
  );
  const { hospital } = await get(app, admin, 'getOwnHospital');
  assert.deepEqual(hospital.departments, ['Cardiology', 'Sleep Medicine']);
  assert.ok(hospital.updated_at !== null);
  assertRefused(await call(app, admin, 'addDoctor', { body }), 'doctor_exists');
  const another = { ...body, email: 'second@example.org', department: 'Cardiology' };
  await get(app, admin, 'addDoctor', { body: another });
  const after = (await get(app, admin, 'getOwnHospital')).hospital;
  assert.deepEqual(after.departments, ['Cardiology', 'Sleep Medicine'], 'each once');
  assert.equal(after.doctorCount, 2);
  await get(app, other, 'addDoctor', { body });
  const { doctors } = await get(app, undefined, 'listHospitalDoctors', { id: hospitalId });
  assert.ok(doctors.every((each) => !('email' in each) && !('phone' in each)));
});

test('doctors added at once are all stored, each with their department [VAL-3, API-20]', async () => {
  const hospitalId = await makeHospital(app, { departments: [] });
  const admin = await makePerson(app, { works: { as: 'hospital_admin', hospitalId } });
  const departments = ['Cardiology', 'Neurology', 'Dermatology', 'Cardiology', 'Surgery'];
  const added = departments.map((department, n) => {
    const body = {
      name: `Dr. Number ${n}`,
      email: `number-${n}@example.org`,
      phone: '+91 98765 43210',
      specialty: department,
      department,
    };
    return get(app, admin, 'addDoctor', { body });
  });
  await Promise.all(added);
  const { hospital } = await get(app, admin, 'getOwnHospital');
  assert.equal(hospital.doctorCount, 5);
  assert.deepEqual(hospital.departments.toSorted(), [...new Set(departments)].toSorted());
});

test('a hospital’s doctor is found by part of the name, also in another script [API-25, PAT-5]', async () => {
  const hospitalId = await makeHospital(app);
  const admin = await makePerson(app, { works: { as: 'hospital_admin', hospitalId } });
  for (const [n, name] of ['Dr. Meera Kulkarni', 'डॉ. रमेश कुमार', 'Dr. 100% Sure'].entries()) {
    const email = `script-${n}@example.org`;
    const phone = '+91 98765 43210';
    const place = { specialty: 'Cardiology', department: 'Cardiology' } as const;
    await get(app, admin, 'addDoctor', { body: { name, email, phone, ...place } });
  }
  async function found(search: string): Promise<string[]> {
    const query = { search };
    const { doctors } = await get(app, undefined, 'listHospitalDoctors', { id: hospitalId, query });
    const colleagues = await get(app, admin, 'listColleagues', { query });
    const names = doctors.map(({ name }) => name);
    assert.deepEqual(
      colleagues.doctors.map(({ name }) => name),
      names,
    );
    return names;
  }
  assert.deepEqual(await found('मीरा कुलकर्णी'), ['Dr. Meera Kulkarni']);
  assert.deepEqual(await found('மீரா குல்கர்ணி'), ['Dr. Meera Kulkarni']);
  assert.deepEqual(await found('ramesh kumar'), ['डॉ. रमेश कुमार']);
  assert.deepEqual(await found('KULK'), ['Dr. Meera Kulkarni']);
  assert.deepEqual(
    await found('0%'),
    ['Dr. 100% Sure'],
    '% is searched as a character, not as a wildcard',
  );
  assert.deepEqual(await found('सुनीता'), []);
  assert.equal((await found('')).length, 3);
});

test('a hospital without doctors has an empty list, and an unknown hospital is not found [API-25]', async () => {
  const id = await makeHospital(app);
  assert.deepEqual((await get(app, undefined, 'listHospitalDoctors', { id })).doctors, []);
  const unknown = await call(app, undefined, 'listHospitalDoctors', { id: randomUUID() });
  assertRefused(unknown, 'not_found');
});

test('the list of 10,000 hospitals needs as many SQL statements for each page as a list of ten hospitals [guarantees]', async () => {
  await app.db.pool.query(
    `insert into hospital (name, type, address, city, state, zip_code, phone, email, departments,
       operating_hours, time_zone, latitude, longitude)
     select 'Hospital ' || n, 'general', '1 Main Road', 'City ' || n % 100, 'Kerala', '600001',
       '+911234567890', 'desk@example.org', '{Cardiology}', $1::jsonb, 'Asia/Kolkata',
       8 + (n % 200) / 10.0, 70 + (n % 250) / 10.0
     from generate_series(1, 10000) n`,
    [JSON.stringify(defaultOperatingHours)],
  );
  await app.db.pool.query(
    `with made as (
       insert into doctor (hospital_id, name, email, phone, specialty, department)
       select id, 'Dr. ' || n, n || '@example.org', '+911234567890', 'Cardiology', 'Cardiology'
       from (select id from hospital order by lower(name), id limit 100) h, generate_series(1, 5) n
       returning id)
     insert into doctor_queue (doctor_id) select id from made`,
  );
  const [first] = await search({ limit: 1 });
  assert.ok(first !== undefined);
  const listen = listenToStatements(app.db.pools);
  const statementsOf = async (work: () => Promise<unknown>) =>
    (await listen(work)).statements.length;
  const counts = {
    small: await statementsOf(() => search({ limit: 10 })),
    large: await statementsOf(() => search({ limit: 100 })),
    near: await statementsOf(() => search({ limit: 100, latitude: 18.5, longitude: 73.8 })),
    filtered: await statementsOf(() => search({ limit: 100, search: 'city 7', openNow: 'true' })),
    one: await statementsOf(() => get(app, undefined, 'getHospital', { id: first.id })),
    doctors: await statementsOf(() => get(app, undefined, 'listHospitalDoctors', { id: first.id })),
  };
  assert.deepEqual(counts, { small: 2, large: 2, near: 2, filtered: 2, one: 1, doctors: 1 });
  assert.equal((await search({ limit: 100 })).length, 100);
});
