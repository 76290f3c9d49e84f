/**
 * Tests that frequent queries read only the rows of today, not those of past visits [KEEP-9]. Rows
 * are counted, because an existing index does not prove that the plan uses the index.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listKnownPatients, listToComeOfHospital } from '../appointments/appointments.store.ts';
import { findListed, listOpen, watchOpen } from '../assessments/assessments.store.ts';
import { fillTables } from '../testing/measuring/fill-tables.ts';
import { type CountingReads, countReads } from '../testing/measuring/rows-read.ts';
import { makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePerson, makeTown, type Town } from '../testing/test-people.ts';

const sizes = { visits: 20_000, pending: 50, waiting: 150, doctors: 40 };
const open = sizes.pending + sizes.waiting;
/**
 * A query must read fewer rows than this number. Scans of small tables stay below it; a scan of
 * visits or of their details does not.
 */
const few = sizes.visits;

let app: TestApp;
let town: Town;
let reads: CountingReads;

before(
  async () => {
    app = await makeTestApp();
    town = await makeTown(app);
    const { userId } = await makePerson(app);
    const writer = await app.owner.connect();
    try {
      await fillTables(writer, { hospitalId: town.hospitalId, accountId: userId }, sizes);
      await writer.query(`
        insert into assessment (visit_id, entry_id, hospital_id, bank, answers, state, answered_by,
          begun_at, changed_at)
        select e.id, e.id, e.hospital_id, (select version from question_bank limit 1), '{}', 'ready',
          'patient', e.joined_at, e.joined_at
        from queue_entry e`);
      await writer.query(
        `insert into appointment (hospital_id, doctor_id, patient_id, date, time, starts_at, status, booked_at)
        select $1, d.id, patients.ids[(days * 6 + hours + 1) % 4000 + 1], current_date + days, lpad(hours::text, 2, '0') || ':00',
          current_date + days + hours * interval '1 hour', 'booked', now()
        from doctor d, generate_series(1, 60) days, generate_series(8, 19) hours,
          (select array_agg(id) as ids from patient) patients
        where d.hospital_id = $1 on conflict do nothing`,
        [town.hospitalId],
      );
      await writer.query('analyze');
    } finally {
      writer.release();
    }
    reads = countReads(app.db.pool, app.db);
  },
  { timeout: 600_000 },
);
after(() => app.close());

test('waiting patients’ answers to the questions before the visit are listed without reading the answers of past visits [QST-4, KEEP-9] @long', async () => {
  const { hospitalId } = town;
  const now = app.clock.now();
  const { visits } = await watchOpen(reads, hospitalId, now);
  assert.equal(visits, open);
  assert.ok(reads.taken() < few);
  const listed = await listOpen(reads, hospitalId, now);
  assert.equal(listed.length, open);
  assert.ok(reads.taken() < few);
  const visitId = listed[0]?.visit_id ?? '';
  const one = await findListed(reads, { hospitalId, visitId }, now);
  assert.equal(one?.visit_id, visitId);
  assert.ok(reads.taken() < few);
});

test('the server reads only the requested page of bookings, however many bookings the coming weeks have [APPT-1, KEEP-9] @long', async () => {
  const now = app.clock.now();
  const ofBookings = countReads(app.db.pool, app.db, 'appointment');
  const first = await listToComeOfHospital(
    ofBookings,
    town.hospitalId,
    undefined,
    { after: undefined, limit: 200 },
    now,
  );
  assert.equal(first.length, 200);
  const page = { after: first.at(-1)?.id, limit: 200 };
  const next = await listToComeOfHospital(ofBookings, town.hospitalId, undefined, page, now);
  assert.equal(new Set([...first, ...next].map(({ id }) => id)).size, 400);
  const read = ofBookings.taken();
  assert.ok(read < 10 * 400, `${read} rows`);
});

test('when the desk searches for part of a phone number or email, the database reads only the matching visits [DESK-7, KEEP-9] @long', async () => {
  const { hospitalId } = town;
  const ofVisits = countReads(app.db.pool, app.db, 'queue_entry');
  const now = app.clock.now();
  for (const typed of ['nobody@nowhere', 'zugzwang', '5551234567']) {
    await listKnownPatients(ofVisits, hospitalId, typed, { now, limit: 20 });
    const read = ofVisits.taken();
    assert.ok(read < 10 * open, `${read} visits for ${typed}`);
  }
});
