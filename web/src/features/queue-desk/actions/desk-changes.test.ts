import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type DeskActionName, deskActionNames } from '@baari/contract/queue/queue-actions.ts';
import fc from 'fast-check';
import { queueDoctor, queueEntry, queuePatient } from '../../../live/queue-entry.test-data.ts';
import {
  type DeskChange,
  inConsultation,
  linesByDoctor,
  openRequests,
  queueAfter,
  waitingLine,
} from './desk-changes.ts';

function makeEntry(
  id: string,
  status: StaffEntry['status'],
  position: number,
  doctorId = 'd1',
): StaffEntry {
  const doctor = { ...queueDoctor(doctorId), name: `Dr. ${doctorId}` };
  return queueEntry({ id, status, position, patient: queuePatient(id), doctor, queueVersion: 1 });
}

const [a, b, c] = [
  makeEntry('a', 'waiting', 1),
  makeEntry('b', 'waiting', 2),
  makeEntry('c', 'waiting', 3),
] as const;
const inside = makeEntry('i', 'in_progress', 0);
const queue = [inside, a, b, c];

const at = '2026-03-12T05:10:00Z';

function asked(
  action: DeskActionName,
  entry: StaffEntry,
  more: Pick<DeskChange, 'to' | 'note'> = {},
): DeskChange {
  return { action, entry, at, ...more };
}

function places(shown: readonly StaffEntry[]): string {
  return waitingLine(shown)
    .map((entry) => `${entry.position}${entry.id}`)
    .join(' ');
}

test('an approved patient is shown at the end of the doctor’s line before the server answers [QST-2]', () => {
  const request = makeEntry('r', 'pending_approval', 0);
  const change = asked('approve', request, { note: 'Approved by staff' });
  const shown = queueAfter(queue, [change]);
  assert.equal(places(shown), '1a 2b 3c 4r');
  assert.equal(waitingLine(shown).at(-1)?.notes, 'Approved by staff');
});

test('an approved patient is not shown twice if the live connection reports the approval first [QST-2]', () => {
  const change = asked('approve', { ...c, position: 0 }, { note: 'x' });
  assert.equal(queueAfter(queue, [change]), queue);
});

test('when a patient is called, they leave the line and the others move up [QST-4]', () => {
  const shown = queueAfter([a, b, c], [asked('start', a)]);
  assert.equal(places(shown), '1b 2c');
  assert.equal(inConsultation(shown)?.id, 'a');
  assert.equal(inConsultation(shown)?.startedAt, at);
});

test('several moves of one patient that the server has not yet saved are added together on the screen [QST-9]', () => {
  const moves = [asked('move', c, { to: 2 }), asked('move', c, { to: 1 })];
  assert.equal(places(queueAfter(queue, moves)), '1c 2a 3b');
});

test('the desk does not apply a move of a patient twice if the live connection reports the move first [QST-9]', () => {
  const published = queueAfter(queue, [asked('move', c, { to: 2 })]);
  assert.equal(places(queueAfter(published, [asked('move', c, { to: 2 })])), '1a 2c 3b');
});

test('a patient moved to the end of the line is shown behind all others before the server answers [QST-9, INV-12]', () => {
  assert.equal(places(queueAfter(queue, [asked('to_end', a)])), '1b 2c 3a');
});

test('a line at the desk shows no gap after a patient was removed or marked as no-show [QST-6, QST-8]', () => {
  assert.equal(places(queueAfter(queue, [asked('remove', a)])), '1b 2c');
  assert.equal(places(queueAfter(queue, [asked('no_show', b)])), '1a 2c');
  assert.equal(inConsultation(queueAfter(queue, [asked('no_show', inside)])), undefined);
});

test('a visit that is being completed stays on screen until the server confirms [CONS-2]', () => {
  assert.equal(inConsultation(queueAfter(queue, [asked('complete', inside)])), inside);
});

test('a change of one line leaves the lines of other doctors unchanged [QST-11]', () => {
  const other = makeEntry('o', 'waiting', 1, 'd2');
  const shown = queueAfter([a, b, other], [asked('remove', a)]);
  assert.deepEqual(
    linesByDoctor(shown).map((line) => [line.doctor.id, line.entries.map((entry) => entry.id)]),
    [
      ['d1', ['b']],
      ['d2', ['o']],
    ],
  );
});

test('a request whose approval or rejection is being saved is no longer counted as open [ADM-3]', () => {
  const requests = [makeEntry('r', 'pending_approval', 0), makeEntry('s', 'pending_approval', 0)];
  const [first] = requests;
  assert.ok(first);
  const open = openRequests(requests, [asked('reject', first)]);
  assert.deepEqual(
    open.map((entry) => entry.id),
    ['s'],
  );
});

test('the places in a line at the desk are always numbered 1…n without gaps, whatever change is being saved [QST-11, INV-1]', () => {
  const kinds = fc.constantFrom(...deskActionNames);
  const step = fc.record({ kind: kinds, pick: fc.nat(6), to: fc.integer({ min: 1, max: 7 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const known = [...queue, makeEntry('r', 'pending_approval', 0)];
      const changes = steps.map(({ kind, pick, to }) =>
        asked(kind, known[pick % known.length] ?? a, { to }),
      );
      const line = waitingLine(queueAfter(queue, changes));
      assert.deepEqual(
        line.map((entry) => entry.position),
        line.map((_, index) => index + 1),
      );
    }),
  );
});
