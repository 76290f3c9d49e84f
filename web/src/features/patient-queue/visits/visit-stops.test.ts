import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { patientEntry, queueDoctor } from '../../../live/queue-entry.test-data.ts';
import {
  hereSince,
  isSameVisit,
  isSentOn,
  otherStops,
  ratedStop,
  visitsOf,
  withoutOpenVisits,
} from './visit-stops.ts';

function stop(
  id: string,
  visitId: string | null,
  minute: number,
  given: Partial<PatientEntry> = {},
) {
  const joinedAt = new Date(Date.UTC(2026, 2, 12, 5, minute)).toISOString();
  return patientEntry({ id, visitId, joinedAt, status: 'completed', ...given });
}
const laboratory = { ...queueDoctor('Laboratory'), service: 'laboratory' as const };
const first = stop('e1', 'e1', 0);
const tests = stop('e2', 'e1', 10, { doctor: laboratory });
const back = stop('e3', 'e1', 20);
const other = stop('e0', null, 5);

test('the steps of one visit are shown together, in order of time [LINE-4, PAT-11]', () => {
  assert.deepEqual(
    visitsOf([back, tests, other, first]).map((stops) => stops.map(({ id }) => id)),
    [['e1', 'e2', 'e3'], ['e0']],
  );
  assert.deepEqual(
    otherStops(back, [tests, other, first]).map(({ id }) => id),
    ['e1', 'e2'],
  );
});

test('the first step of a visit begins with the check-in, and later steps when the patient is forwarded [LINE-4, ARR-1]', () => {
  const checkedInAt = first.joinedAt;
  assert.equal(hereSince({ ...first, checkedInAt }), checkedInAt);
  assert.equal(hereSince({ ...tests, checkedInAt }), tests.joinedAt);
  assert.equal(hereSince({ ...first, checkedInAt: null }), null);
});

test('every step of a visit except the first is shown as forwarded, even if the first step’s data do not yet name the visit [LINE-3]', () => {
  assert.deepEqual([first, tests, other].map(isSentOn), [false, true, false]);
  assert.ok(isSameVisit({ id: 'e1', visitId: null }, tests));
  assert.ok(!isSameVisit(other, tests));
});

test('the rating of a visit belongs to the last doctor who completed a step, and never to a laboratory [ENT-4]', () => {
  assert.equal(ratedStop([first, tests, back])?.id, 'e3');
  assert.equal(ratedStop([first, tests, { ...back, status: 'no_show' }])?.id, 'e1');
  assert.equal(ratedStop([tests]), undefined);
});

test('a visit that continues is not listed as a past visit, whichever of its steps is still in progress [LINE-4, PAT-11]', () => {
  const open = { ...back, status: 'waiting' as const };
  assert.deepEqual(withoutOpenVisits([tests, other, first], [open]), [other]);
  assert.deepEqual(withoutOpenVisits([tests, other, first], []), [tests, other, first]);
  assert.equal(withoutOpenVisits(undefined, [open]), undefined);
});
