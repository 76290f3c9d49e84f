/**
 * Tests concurrent actions on one visit: two transfers, a patient who leaves, a counter that calls,
 * an undo, and an administrator who removes the line. One action succeeds, the other is refused,
 * and the patient is in one line or has left [LINE-1, LINE-2, LINE-3].
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { problem } from '@baari/contract/refusals.ts';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import { call, get, makeTestApp, type TestAnswer, type TestApp } from '../testing/test-app.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { clearLines, makeLine } from '../testing/test-stops.ts';
import {
  entriesInLog,
  lastPublished,
  publishedTwice,
} from '../testing/queue-model/published-entries.ts';

const rounds = Number(process.env['BAARI_LINE_ROUNDS'] ?? 8);

let app: TestApp;
let town: Town;
let patient: TestPerson;
let vitals: SharedLine;
let laboratory: SharedLine;
let pharmacy: SharedLine;
let known: string;
let patientId: string;
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  patient = await makePerson(app, { name: 'Asha Verma' });
});
after(() => app.close());
beforeEach(async () => {
  await clearLines(app);
  vitals = await makeLine(app, town.admin, { name: 'Vitals', kind: 'vitals' });
  laboratory = await makeLine(app, town.admin, { name: 'Laboratory' });
  pharmacy = await makeLine(app, town.admin, { name: 'Pharmacy', kind: 'pharmacy' });
  // The desk knows the patient from a visit last week.
  const asked = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  known = asked.queue.id;
  patientId = asked.queue.patient.id;
  for (const name of ['approveRequest', 'startConsultation', 'completeConsultation'] as const) {
    await get(app, town.admin, name, { id: known });
  }
});

function pointOf({ points: [point] }: SharedLine): string {
  assert.ok(point !== undefined);
  return point.id;
}

/** Asha waits in the line for vitals. */
async function waits(): Promise<StaffEntry> {
  app.clock.advance(200);
  const body = { lineId: vitals.id };
  return (await get(app, town.receptionist, 'putInLine', { id: patientId, body })).queue;
}

/** Calls Asha at vitals, where she is being served. */
async function isServed(): Promise<StaffEntry> {
  await waits();
  return (await get(app, town.receptionist, 'callNext', { id: pointOf(vitals) })).queue;
}

/** Asha was served at vitals and waits at the laboratory. */
async function wasSentOn(): Promise<{ served: StaffEntry; sent: StaffEntry }> {
  const served = await isServed();
  const body = { lineId: laboratory.id };
  const { queue } = await get(app, town.receptionist, 'sendOn', { id: served.id, body });
  return { served, sent: queue };
}

function send({ id, queueVersion }: StaffEntry, line: SharedLine, by = town.receptionist) {
  const query = { seen: queueVersion };
  return call(app, by, 'sendOn', { id, query, body: { lineId: line.id, comesBack: true } });
}

/**
 * The index of the response that succeeded. All other responses must have one of these refusals.
 */
function winnerOf(answers: readonly TestAnswer[], refusals: readonly string[]): number {
  const won = answers.findIndex(({ status }) => status === 200);
  assert.notEqual(won, -1, answers.map(({ text }) => text).join('\n'));
  for (const [at, { status, body, text }] of answers.entries()) {
    if (at === won) continue;
    assert.equal(status, 409, text);
    assert.ok(refusals.includes(problem.parse(body).code), text);
  }
  return won;
}

const wrong: Readonly<Record<string, string>> = {
  'in two places': `select patient_id from queue_entry
    where status in ('pending_approval', 'waiting', 'in_progress') group by 1 having count(*) > 1`,
  'sent on twice from one stop': `select sent_from_id from queue_entry
    where sent_from_id is not null and last_action <> 'undo_check_in' group by 1 having count(*) > 1`,
  'sent on from a stop that goes on': `select e.id from queue_entry e
    join queue_entry s on s.sent_from_id = e.id
    where s.last_action <> 'undo_check_in' and e.status in ('waiting', 'in_progress')`,
  'in a line that is no more': `select e.id from queue_entry e join shared_line l on l.id = e.doctor_id
    where l.removed_at is not null and e.status in ('pending_approval', 'waiting', 'in_progress')`,
};

