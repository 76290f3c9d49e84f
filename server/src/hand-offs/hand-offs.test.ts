/** Tests writing, reading, ticking, correcting, exporting and erasing hand-off notes through the API. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import { carryOutErasures } from '../erasure/carry-out-erasures.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { clearLines, makeLine } from '../testing/test-stops.ts';
import { openStream } from '../testing/test-stream.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;
let laboratory: SharedLine;
before(async () => {
  app = await makeTestApp({ isListening: true });
});
after(() => app.close());
beforeEach(async () => {
  await clearLines(app);
  town = await makeTown(app);
  patient = await makePerson(app, { name: 'Asha Rao' });
  laboratory = await makeLine(app, town.admin, { name: 'Laboratory' });
});

const sugar = { asks: 'Blood sugar', detail: 'fasting', isUrgent: true };
const picture = { asks: 'Blood count' };

/** The id of an entry of the patient, who is with the doctor. */
async function beSeen(): Promise<string> {
  const body = { doctorId: town.doctorId };
  const { queue } = await get(app, patient, 'requestPlace', { body });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  await get(app, town.doctor, 'startConsultation', { id: queue.id });
  return queue.id;
}

/** Sends the patient on to a line with a note. Returns the ids of both steps. */
async function sendWith(lines: readonly object[], lineId = laboratory.id) {
  const from = await beSeen();
  const body = { lineId, handOff: { lines: lines as [typeof sugar] } };
  const { queue } = await get(app, town.doctor, 'sendOn', { id: from, body });
  return { from, id: queue.id };
}

function notesAt(id: string, who: TestPerson = town.receptionist) {
  return get(app, who, 'listHandOffs', { id }).then(({ handOffs }) => handOffs);
}

test('the laboratory reads what the doctor asked with “send on”, ticks it off and undoes the tick, each in the audit trail [LINE-3, SEC-13]', async () => {
  const { from, id } = await sendWith([sugar, picture]);
  const [note] = await notesAt(id);
  assert.ok(note);
  assert.equal(note.entryId, from);
  assert.equal(note.isForHere, true);
  assert.deepEqual(note.to, { lineId: laboratory.id, name: 'Laboratory', service: 'laboratory' });
  assert.deepEqual(
    note.lines.map(({ asks, detail, isUrgent, taken }) => [asks, detail, isUrgent, taken]),
    [
      ['Blood sugar', 'fasting', true, null],
      ['Blood count', '', false, null],
    ],
  );
  const tick = (isTaken: boolean) =>
    get(app, town.receptionist, 'takeHandOffLine', {
      id: note.lines[0]?.id ?? '',
      body: { isTaken },
    });
  await tick(true);
  const again = await tick(true);
  assert.ok(again.handOffs[0]?.lines[0]?.taken?.by);
  assert.equal((await tick(false)).handOffs[0]?.lines[0]?.taken, null);
  const rows = await app.db.many<{ action: string; ids: string[] }>(sql`
    select distinct action, patient_ids as ids from audit
    where entry_id = ${from} and action like '%hand-off%' order by action`);
  assert.deepEqual(rows, [
    { action: 'tick hand-off note', ids: [patient.userId] },
    { action: 'write hand-off note', ids: [patient.userId] },
  ]);
});

test('a note goes with the patient to another line of the same kind, and the pharmacy sees that it is not for it [LINE-3]', async () => {
  const other = await makeLine(app, town.admin, { name: 'Laboratory 2' });
  const shop = await makeLine(app, town.admin, { name: 'Pharmacy', kind: 'pharmacy' });
  const { id } = await sendWith([sugar]);
  const moved = await get(app, town.receptionist, 'sendOn', { id, body: { lineId: other.id } });
  assert.equal((await notesAt(moved.queue.id))[0]?.isForHere, true);
  await get(app, town.receptionist, 'callNext', { id: other.points[0]?.id ?? '' });
  const body = { lineId: shop.id };
  const next = await get(app, town.receptionist, 'sendOn', { id: moved.queue.id, body });
  assert.equal((await notesAt(next.queue.id))[0]?.isForHere, false);
});

