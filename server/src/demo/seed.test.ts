import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { select, typed } from '../platform/database/columns.ts';
import type { Database } from '../platform/database/database.ts';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { addDays, dayAt, instantFrom, weekdayOf } from '../schedule/calendar.rules.ts';
import { demoAccounts, seedDemo } from './seed.ts';

let app: TestApp;

let bound: string | undefined;

before(async () => {
  app = await makeTestApp();
  await seedDemo(askingForTheBound(app.db), app.clock, () => undefined);
});

/**
 * Wraps a database so that the test reads the time limit that PostgreSQL applies to the
 * transactions.
 */
function askingForTheBound(db: Database): Database {
  const setting = typed<string>(sql`current_setting('transaction_timeout')`);
  return {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const done = await work(tx);
        bound = (await tx.one(select({ setting })``)).setting;
        return done;
      }),
  };
}

after(() => app.close());

test('the demonstration data are written without hitting a time limit, even on a very slow machine [API-23]', () => {
  assert.equal(bound, '0');
});

test('the demonstration has six hospitals with doctors, lines and people in them [API-23, PAT-3]', async () => {
  const { hospitals } = await get(app, undefined, 'listHospitals');
  assert.equal(hospitals.length, 6);
  for (const hospital of hospitals) {
    assert.ok(hospital.latitude !== null && hospital.longitude !== null);
    assert.ok(hospital.departments.length > 0);
    assert.ok(hospital.doctorCount >= 4 && hospital.availableDoctorCount > 0);
    assert.ok(hospital.patientCount > 0);
  }
  const total = hospitals.reduce((sum, { doctorCount }) => sum + doctorCount, 0);
  assert.ok(total >= 28, String(total));
});

test('the demonstration’s hospitals are confirmed, so that none shows a warning [SEC-20]', async () => {
  const { hospitals } = await get(app, undefined, 'listHospitals');
  assert.deepEqual(new Set(hospitals.map(({ standing }) => standing)), new Set(['confirmed']));
});

test('each printed demonstration account signs in with its printed role [ROLE-1…4]', async () => {
  const expected = ['patient', 'receptionist', 'doctor', 'hospital_admin', 'doctor'];
  const emails = [...demoAccounts().matchAll(/\S+@\S+/gu)].map(([email]) => email);
  const roles: string[] = [];
  for (const email of emails) {
    const token = await tokenOf(email);
    roles.push((await get(app, { token }, 'getCurrentUser')).user.role);
  }
  assert.deepEqual(roles, expected);
});

test('one person of the demonstration works at two hospitals, as a doctor and as an administrator [ROLE-9]', async () => {
  const token = await tokenOf('lakshmi.narayan@baari.example');
  const { user } = await get(app, { token }, 'getCurrentUser');
  assert.equal(user.worksAtSeveral, true);
  const { hospitals } = await get(app, { token }, 'listOwnHospitals');
  assert.deepEqual(
    new Map(hospitals.map(({ name, role, isActing }) => [name, { role, isActing }])),
    new Map([
      ['Marina Family Clinic', { role: 'hospital_admin', isActing: false }],
      ['Navjeevan Children’s Hospital', { role: 'doctor', isActing: true }],
    ]),
  );
  const { doctor } = await get(app, undefined, 'getDoctor', { id: user.doctorId ?? '' });
  assert.equal(doctor.name, 'Dr. Lakshmi Narayan');
});

test('the demonstration patient’s visits were all at one hospital, and each visit ended before the next began [PAT-11, QST-1]', async () => {
  const token = await tokenOf('patient@baari.example');
  const { queues } = await get(app, { token }, 'listHistory');
  assert.ok(queues.length >= 2, String(queues.length));
  assert.equal(new Set(queues.map(({ hospital }) => hospital.id)).size, 1);
  for (const [n, newer] of queues.slice(0, -1).entries()) {
    const older = queues[n + 1];
    assert.ok(
      (older?.endedAt ?? '') < newer.joinedAt,
      'one visit ends before the next is asked for',
    );
  }
});

test('the demonstration’s administrator finds lines from registration to pharmacy, with their counters and the lines that usually follow [LINE-1]', async () => {
  const token = await tokenOf('admin@baari.example');
  const { lines } = await get(app, { token }, 'listLines');
  assert.deepEqual(
    lines.map(({ name, points }) => [name, points.length]),
    [
      ['Any paediatrician', 1],
      ['Any physician', 2],
      ['Laboratory', 3],
      ['Pharmacy', 2],
      ['Registration', 2],
      ['Vitals', 1],
    ],
  );
  assert.ok(lines.every(({ name, next }) => next.length > 0 || name === 'Pharmacy'));
});