/**
 * Checks that the patient is neither lost nor duplicated; returns Asha's line, or undefined once
 * she has left.
 */
async function whereNow(): Promise<string | undefined> {
  for (const [what, query] of Object.entries(wrong)) {
    const { rows } = await app.owner.query(query);
    assert.deepEqual(rows, [], what);
  }
  const published = await entriesInLog(app.owner);
  assert.deepEqual(publishedTwice(published), []);
  const { rows: entries } = await app.owner.query<{ id: string; status: string }>(
    'select id, status from queue_entry',
  );
  const last = lastPublished(published);
  assert.deepEqual(
    entries.filter(({ id, status }) => (last.get(id)?.status ?? status) !== status),
    [],
    'every entry is as last published',
  );
  const { queues } = await get(app, patient, 'listOpenEntries');
  return queues[0]?.doctor.id;
}

async function clear(): Promise<void> {
  await app.owner.query('delete from queue_entry where id <> $1', [known]);
}

test('when two people transfer one waiting patient at once, one transfer succeeds and the other is refused with the reason [LINE-3, INV-2] @long', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const entry = await waits();
    const [one, other] = [laboratory, pharmacy];
    const answers = await Promise.all([send(entry, one), send(entry, other, town.admin)]);
    const won = winnerOf(answers, ['entry_changed']);
    assert.equal(await whereNow(), won === 0 ? one.id : other.id);
    await clear();
  }
});

test('when two people transfer one patient being served at once, one succeeds [LINE-3, INV-2] @long', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const entry = await isServed();
    const answers = await Promise.all([send(entry, laboratory), send(entry, pharmacy, town.admin)]);
    const won = winnerOf(answers, ['illegal_transition']);
    assert.equal(await whereNow(), won === 0 ? laboratory.id : pharmacy.id);
    await clear();
  }
});

test('a patient who leaves during a transfer ends in the other line or has left, never both [LINE-3, QST-7] @long', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const entry = await waits();
    const answers = await Promise.all([
      send(entry, laboratory),
      call(app, patient, 'leaveQueue', { id: entry.id }),
    ]);
    const [sent, left] = answers;
    // A patient who leaves right after a transfer leaves the line of the transfer.
    if (sent.status === 200 && left.status === 200) assert.equal(await whereNow(), undefined);
    else {
      const won = winnerOf(answers, ['illegal_transition', 'entry_changed']);
      assert.equal(await whereNow(), won === 0 ? laboratory.id : undefined);
    }
    await clear();
  }
});

test('a patient whom the desk removes during a colleague’s transfer ends in the other line or is removed, never both [LINE-3, QST-8] @long', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const entry = round % 2 === 0 ? await waits() : await isServed();
    const answers = await Promise.all([
      send(entry, laboratory),
      call(app, town.admin, 'removeEntry', { id: entry.id, query: { seen: entry.queueVersion } }),
    ]);
    const won = winnerOf(answers, ['illegal_transition', 'entry_changed']);
    assert.equal(await whereNow(), won === 0 ? laboratory.id : undefined);
    await clear();
  }
});

test('a patient called during a transfer is served in the first line or waits in the second [LINE-2, LINE-3] @long', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const entry = await waits();
    const answers = await Promise.all([
      send(entry, laboratory),
      call(app, town.admin, 'callNext', { id: pointOf(vitals) }),
    ]);
    const won = winnerOf(answers, ['nobody_to_call', 'entry_changed']);
    assert.equal(await whereNow(), won === 0 ? laboratory.id : vitals.id);
    await clear();
  }
});