test('only the author corrects a note until the laboratory has called, and the old note stays struck out with name and time [LINE-3]', async () => {
  const { id } = await sendWith([sugar]);
  const [note] = await notesAt(id, town.doctor);
  assert.ok(note?.mayCorrect);
  const body = { lines: [{ asks: 'HbA1c' }] };
  const correct = { id: note.id, body };
  assertRefused(await call(app, town.receptionist, 'correctHandOff', correct), 'forbidden');
  assertRefused(await call(app, town.otherAdmin, 'correctHandOff', correct), 'not_found');
  const { handOffs } = await get(app, town.doctor, 'correctHandOff', correct);
  assert.equal(handOffs.length, 2);
  const old = handOffs.find((each) => each.id === note.id);
  assert.ok(old?.struck?.by);
  assert.equal(old.lines[0]?.asks, 'Blood sugar');
  assertRefused(await call(app, town.doctor, 'correctHandOff', correct), 'hand_off_struck');
  const tick = { id: old.lines[0].id, body: { isTaken: true } };
  assertRefused(await call(app, town.receptionist, 'takeHandOffLine', tick), 'hand_off_struck');
  const fresh = handOffs.find(({ struck }) => struck === null);
  assert.ok(fresh);
  await get(app, town.receptionist, 'callNext', { id: laboratory.points[0]?.id ?? '' });
  const late = { id: fresh.id, body };
  assertRefused(await call(app, town.doctor, 'correctHandOff', late), 'hand_off_called');
  const strike = { id: fresh.id };
  assertRefused(await call(app, town.receptionist, 'strikeHandOff', strike), 'forbidden');
  await get(app, town.doctor, 'strikeHandOff', strike);
  const added = { id, body: { lineId: laboratory.id, lines: [picture] } };
  await get(app, town.doctor, 'addHandOff', added);
  assert.deepEqual(
    new Map((await notesAt(id)).map(({ struck, lines }) => [lines[0]?.asks, struck !== null])),
    new Map([
      ['Blood count', false],
      ['Blood sugar', true],
      ['HbA1c', true],
    ]),
  );
  await assert.rejects(
    app.db.run(sql`update hand_off_line set asks = 'x' where id = ${tick.id}`),
    /permission denied/u,
  );
});

test('a doctor finds the own notes of the day with what is done, also after the patient has left the console [LINE-3]', async () => {
  const { from, id } = await sendWith([sugar]);
  const { handOffs } = await get(app, town.doctor, 'listOwnHandOffs');
  const [note] = handOffs;
  assert.ok(note);
  assert.deepEqual(
    [note.entryId, note.openEntryId, note.patientName, note.mayCorrect, handOffs.length],
    [from, id, 'Asha Rao', true, 1],
  );
  assert.deepEqual((await get(app, town.receptionist, 'listOwnHandOffs')).handOffs, []);
  await app.owner.query(`update hand_off set written_at = written_at - interval '13 hours'`);
  assert.deepEqual((await get(app, town.doctor, 'listOwnHandOffs')).handOffs, []);
});

test('“undo” after “send on” strikes out the note, so that the laboratory sees only the next note [LINE-3]', async () => {
  const { from, id } = await sendWith([sugar]);
  await get(app, town.doctor, 'undoSendOn', { id });
  assert.ok((await notesAt(from))[0]?.struck);
});

