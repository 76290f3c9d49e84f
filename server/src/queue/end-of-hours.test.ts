/**
 * Tests that every view shows a patient's wait correctly if the call would come after the end of
 * the opening hours [INV-16, QST-12].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { weekdays } from '@baari/contract/constants.ts';
import sql from 'sql-template-tag';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { zoneWhereItIs } from '../testing/test-zones.ts';

const minuteMs = 60_000;

let app: TestApp;
let town: Town;
let people: TestPerson[];
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  people = await makePatients(app, 9);
  await closesIn(40);
});
after(() => app.close());

/** Sets opening hours that end in this many minutes, in a time zone where it is morning. */
async function closesIn(minutes: number): Promise<void> {
  const now = app.clock.now();
  const zone = zoneWhereItIs(10, now);
  const close = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(now.getTime() + minutes * minuteMs));
  const day = { open: '00:00', close, closed: false };
  const week = JSON.stringify(Object.fromEntries(weekdays.map((name) => [name, day])));
  await app.db.run(sql`
    update hospital set time_zone = ${zone}, operating_hours = ${week}::jsonb
    where id = ${town.hospitalId}`);
}

test('when a doctor’s hours end in 40 minutes, the ninth patient reads on phone and ticket that a visit today is doubtful [INV-16, QST-12, ARR-4]', async () => {
  const ids: string[] = [];
  for (const person of people) {
    const { queue } = await get(app, person, 'requestPlace', { body: { doctorId: town.doctorId } });
    await get(app, town.admin, 'approveRequest', { id: queue.id });
    ids.push(queue.id);
  }
  const first = people[0];
  const last = people.at(-1);
  const lastId = ids.at(-1) ?? '';
  assert.ok(first !== undefined && last !== undefined);
  const { queue: ninth } = await get(app, last, 'getCurrentEntry');
  assert.deepEqual(
    [ninth.position, ninth.line?.state, ninth.waitRange, ninth.call, ninth.estimatedWaitTime],
    [9, 'beyond_hours', null, null, 0],
  );
  const { queue: next } = await get(app, first, 'getCurrentEntry');
  assert.ok(next.waitRange !== null && next.line?.state !== 'beyond_hours');

  const promises = await app.db.many<{ entry_id: string; kind: string }>(sql`
    select entry_id, kind from wait_promise where entry_id = any(${ids}::uuid[])`);
  assert.ok(promises.some(({ entry_id: id }) => id === ids[0]));
  assert.deepEqual(
    promises.filter(({ entry_id: id }) => id === lastId),
    [],
  );

  const { doctor } = await get(app, undefined, 'getDoctor', { id: town.doctorId });
  assert.equal(doctor.waitIfJoinedNow, null);
  assert.equal(doctor.lineIfJoinedNow?.state, 'beyond_hours');

  const { queue: row } = await get(app, town.receptionist, 'getEntry', { id: lastId });
  assert.deepEqual([row.line?.state, row.waitRange], ['beyond_hours', null]);

  const { ticket } = await get(app, town.receptionist, 'makeTicket', { id: lastId });
  const { pathname } = new URL(ticket.url);
  const page = await app.send({ method: 'GET', url: `${pathname}?lang=en` });
  assert.match(page.text, /You will probably not be seen today\. Ask the reception\./u);
  assert.doesNotMatch(page.text, /Expected between/u);
});