test('the demonstration’s lines have waiting and served patients, earlier steps of visits, and measured service times [LINE-1, LINE-4, LINE-5]', async () => {
  const token = await tokenOf('admin@baari.example');
  const { lines } = await get(app, { token }, 'listLines');
  for (const { name, points, waiting, inside } of lines) {
    assert.ok(waiting > 0, `${name}: nobody waits`);
    assert.ok(
      points.some(({ state }) => state === 'open'),
      `${name}: no point is open`,
    );
    if (!name.startsWith('Any')) assert.ok(inside > 0, `${name}: nobody is served`);
  }
  const laboratory = lines.find(({ name }) => name === 'Laboratory');
  const { counter } = await get(app, { token }, 'getCounter', {
    id: laboratory?.points[0]?.id ?? '',
  });
  assert.deepEqual(
    counter.waiting.map(({ position }) => position),
    [1, 2, 3, 4],
  );
  const { journey } = await get(app, { token }, 'getJourney', { id: counter.serving?.id ?? '' });
  assert.deepEqual(
    journey.stops.map(({ name, status }) => [name, status]),
    [
      ['Registration', 'completed'],
      ['Vitals', 'completed'],
      ['Dr. Meera Kulkarni', 'completed'],
      ['Laboratory', 'in_progress'],
      ['Dr. Meera Kulkarni', null],
      ['Pharmacy', null],
    ],
  );
  assert.ok(journey.stops[4]?.isReturn);
  const { rows } = await app.db.pool.query<{ learnt: number; visits: number }>(
    `select count(*) filter (where q.pace_visits > 10)::int as learnt,
      (select count(distinct visit_id)::int from queue_entry
        where joined_at < $1::timestamptz - interval '1 day') as visits
     from shared_line l join doctor_queue q on q.doctor_id = l.id where l.kind <> 'any_doctor'`,
    [app.clock.now()],
  );
  assert.equal(rows[0]?.learnt, 4);
  assert.ok((rows[0]?.visits ?? 0) > 100);
});

test('everyone in the demonstration’s morning lines has a unique token, and some have checked in [ARR-1, ARR-3]', async () => {
  const token = await tokenOf('admin@baari.example');
  const { hospital } = await get(app, { token }, 'getOwnHospital');
  const { queues } = await get(app, { token }, 'listWaiting', { id: hospital.id });
  const tokens = queues.map((entry) => entry.token);
  assert.ok(tokens.length > 5 && tokens.every((each) => /^[A-Z]-\d{3}$/u.test(each ?? '')));
  assert.equal(new Set(tokens).size, tokens.length);
  const here = queues.filter(({ checkedInAt }) => checkedInAt !== null).length;
  assert.ok(here > 0 && here < queues.length, `${here} of ${queues.length}`);
});

test('the demonstration shows a patient on hold after a missed call, an urgency set by staff, and why a patient’s place changed [INV-12, PAT-11]', async () => {
  const desk = await tokenOf('reception@baari.example');
  const { user } = await get(app, { token: desk }, 'getCurrentUser');
  const id = user.hospitalId ?? '';
  const { queues } = await get(app, { token: desk }, 'listWaiting', { id });
  const held = queues.filter(({ hold }) => hold !== null);
  assert.deepEqual(
    held.map(({ hold, position }) => [hold?.calls, hold?.backAt, position > 1]),
    [[1, null, true]],
  );
  const judged = queues.filter(({ urgencyChange }) => urgencyChange !== null);
  assert.deepEqual(
    judged.map(({ urgency, urgencyChange }) => [urgency, urgencyChange?.stated]),
    [['high', 'medium']],
  );
  const patient = await tokenOf('patient@baari.example');
  const [own, ...others] = (await get(app, { token: patient }, 'listOpenEntries')).queues;
  assert.ok(own !== undefined && others.length === 0);
  assert.deepEqual([own.patient.name, own.position], ['Riya Verma', 3]);
  const fitting = ['Cardiology', 'Heart races when she runs about, since last week.'];
  assert.deepEqual([own.doctor.specialty, own.symptoms], fitting);
  assert.deepEqual(
    own.placeChanges.map(({ reason, from, to, own: isOwn }) => [reason, from, to, isOwn]),
    [['urgent', 2, 3, false]],
  );
});

