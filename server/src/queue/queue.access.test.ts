import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PatientActor, StaffActor } from '../platform/actor.ts';
import { mayConsult, mayMarkNoShow, mayRunDesk, maySee } from './queue.access.ts';

const person = {
  userId: 'user',
  sessionId: 'session',
  name: 'Asha',
  email: 'asha@example.org',
  emailVerified: true,
  phone: null,
  tokenExpiresAt: 0,
  mustSetUpTwoFactor: false,
  provedAt: new Date(0),
  idleMinutes: null,
};
const patient: PatientActor = { ...person, role: 'patient', hospitalId: null, doctorId: null };
const receptionist: StaffActor = {
  ...person,
  role: 'receptionist',
  hospitalId: 'here',
  doctorId: null,
};
const admin: StaffActor = { ...receptionist, role: 'hospital_admin' };
const doctor: StaffActor = { ...receptionist, role: 'doctor', doctorId: 'own' };

const entry = { hospitalId: 'here', doctorId: 'own', accountId: 'user' };
const colleaguesEntry = { ...entry, doctorId: 'another' };
const elsewhere = { ...entry, hospitalId: 'there' };

test('a patient sees the own entries and nobody else’s [ROLE-1, ENT-1]', () => {
  assert.equal(maySee(patient, entry), true);
  assert.equal(maySee(patient, { ...entry, accountId: 'somebody' }), false);
  assert.equal(maySee(patient, { ...entry, accountId: null }), false);
});

test('staff see their hospital’s entries and no other’s [ROLE-7]', () => {
  for (const actor of [receptionist, admin, doctor]) {
    assert.equal(maySee(actor, entry), true);
    assert.equal(maySee(actor, elsewhere), false);
    assert.equal(mayRunDesk(actor, entry), true);
    assert.equal(mayRunDesk(actor, elsewhere), false);
  }
});

test('a doctor consults in the own queue, an administrator in any, a receptionist in none [ROLE-2…4]', () => {
  assert.equal(mayConsult(doctor, entry), true);
  assert.equal(mayConsult(doctor, colleaguesEntry), false);
  assert.equal(mayConsult(admin, colleaguesEntry), true);
  assert.equal(mayConsult(admin, elsewhere), false);
  assert.equal(mayConsult(receptionist, entry), false);
});

test('a receptionist may mark a no show, a doctor only in the own queue [ROLE-3, ROLE-4]', () => {
  assert.equal(mayMarkNoShow(receptionist, colleaguesEntry), true);
  assert.equal(mayMarkNoShow(receptionist, elsewhere), false);
  assert.equal(mayMarkNoShow(doctor, entry), true);
  assert.equal(mayMarkNoShow(doctor, colleaguesEntry), false);
});
