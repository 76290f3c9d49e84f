import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNotifiedOfRequest } from './notified-of-request.ts';

test('a doctor is alerted only to their own requests, and to none when the setting is off [EV-10, DOC-3]', () => {
  const doctor = { role: 'doctor', doctorId: 'd1' } as const;
  assert.equal(isNotifiedOfRequest(doctor, 'd1', true), true);
  assert.equal(isNotifiedOfRequest(doctor, 'd1', undefined), true);
  assert.equal(isNotifiedOfRequest(doctor, 'd2', true), false);
  assert.equal(isNotifiedOfRequest(doctor, 'd1', false), false);
});

test('receptionists and administrators are alerted to every request [EV-10]', () => {
  for (const role of ['receptionist', 'hospital_admin'] as const) {
    assert.equal(isNotifiedOfRequest({ role, doctorId: null }, 'd2', undefined), true);
  }
});
