import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StaffEntry } from '@baari/contract/queue.ts';
import fc from 'fast-check';
import {
  type DeskChange,
  inConsultation,
  linesByDoctor,
  openRequests,
  queueAfter,
  waitingLine,
} from './desk-changes.ts';
import { queueDoctor, queueEntry, queuePatient } from '../../live/queue-entry.test-data.ts';

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

function places(shown: readonly StaffEntry[]): string {
  return waitingLine(shown)
    .map((entry) => `${entry.position}${entry.id}`)
    .join(' ');
}

test('an approved request stands at the end of its doctor’s line before the answer [QST-2]', () => {
  const request = makeEntry('r', 'pending_approval', 0);
  const change: DeskChange = { kind: 'approve', entry: request, note: 'Approved by staff' };
  const shown = queueAfter(queue, [change]);
  assert.equal(places(shown), '1a 2b 3c 4r');
  assert.equal(waitingLine(shown).at(-1)?.notes, 'Approved by staff');
});

test('an approval that the stream has already told is not shown twice [QST-2]', () => {
  const change: DeskChange = { kind: 'approve', entry: { ...c, position: 0 }, note: 'x' };
  assert.equal(queueAfter(queue, [change]), queue);
});

test('a patient who is called in leaves the line and the rest move up [QST-4]', () => {
  const at = '2026-03-12T05:10:00Z';
  const shown = queueAfter([a, b, c], [{ kind: 'start', entry: a, at }]);
  assert.equal(places(shown), '1b 2c');
  assert.equal(inConsultation(shown)?.id, 'a');
  assert.equal(inConsultation(shown)?.startedAt, at);
});

test('several moves of one patient add up, each by the place it leads to [QST-9]', () => {
  const moves: DeskChange[] = [
    { kind: 'move', entry: c, to: 2 },
    { kind: 'move', entry: c, to: 1 },
  ];
  assert.equal(places(queueAfter(queue, moves)), '1c 2a 3b');
});

test('a move that the stream has already told changes nothing more [QST-9]', () => {
  const told = queueAfter(queue, [{ kind: 'move', entry: c, to: 2 }]);
  assert.equal(places(queueAfter(told, [{ kind: 'move', entry: c, to: 2 }])), '1a 2c 3b');
});

test('a removed patient and one who did not come leave no gap [QST-6, QST-8]', () => {
  assert.equal(places(queueAfter(queue, [{ kind: 'remove', entry: a }])), '1b 2c');
  assert.equal(places(queueAfter(queue, [{ kind: 'noShow', entry: b }])), '1a 2c');
  assert.equal(inConsultation(queueAfter(queue, [{ kind: 'noShow', entry: inside }])), undefined);
});

test('a consultation that is being completed stays in sight until the server agrees [CONS-2]', () => {
  assert.equal(inConsultation(queueAfter(queue, [{ kind: 'complete', entry: inside }])), inside);
});

test('a change of one line leaves the lines of other doctors as they are [QST-11]', () => {
  const other = makeEntry('o', 'waiting', 1, 'd2');
  const shown = queueAfter([a, b, other], [{ kind: 'remove', entry: a }]);
  assert.deepEqual(
    linesByDoctor(shown).map((line) => [line.doctor.id, line.entries.map((entry) => entry.id)]),
    [
      ['d1', ['b']],
      ['d2', ['o']],
    ],
  );
});

test('a request being decided on no longer counts as pending [ADM-3]', () => {
  const requests = [makeEntry('r', 'pending_approval', 0), makeEntry('s', 'pending_approval', 0)];
  const [first] = requests;
  assert.ok(first);
  const open = openRequests(requests, [{ kind: 'reject', entry: first }]);
  assert.deepEqual(
    open.map((entry) => entry.id),
    ['s'],
  );
});

test('whatever is under way, the places shown are 1…n [QST-11, INV-1]', () => {
  const kinds = fc.constantFrom('approve', 'start', 'move', 'remove', 'noShow', 'note' as const);
  const step = fc.record({ kind: kinds, pick: fc.nat(6), to: fc.integer({ min: 1, max: 7 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const known = [...queue, makeEntry('r', 'pending_approval', 0)];
      const changes = steps.map(({ kind, pick, to }): DeskChange => {
        const entry = known[pick % known.length] ?? a;
        if (kind === 'approve') return { kind, entry, note: 'x' };
        if (kind === 'start') return { kind, entry, at: '2026-03-12T05:10:00Z' };
        if (kind === 'move') return { kind, entry, to };
        return { kind, entry };
      });
      const line = waitingLine(queueAfter(queue, changes));
      assert.deepEqual(
        line.map((entry) => entry.position),
        line.map((_, index) => index + 1),
      );
    }),
  );
});