test('when a transfer is undone while the next counter calls the patient, only one of the two happens [LINE-2, LINE-3] @long', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { sent } = await wasSentOn();
    const answers = await Promise.all([
      call(app, town.receptionist, 'undoSendOn', { id: sent.id }),
      call(app, town.admin, 'callNext', { id: pointOf(laboratory) }),
    ]);
    const won = winnerOf(answers, ['illegal_transition', 'nobody_to_call']);
    assert.equal(await whereNow(), won === 0 ? vitals.id : laboratory.id);
    await clear();
  }
});

test('when a transfer is undone while the patient is forwarded again, only one of the two happens [LINE-3] @long', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { sent } = await wasSentOn();
    const answers = await Promise.all([
      call(app, town.receptionist, 'undoSendOn', { id: sent.id }),
      send(sent, pharmacy, town.admin),
    ]);
    const won = winnerOf(answers, ['illegal_transition', 'entry_changed']);
    assert.equal(await whereNow(), won === 0 ? vitals.id : pharmacy.id);
    await clear();
  }
});

test('when a waiting patient’s transfer is undone while the counter calls or a colleague forwards the patient, only one happens [LINE-2, LINE-3, INV-14] @long', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const entry = await waits();
    const sent = (
      await get(app, town.receptionist, 'sendOn', {
        id: entry.id,
        body: { lineId: laboratory.id },
      })
    ).queue;
    const undo = { id: sent.id, query: { seen: sent.queueVersion } };
    const isCall = round % 2 === 0;
    const answers = await Promise.all([
      call(app, town.receptionist, 'undoSendOn', undo),
      isCall
        ? call(app, town.admin, 'callNext', { id: pointOf(laboratory) })
        : send(sent, pharmacy, town.admin),
      call(app, town.admin, 'undoSendOn', undo),
    ]);
    const won = winnerOf(answers, ['illegal_transition', 'entry_changed', 'nobody_to_call']);
    const there = isCall ? laboratory.id : pharmacy.id;
    assert.equal(await whereNow(), won === 1 ? there : vitals.id);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    await clear();
  }
});

test('when two people undo one transfer at once, one succeeds [LINE-3] @long', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { sent } = await wasSentOn();
    const answers = await Promise.all(
      [town.receptionist, town.admin].map((by) => call(app, by, 'undoSendOn', { id: sent.id })),
    );
    winnerOf(answers, ['illegal_transition']);
    assert.equal(await whereNow(), vitals.id);
    await clear();
  }
});

test('when a transfer is undone while the former counter calls its next patient, only one of the two happens [LINE-2, LINE-3, INV-3, INV-15] @long', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { sent } = await wasSentOn();
    const body = { name: 'Ravi Kumar', lineId: vitals.id };
    await get(app, town.receptionist, 'addWalkIn', { body });
    const answers = await Promise.all([
      call(app, town.receptionist, 'undoSendOn', { id: sent.id }),
      call(app, town.admin, 'callNext', { id: pointOf(vitals) }),
    ]);
    const won = winnerOf(answers, ['point_in_use']);
    assert.equal(await whereNow(), won === 0 ? vitals.id : laboratory.id);
    await clear();
  }
});

test('when a line is removed while a patient is sent to this line, only one of the two happens [LINE-1, LINE-3] @long', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const imaging = await makeLine(app, town.admin, { name: 'Imaging', kind: 'imaging' });
    const entry = round % 2 === 0 ? await waits() : await isServed();
    const [sent, removed] = await Promise.all([
      send(entry, imaging),
      call(app, town.admin, 'removeLine', { id: imaging.id }),
    ]);
    if (sent.status === 200) winnerOf([sent, removed], ['line_in_use']);
    // If the line was removed first, the transfer fails because the line is not found.
    else assert.deepEqual([sent.status, removed.status], [404, 200]);
    assert.equal(await whereNow(), sent.status === 200 ? imaging.id : vitals.id);
    await clear();
    if (removed.status !== 200) await get(app, town.admin, 'removeLine', { id: imaging.id });
  }
});