test('some doctors of the demonstration have their own hours, one is on a break, and days off exist [DOC-1, DOC-2]', async () => {
  const { hospitals } = await get(app, undefined, 'listHospitals');
  const lists = await Promise.all(
    hospitals.map(({ id }) => get(app, undefined, 'listHospitalDoctors', { id })),
  );
  const doctors = lists.flatMap((list) => list.doctors);
  assert.ok(doctors.some(({ breakUntil }) => breakUntil !== null));
  const schedules = await Promise.all(
    doctors.map(async ({ id }) => (await get(app, undefined, 'getSchedule', { id })).schedule),
  );
  assert.ok(schedules.some(({ hasOwnWeek }) => hasOwnWeek));
  assert.ok(schedules.some(({ daysOff }) => daysOff.length > 0));
});

test('each demonstration hospital has ratings, differing weekdays, closed Sundays, reports, rooms, a display and a door code [ENT-3, RPT-1, ARR-5, ARR-6, ROOM-1]', async () => {
  const { hospitals } = await get(app, undefined, 'listHospitals');
  assert.ok(hospitals.every(({ ratingCount }) => ratingCount > 20));
  assert.ok(new Set(hospitals.map(({ rating }) => rating.toFixed(2))).size > 1);
  const { rows: early } = await app.db.pool.query('select 1 from rating where rated_at > $1', [
    app.clock.now(),
  ]);
  assert.deepEqual(early, [], 'nobody has rated a visit at a time to come');
  const { rows: days } = await app.db.pool.query<{ weekday: number; visits: number }>(
    `select extract(dow from e.started_at at time zone h.time_zone)::int as weekday,
      count(*)::int as visits
    from queue_entry e join hospital h on h.id = e.hospital_id
    where (h.operating_hours -> 'sunday' ->> 'closed')::boolean
      and e.started_at < $1::timestamptz - interval '12 hours'
    group by 1`,
    [app.clock.now()],
  );
  const visitsOf = (weekday: number) => days.find((day) => day.weekday === weekday)?.visits ?? 0;
  assert.equal(visitsOf(0), 0, 'a hospital that is closed on Sundays sees nobody then');
  assert.ok(visitsOf(1) > visitsOf(2) && visitsOf(2) > visitsOf(6) && visitsOf(6) > 0);

  const admin = { token: await tokenOf('admin@baari.example') };
  assert.ok((await get(app, admin, 'listHospitalReports')).reports.length > 10);
  const { screens, door } = await get(app, admin, 'listScreens');
  assert.deepEqual([screens.map(({ kind }) => kind), door !== null], [['display'], true]);
  const { doctors } = await get(app, admin, 'listColleagues');
  assert.ok(doctors.some(({ room }) => room !== null));
  const patient = { token: await tokenOf('patient@baari.example') };
  assert.ok((await get(app, patient, 'listOwnReports')).reports.length >= 2);
});

test('most doctors of the demonstration have a drawn photo, and some show initials [ENT-4]', async () => {
  const { hospitals } = await get(app, undefined, 'listHospitals');
  const lists = await Promise.all(
    hospitals.map(({ id }) => get(app, undefined, 'listHospitalDoctors', { id })),
  );
  const images = lists.flatMap(({ doctors }) => doctors.map(({ image }) => image));
  const drawn = images.filter((image) => image !== null);
  assert.ok(drawn.length > images.length / 2 && drawn.length < images.length);
  const answer = await app.app.http.inject({ url: drawn[0] ?? '' });
  assert.equal(answer.headers['content-type'], 'image/png');
  assert.ok(answer.rawPayload.length > 1000);
});

test('the demonstration data are written once, and only into a database without hospitals [API-23]', async () => {
  const written = await seedDemo(app.db, app.clock, () => undefined);
  assert.equal(written, false);
  assert.equal((await get(app, undefined, 'listHospitals')).total, 6);
});

