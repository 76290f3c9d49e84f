/** Tests how patients read their own past visits: history and the page of one visit [PAT-11]. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listShown } from '@baari/contract/constants.ts';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import sql from 'sql-template-tag';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../../testing/test-people.ts';
import { makeLine } from '../../testing/test-stops.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;
let laboratory: SharedLine;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  patient = await makePerson(app);
  laboratory = await makeLine(app, town.admin, { name: 'Laboratory' });
});
after(() => app.close());

/** A visit to the doctor, who then sends the patient on to the laboratory. */
async function visitInLaboratory(): Promise<{ first: string; second: string }> {
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  const { id: first } = queue;
  await get(app, town.receptionist, 'approveRequest', { id: first });
  app.clock.advance(60_000);
  await get(app, town.doctor, 'startConsultation', { id: first });
  app.clock.advance(60_000);
  const sent = await get(app, town.doctor, 'sendOn', {
    id: first,
    body: { lineId: laboratory.id },
  });
  return { first, second: sent.queue.id };
}

async function serveInLaboratory(): Promise<void> {
  const id = laboratory.points[0]?.id ?? '';
  await get(app, town.admin, 'callNext', { id });
  app.clock.advance(60_000);
  await get(app, town.admin, 'finishAtPoint', { id, body: { as: 'completed' } });
}

test('a patient reads a whole visit by any of its stops, and whether it is over [PAT-11, LINE-4]', async () => {
  const { first, second } = await visitInLaboratory();
  const open = await get(app, patient, 'getOwnVisit', { id: second });
  assert.equal(open.visit.endedAt, null);
  await serveInLaboratory();
  for (const id of [first, second]) {
    const { visit } = await get(app, patient, 'getOwnVisit', { id });
    assert.deepEqual(
      visit.stops.map((stop) => [stop.id, stop.doctor.name, stop.status]),
      [
        [first, visit.stops[0]?.doctor.name, 'completed'],
        [second, 'Laboratory', 'completed'],
      ],
    );
    assert.equal(visit.endedAt, visit.stops[1]?.endedAt);
    assert.equal(visit.stops[0]?.notes, null);
  }
  const stranger = await makePerson(app);
  assertRefused(await call(app, stranger, 'getOwnVisit', { id: first }), 'not_found');
  assertRefused(await call(app, town.receptionist, 'getOwnVisit', { id: first }), 'forbidden');
});

test('the end of the history never cuts a visit of several stops in two [PAT-11]', async () => {
  const { queues: before } = await get(app, patient, 'listHistory');
  assert.equal(before.length, 2);
  // Newer visits of one stop fill the list except for its last place.
  await app.db.run(sql`
    insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
      approved_at, started_at, ended_at, order_key)
    select ${town.hospitalId}, ${town.doctorId}, ${patient.userId}, 'completed', 'medium',
      ${app.clock.now()}::timestamptz, ${app.clock.now()}::timestamptz,
      ${app.clock.now()}::timestamptz, ${app.clock.now()}::timestamptz + n * interval '1 second', n
    from generate_series(1, ${listShown - 1}::int) n`);
  const { queues } = await get(app, patient, 'listHistory');
  assert.equal(queues.length, listShown - 1);
  assert.ok(queues.every(({ visitId }) => visitId === null));
});