test('a line that is being closed accepts a patient who came before the closing and nobody afterwards [LINE-1, LINE-3] @long', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const entry = round % 2 === 0 ? await waits() : await isServed();
    const [sent, closed] = await Promise.all([
      send(entry, laboratory),
      call(app, town.admin, 'setLineOpen', { id: laboratory.id, body: { isOpen: false } }),
    ]);
    assert.equal(closed.status, 200);
    if (sent.status !== 200) assert.equal(problem.parse(sent.body).code, 'line_closed');
    assert.equal(await whereNow(), sent.status === 200 ? laboratory.id : vitals.id);
    await clear();
    await get(app, town.admin, 'setLineOpen', { id: laboratory.id, body: { isOpen: true } });
  }
});

test('when one colleague finishes and another transfers the same patient, one action succeeds [LINE-2, LINE-3] @long', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const entry = await isServed();
    const plan = { id: entry.id, body: { lineIds: [pharmacy.id] } };
    await get(app, town.receptionist, 'planStops', plan);
    const id = pointOf(vitals);
    const answers = await Promise.all([
      send(entry, laboratory),
      call(app, town.admin, 'finishAtPoint', { id, body: { as: 'completed' } }),
    ]);
    const won = winnerOf(answers, ['illegal_transition', 'nobody_inside', 'entry_changed']);
    assert.equal(await whereNow(), won === 0 ? laboratory.id : pharmacy.id);
    await clear();
  }
});

test('when two people save a plan for one visit at once, one plan is stored completely and the other is refused [LINE-3] @long', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const entry = await waits();
    const plans = [
      [laboratory.id, pharmacy.id],
      [pharmacy.id, town.doctorId, laboratory.id],
    ];
    const answers = await Promise.all(
      plans.map((lineIds) =>
        call(app, town.receptionist, 'planStops', {
          id: entry.id,
          body: { lineIds, seen: { lineIds: [] } },
        }),
      ),
    );
    const won = winnerOf(answers, ['changed_meanwhile']);
    const { journey } = await get(app, town.receptionist, 'getJourney', { id: entry.id });
    assert.deepEqual(
      journey.stops.slice(1).map(({ lineId }) => lineId),
      plans[won],
    );
    await clear();
  }
});

test('a plan saved during its patient’s transfer is stored completely or refused [LINE-3] @long', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const entry = round % 2 === 0 ? await waits() : await isServed();
    const [sent, planned] = await Promise.all([
      send(entry, laboratory),
      call(app, town.admin, 'planStops', {
        id: entry.id,
        body: { lineIds: [pharmacy.id, town.doctorId] },
      }),
    ]);
    assert.ok([sent.status, planned.status].includes(200));
    for (const { status, text } of [sent, planned]) assert.ok([200, 409].includes(status), text);
    assert.equal(await whereNow(), sent.status === 200 ? laboratory.id : vitals.id);
    await clear();
  }
});

test('when a line is removed, planned steps there are dropped, and the visit continues with its next step [LINE-1, LINE-3] @long', async () => {
  const imaging = await makeLine(app, town.admin, { name: 'Imaging', kind: 'imaging' });
  for (let round = 0; round < rounds; round += 1) {
    const entry = await isServed();
    const lineIds = [imaging.id, pharmacy.id];
    if (round > 0) {
      const refused = await call(app, town.admin, 'planStops', { id: entry.id, body: { lineIds } });
      assert.equal(refused.status, 404);
      await clear();
      continue;
    }
    const [planned, removed] = await Promise.all([
      call(app, town.receptionist, 'planStops', { id: entry.id, body: { lineIds } }),
      call(app, town.admin, 'removeLine', { id: imaging.id }),
    ]);
    assert.equal(removed.status, 200);
    const finish = { id: pointOf(vitals), body: { as: 'completed' } };
    const { next } = await get(app, town.receptionist, 'finishAtPoint', finish);
    assert.equal(next?.doctor.id, planned.status === 200 ? pharmacy.id : undefined);
    await clear();
  }
});