test('demonstration data written soon after midnight contain a whole previous day that an administrator can simulate again [API-23, WAIT-4] @long', async (t) => {
  const night = await makeTestApp();
  t.after(() => night.close());
  const zone = 'Asia/Kolkata';
  const today = dayAt(night.clock.now(), zone);
  const lately = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(today, -days));
  const tuesday = lately.find((day) => weekdayOf(day) === 'tuesday') ?? '';
  const monday = addDays(tuesday, -1);
  const written = { now: () => instantFrom(tuesday, '01:20', zone) };
  await seedDemo(night.db, written, () => undefined);
  const token = await tokenOf('admin@baari.example', night);
  const { outcome, visits } = await get(night, { token }, 'replayDay', { query: { day: monday } });
  assert.equal(outcome, 'played', `${visits} visits`);
});

async function tokenOf(email: string, { send }: Pick<TestApp, 'send'> = app): Promise<string> {
  const signedIn = await send({
    method: 'POST',
    url: '/api/identity/sign-in/email',
    body: { email, password: 'baari-demo' },
  });
  const session = signedIn.headers.get('set-auth-token') ?? '';
  const answer = await send({ method: 'GET', url: '/api/identity/token', token: session });
  const { token } = answer.body as { token: string };
  return token;
}

test('the demonstration’s administrator finds figures, checked forecasts, ratings, bookings and an audit trail [ADM-1, QST-12]', async () => {
  const token = await tokenOf('admin@baari.example');
  const figures = await get(app, { token }, 'getAnalytics', { query: { days: 14 } });
  assert.ok(figures.total.arrivals > 500, String(figures.total.arrivals));
  const share = figures.total.promisesKept / figures.total.promises;
  assert.ok(share > 0.75 && share < 1, String(share));
  assert.ok(figures.onSite.saved !== null);
  const { summary } = await get(app, { token }, 'listReceivedRatings');
  assert.ok(summary.count > 50 && (summary.average ?? 0) > 3);
  const { entries } = await get(app, { token }, 'listAudit');
  assert.ok(entries.length > 20);
  const { appointments } = await get(app, { token }, 'listHospitalAppointments');
  assert.ok(appointments.length >= 4);
  const { doctors } = await get(app, { token }, 'listColleagues');
  assert.ok(doctors.every(({ promises }) => promises !== null));
});

test('the demonstration has a doctor with short appointment slots, and an evening doctor whose day after tomorrow is full [APPT-1]', async () => {
  const token = await tokenOf('admin@baari.example');
  const { doctors } = await get(app, { token }, 'listColleagues');
  const idOf = (name: string) => doctors.find((doctor) => doctor.name === name)?.id ?? '';
  const slotsOf = (id: string, date?: string) =>
    get(app, undefined, 'getDoctorSlots', { id, ...(date && { query: { date } }) });
  const evenings = idOf('Dr. Rohan Patil');
  const { today } = await slotsOf(evenings);
  const date = (days: number) => Temporal.PlainDate.from(today).add({ days }).toString();
  const full = await slotsOf(evenings, date(2));
  assert.equal(full.slots.length, 12);
  assert.ok(full.slots.every(({ time, isFree }) => time >= '17:00' && !isFree));
  assert.equal(full.nextFreeDay, date(3));
  const short = await slotsOf(idOf('Dr. Nandini Joshi'), date(1));
  assert.equal(short.slots.length, 24);
  const places = short.slots.reduce((sum, slot) => sum + slot.places, 0);
  assert.equal(places, 39, '48 places without a fifth for walk-ins');
});

test('the demonstration has one offer of an earlier time, and the offered slot is reserved [APPT-1]', async () => {
  const token = await tokenOf('admin@baari.example');
  const { held, wishes } = await get(app, { token }, 'getHospitalEarlier');
  assert.deepEqual([held.length, wishes.length], [1, 1]);
  const [place] = held;
  assert.ok(place !== undefined && place.offer !== null);
  const query = { date: place.date };
  const { slots } = await get(app, undefined, 'getDoctorSlots', { id: place.doctor.id, query });
  assert.equal(slots.find(({ time }) => time === place.time)?.isFree, false);
});

test('no member of the demonstration’s team acts before joining the team [API-23]', async () => {
  const token = await tokenOf('admin@baari.example');
  const { members } = await get(app, { token }, 'getTeam');
  const { entries } = await get(app, { token }, 'listAudit');
  const joinedAt = new Map(members.map(({ userId, joinedAt }) => [userId, joinedAt]));
  const early = entries.filter(({ person, at }) => at < (joinedAt.get(person.id) ?? at));
  assert.deepEqual(early, []);
});
