import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patientEntry, queueDoctor } from '../../../live/queue-entry.test-data.ts';
import { isOneOfStops } from './visit-goes-on.ts';

const joinedAt = '2026-03-12T05:00:00.000Z';
const now = patientEntry({ id: 'now', token: 'C-017', joinedAt });

test('a visit has several steps if it is in a shared line or follows a step with the same token on the same day [LINE-4]', () => {
  assert.equal(isOneOfStops(now, []), false);
  const inLaboratory = { ...now, doctor: { ...queueDoctor('l1'), service: 'laboratory' as const } };
  assert.equal(isOneOfStops(inLaboratory, []), true);
  assert.equal(isOneOfStops({ ...now, severalStops: true }, []), true, 'with stops planned behind');
  const before = patientEntry({ id: 'before', token: 'C-017', status: 'completed' });
  assert.equal(isOneOfStops(now, [{ ...before, joinedAt: '2026-03-12T04:30:00.000Z' }]), true);
});

test('a visit with the same token on another day or at another hospital is a different visit [LINE-4]', () => {
  const other = patientEntry({ id: 'other', token: 'C-017', status: 'completed' });
  assert.equal(isOneOfStops(now, [{ ...other, joinedAt: '2026-03-10T05:00:00.000Z' }]), false);
  const elsewhere = { ...other, joinedAt, hospital: { ...other.hospital, id: 'h2' } };
  assert.equal(isOneOfStops(now, [elsewhere]), false);
  const noToken = { ...now, token: null };
  assert.equal(isOneOfStops(noToken, [{ ...other, joinedAt, token: null }]), false);
});
