import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextStatus, searchDoctors } from './doctor-status.ts';

const asha = {
  name: 'Dr. Asha Verma',
  specialty: 'Cardiology',
  department: 'Heart Centre',
  email: 'asha@example.org',
};
const imran = {
  name: 'Dr. Imran Shaikh',
  specialty: 'Neurology',
  department: 'Neurology',
  email: 'imran@example.org',
};
const team = [asha, imran];

test('the status button turns Available to Busy, and every other status to Available [DST-1]', () => {
  assert.equal(nextStatus('Available'), 'Busy');
  assert.equal(nextStatus('Busy'), 'Available');
  assert.equal(nextStatus('Offline'), 'Available');
});

test('the search in the list of doctors finds a doctor by name, specialty, department or email, in upper or lower case [ADM-2]', () => {
  assert.deepEqual(searchDoctors(team, 'ASHA'), [asha]);
  assert.deepEqual(searchDoctors(team, 'neuro'), [imran]);
  assert.deepEqual(searchDoctors(team, 'heart'), [asha]);
  assert.deepEqual(searchDoctors(team, 'imran@'), [imran]);
});

test('every word of a search for doctors must match, and an empty search finds all doctors [ADM-2]', () => {
  assert.deepEqual(searchDoctors(team, 'verma cardio'), [asha]);
  assert.deepEqual(searchDoctors(team, 'verma neuro'), []);
  assert.deepEqual(searchDoctors(team, '   '), team);
});