test('a repeated request writes one note, and a note of an ended stop, of another hospital or with too many lines is refused [LINE-3, INV-7, ROLE-7]', async () => {
  const from = await beSeen();
  const body = { lineId: laboratory.id, handOff: { lines: [sugar] } };
  const headers = { 'idempotency-key': 'hand-off-1' };
  for (let time = 0; time < 2; time += 1) {
    await get(app, town.doctor, 'sendOn', { id: from, body, headers });
  }
  assert.equal((await notesAt(from)).length, 1);
  const given = { lineId: laboratory.id, lines: [sugar] };
  const late = await call(app, town.doctor, 'addHandOff', { id: from, body: given });
  assertRefused(late, 'illegal_transition');
  for (const [who, code] of [
    [town.otherAdmin, 'not_found'],
    [patient, 'forbidden'],
  ] as const) {
    assertRefused(await call(app, who, 'listHandOffs', { id: from }), code);
    assertRefused(await call(app, who, 'addHandOff', { id: from, body: given }), code);
  }
  const words = { query: { lineId: laboratory.id } };
  assertRefused(await call(app, town.otherAdmin, 'listHandOffWords', words), 'not_found');
  const tooMany = { ...given, lines: Array.from({ length: 21 }, () => sugar) };
  const refused = await call(app, town.doctor, 'addHandOff', { id: from, body: tooMany });
  assertRefused(refused, 'invalid_request');
});

test('suggestions are what the hospital asked most recently of lines of the same kind [LINE-3]', async () => {
  const shop = await makeLine(app, town.admin, { name: 'Pharmacy', kind: 'pharmacy' });
  const id = await beSeen();
  const ask = (lineId: string, asks: string) => {
    app.clock.advance(1000);
    return get(app, town.doctor, 'addHandOff', { id, body: { lineId, lines: [{ asks }] } });
  };
  await ask(laboratory.id, 'Blood sugar');
  await ask(laboratory.id, 'Blood count');
  await ask(laboratory.id, 'blood sugar');
  await ask(shop.id, 'Paracetamol');
  const query = { lineId: laboratory.id };
  const { words } = await get(app, town.doctor, 'listHandOffWords', { query });
  assert.deepEqual(words, ['blood sugar', 'Blood count']);
});

test('staff screens hear live that a note changed, without its lines, and the patient hears nothing of it [LINE-3, EV-11]', async () => {
  const id = await beSeen();
  const [staff, own] = await Promise.all([openStream(app, town.doctor), openStream(app, patient)]);
  try {
    const body = { lineId: laboratory.id, lines: [sugar] };
    await get(app, town.doctor, 'addHandOff', { id, body });
    const heard = await staff.find(({ event }) => event.type === 'hand_offs_updated');
    assert.deepEqual(heard.event.data, { hospitalId: town.hospitalId, entryIds: [id] });
    await get(app, town.doctor, 'completeConsultation', { id, body: {} });
    await own.find(({ event }) => event.type === 'queue_left' || event.type === 'queue_updated');
    assert.ok(own.frames.every(({ event }) => event.type !== 'hand_offs_updated'));
  } finally {
    staff.cut();
    own.cut();
  }
});

test('hand-off notes are in the export of personal data, and erased with the account [LINE-3, PROF-1, SEC-14]', async () => {
  const id = await beSeen();
  const body = { lineId: laboratory.id, lines: [sugar] };
  await get(app, town.doctor, 'addHandOff', { id, body });
  const { data } = await get(app, patient, 'exportOwnData');
  assert.match(JSON.stringify(data['linesOfHandOffNotes']), /"detail":"fasting"/u);
  assert.match(JSON.stringify(data['handOffNotes']), /"kind":"laboratory"/u);
  await get(app, town.doctor, 'completeConsultation', { id, body: {} });
  await get(app, patient, 'requestErasure');
  app.clock.advance(8 * 24 * 60 * 60_000);
  await carryOutErasures({ db: app.db, clock: app.clock });
  const left = await app.db.many(sql`select from hand_off where entry_id = ${id}`);
  assert.equal(left.length, 0);
  const told = await app.db.many(sql`
    select from event where type = 'hand_offs_updated' and body::text like ${`%${id}%`}`);
  assert.equal(told.length, 0);
});
