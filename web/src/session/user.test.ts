import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseKeptUser } from './kept-session.ts';
import { displayName, readClaims, userFromIdentity } from './user.ts';

function tokenWith(payload: unknown): string {
  const middle = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `e30.${middle}.sig`;
}

test('a user whose name is missing, or is the word for a role, is shown by the role [ENT-6]', () => {
  assert.equal(displayName({ name: 'Asha', role: 'patient' }), 'Asha');
  assert.equal(displayName({ name: '  ', role: 'patient' }), 'Patient');
  assert.equal(displayName({ name: 'Patient', role: 'doctor' }), 'Doctor');
  assert.equal(displayName({ name: 'User', role: 'hospital_admin' }), 'Hospital Admin');
  assert.equal(displayName({ name: '', role: 'receptionist' }), 'User');
});

test('a user without a readable role counts as a patient [ENT-6]', () => {
  const patient = { role: 'patient', hospitalId: null, doctorId: null };
  assert.deepEqual(readClaims('not a token'), patient);
  assert.deepEqual(readClaims(tokenWith({ role: 'king', hospitalId: 'h1' })), patient);
  const identity = { id: 'u1', name: 'Asha', email: 'a@example.org', emailVerified: false };
  assert.equal(userFromIdentity(identity, readClaims('')).role, 'patient');
});

test('a user’s sign-in token is read correctly, also with letters such as ä or अ', () => {
  const claims = { role: 'doctor', hospitalId: 'h1', doctorId: 'd1' };
  assert.deepEqual(readClaims(tokenWith({ ...claims, name: 'आशा' })), claims);
});

test('text stored in the browser counts as the signed-in user only if it has the right format [ENT-7]', () => {
  const user = {
    id: 'u1',
    name: 'Asha',
    role: 'patient',
    email: null,
    emailVerified: true,
    phone: null,
    hospitalId: null,
    doctorId: null,
  };
  assert.deepEqual(parseKeptUser(JSON.stringify({ user, isAuthenticated: true })), user);
  assert.equal(parseKeptUser(JSON.stringify({ user, isAuthenticated: false })), undefined);
  assert.equal(parseKeptUser(JSON.stringify({ user: {}, isAuthenticated: true })), undefined);
  assert.equal(parseKeptUser('{"user":'), undefined);
  assert.equal(parseKeptUser(null), undefined);
});
