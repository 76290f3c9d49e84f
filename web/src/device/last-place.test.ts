import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LastPlace, parseLastPlace } from './last-place.ts';

const hour = 3_600_000;
const kept: LastPlace = {
  place: 3,
  range: { lower: 20, upper: 35 },
  isOwn: true,
  doctor: 'Dr. Rao',
  hospital: 'City Hospital',
  token: 'C-007',
  room: 'Room 4',
  at: 10 * hour,
};

test('the patient’s last known place in line is read from the device as stored, with its time [PAT-11]', () => {
  assert.deepEqual(parseLastPlace(JSON.stringify(kept), 11 * hour), kept);
  const pending = { ...kept, place: 0, range: null };
  assert.deepEqual(parseLastPlace(JSON.stringify(pending), 11 * hour), pending);
});

test('a stored place in line names no patient, and one stored by an earlier version counts as the account holder’s own [PAT-11]', () => {
  const ofAnother = { ...kept, isOwn: false };
  assert.deepEqual(parseLastPlace(JSON.stringify(ofAnother), 11 * hour), ofAnother);
  const { isOwn: _, ...earlier } = kept;
  assert.deepEqual(parseLastPlace(JSON.stringify(earlier), 11 * hour), kept);
  const { token: _token, room: _room, ...before } = kept;
  const without = { ...kept, token: null, room: null };
  assert.deepEqual(parseLastPlace(JSON.stringify(before), 11 * hour), without);
});

test('a stored place in line is ignored if it is too old, lies in the future or cannot be read [PAT-11]', () => {
  assert.equal(parseLastPlace(JSON.stringify(kept), 23 * hour), undefined);
  assert.equal(parseLastPlace(JSON.stringify(kept), 9 * hour), undefined);
  for (const text of [null, '', '{', '7', 'null', '{"place":"3"}', JSON.stringify({ place: 1 })]) {
    assert.equal(parseLastPlace(text, 11 * hour), undefined, String(text));
  }
});
