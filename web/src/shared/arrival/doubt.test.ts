import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubtOf, kilometresBetween } from './doubt.ts';

const pune = { latitude: 18.5204, longitude: 73.8567 };
const mumbai = { latitude: 19.076, longitude: 72.8777 };
const now = Date.parse('2026-03-12T08:00:00Z');
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

test('a person who checks in far from the hospital is asked to confirm and reads the distance, and a person at the hospital is not [APPT-1, ARR-1]', () => {
  const expectedAt = inMinutes(180);
  const far = doubtOf({ here: mumbai, hospital: pune, expectedAt, now });
  assert.ok(far?.kind === 'place' && Math.round(far.kilometres / 10) === 12, String(far?.kind));
  const near = { latitude: 18.5254, longitude: 73.8567 };
  assert.equal(doubtOf({ here: near, hospital: pune, expectedAt, now }), undefined);
  assert.equal(kilometresBetween(pune, pune), 0);
});

test('a person whose position is unknown is asked to confirm the check-in only long before or long after the appointment [APPT-1, ARR-1]', () => {
  const unknown = { here: undefined, hospital: pune, now };
  for (const minutes of [-46, 46, 600]) {
    const expectedAt = inMinutes(minutes);
    assert.deepEqual(doubtOf({ ...unknown, expectedAt }), {
      kind: 'time',
      at: expectedAt,
      isOver: minutes < 0,
    });
  }
  for (const minutes of [-45, 0, 45]) {
    assert.equal(doubtOf({ ...unknown, expectedAt: inMinutes(minutes) }), undefined);
  }
  assert.equal(doubtOf({ ...unknown, expectedAt: null }), undefined);
  const noMap = { here: mumbai, hospital: undefined, now, expectedAt: inMinutes(10) };
  assert.equal(doubtOf(noMap), undefined);
});
