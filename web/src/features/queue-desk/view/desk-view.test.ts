import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import fc from 'fast-check';
import { queueDoctor, queueEntry, queuePatient } from '../../../live/queue-entry.test-data.ts';
import { linesByDoctor } from '../actions/desk-changes.ts';
import {
  besideSelected,
  factsWith,
  lineOrders,
  linesInOrder,
  requestsInOrder,
  rowFacts,
  usualView,
  viewFrom,
  withThoseInside,
} from './desk-view.ts';

function makeEntry(id: string, doctorName: string, given: Partial<StaffEntry> = {}): StaffEntry {
  const doctor = { ...queueDoctor(`d-${doctorName}`), name: doctorName };
  return queueEntry({ id, status: 'waiting', patient: queuePatient(id), doctor, ...given });
}

const ids = (entries: readonly StaffEntry[]) => entries.map(({ id }) => id);

const requests = [
  makeEntry('a', 'Dr. Uma', { urgency: 'low' }),
  makeEntry('b', 'Dr. Anil', { urgency: 'high' }),
  makeEntry('c', 'Dr. Uma', { urgency: 'medium' }),
  makeEntry('d', 'Dr. Anil', { urgency: 'high' }),
];

test('the desk sorts requests by age, urgency or doctor, and equal requests by age [DESK-3]', () => {
  assert.deepEqual(ids(requestsInOrder(requests, 'asked')), ['a', 'b', 'c', 'd']);
  assert.deepEqual(ids(requestsInOrder(requests, 'urgency')), ['b', 'd', 'c', 'a']);
  assert.deepEqual(ids(requestsInOrder(requests, 'doctor')), ['b', 'd', 'a', 'c']);
});

const waiting = [
  makeEntry('a1', 'Dr. Anil', { position: 1, joinedAt: '2026-03-12T05:00:00.000Z' }),
  makeEntry('b1', 'Dr. Bina', { position: 1, joinedAt: '2026-03-12T05:10:00.000Z' }),
  makeEntry('b2', 'Dr. Bina', { position: 2, joinedAt: '2026-03-12T05:20:00.000Z' }),
  makeEntry('c1', 'Dr. Chand', { position: 1, joinedAt: '2026-03-12T05:30:00.000Z' }),
  makeEntry('c2', 'Dr. Chand', { position: 2, joinedAt: '2026-03-12T04:00:00.000Z' }),
];
const lines = linesByDoctor(waiting);

test('lines are sorted by the doctor’s name, by the number of waiting patients, or by the longest wait in the line [DESK-3]', () => {
  const names = (order: (typeof lineOrders)[number]) =>
    linesInOrder(lines, order).map(({ doctor }) => doctor.name);
  assert.deepEqual(names('doctor'), ['Dr. Anil', 'Dr. Bina', 'Dr. Chand']);
  assert.deepEqual(names('count'), ['Dr. Bina', 'Dr. Chand', 'Dr. Anil']);
  assert.deepEqual(names('longest'), ['Dr. Chand', 'Dr. Anil', 'Dr. Bina']);
});

test('sorting the lines at the desk never changes a patient’s place in a line, and leaves no patient out [DESK-3, QST-11]', () => {
  const entry = fc.record({
    doctor: fc.constantFrom('Dr. Anil', 'Dr. Bina', 'Dr. Chand'),
    minute: fc.integer({ min: 0, max: 59 }),
  });
  fc.assert(
    fc.property(fc.array(entry), fc.constantFrom(...lineOrders), (drawn, order) => {
      const all = linesByDoctor(
        drawn.map(({ doctor, minute }, index) => {
          const joinedAt = new Date(Date.UTC(2026, 2, 12, 5, minute)).toISOString();
          return makeEntry(`e${index}`, doctor, { position: index + 1, joinedAt });
        }),
      );
      const shown = linesInOrder(all, order);
      assert.equal(shown.length, all.length);
      for (const line of all) assert.ok(shown.includes(line));
    }),
  );
});

test('at the desk a doctor with a patient in consultation has one column even while no patient waits [DESK-3]', () => {
  const inside = [
    makeEntry('i1', 'Dr. Bina', { status: 'in_progress' }),
    makeEntry('i2', 'Dr. Arun', { status: 'in_progress' }),
  ];
  const columns = withThoseInside(lines, inside);
  assert.deepEqual(
    columns.map(({ doctor, entries }) => [doctor.name, ids(entries)]),
    [
      ['Dr. Anil', ['a1']],
      ['Dr. Arun', []],
      ['Dr. Bina', ['b1', 'b2']],
      ['Dr. Chand', ['c1', 'c2']],
    ],
  );
});

test('moving the selection sideways at the desk selects the same place in the next line with patients, or its last place [DESK-3]', () => {
  const columns = withThoseInside(lines, [makeEntry('i', 'Dr. Arun', { status: 'in_progress' })]);
  assert.equal(besideSelected(columns, 'a1', 1), 'b1');
  assert.equal(besideSelected(columns, 'b2', 1), 'c2');
  assert.equal(besideSelected(columns, 'b2', -1), 'a1');
  assert.equal(besideSelected(columns, 'a1', -1), undefined);
  assert.equal(besideSelected(columns, 'c1', 1), undefined);
  assert.equal(besideSelected(columns, 'nobody', 1), undefined);
});

test('the user’s settings of the desk view are restored, and missing or invalid settings get their defaults [DESK-3]', () => {
  const chosen = { layout: 'columns', requests: 'urgency', lines: 'longest', facts: ['phone'] };
  assert.deepEqual(viewFrom(JSON.stringify(chosen)), chosen);
  for (const kept of [null, '', 'null', '7', '{', '[]', '{"layout":"sideways","facts":"all"}']) {
    assert.deepEqual(viewFrom(kept), usualView, String(kept));
  }
  assert.deepEqual(viewFrom('{"facts":["reason","age","wait"]}').facts, ['wait', 'reason']);
  assert.deepEqual(viewFrom('{"facts":[]}').facts, []);
});

test('a fact that the user adds to the patients’ rows at the desk always appears at the same position, and only once [DESK-3]', () => {
  assert.deepEqual(factsWith(['reason'], 'wait', true), ['wait', 'reason']);
  assert.deepEqual(factsWith(['wait'], 'wait', true), ['wait']);
  assert.deepEqual(factsWith(rowFacts, 'phone', false), ['wait', 'checkedIn', 'reason']);
});
