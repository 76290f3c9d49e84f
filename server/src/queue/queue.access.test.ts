import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ActionName,
  actionNames,
  auditedAs,
  type QueueAction,
  queueActions,
  queueAuditActions,
} from '@baari/contract/queue/queue-actions.ts';
import type { Right } from '@baari/contract/queue/entry-state.ts';
import type { Actor, PatientActor, StaffActor } from '../platform/actor.ts';
import { type EntryOwners, maySee, mayUse } from './queue.access.ts';

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
  isAtSeveral: false,
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

const entry = { hospital_id: 'here', line_id: 'own', account_id: 'user' };
const colleaguesEntry = { ...entry, line_id: 'another' };
const elsewhere = { ...entry, hospital_id: 'there' };

const mayRunDesk = (actor: Actor, of: EntryOwners) => mayUse('desk', actor, of).ok;
const mayConsult = (actor: Actor, of: EntryOwners) => mayUse('consult', actor, of).ok;
const mayMarkNoShow = (actor: Actor, of: EntryOwners) => mayUse('call', actor, of).ok;

test('a patient sees only their own places in line and visits [ROLE-1, ENT-1]', () => {
  assert.equal(maySee(patient, entry), true);
  assert.equal(maySee(patient, { ...entry, account_id: 'somebody' }), false);
  assert.equal(maySee(patient, { ...entry, account_id: null }), false);
});

test('staff see only the queues of their own hospital [ROLE-7]', () => {
  for (const actor of [receptionist, admin, doctor]) {
    assert.equal(maySee(actor, entry), true);
    assert.equal(maySee(actor, elsewhere), false);
    assert.equal(mayRunDesk(actor, entry), true);
    assert.equal(mayRunDesk(actor, elsewhere), false);
  }
});

test('a doctor calls patients in only in their own line, an administrator in any line, and a receptionist in none [ROLE-2…4]', () => {
  assert.equal(mayConsult(doctor, entry), true);
  assert.equal(mayConsult(doctor, colleaguesEntry), false);
  assert.equal(mayConsult(admin, colleaguesEntry), true);
  assert.equal(mayConsult(admin, elsewhere), false);
  assert.equal(mayConsult(receptionist, entry), false);
});

test('a receptionist may mark a no-show in any line, and a doctor only in their own line [ROLE-3, ROLE-4]', () => {
  assert.equal(mayMarkNoShow(receptionist, colleaguesEntry), true);
  assert.equal(mayMarkNoShow(receptionist, elsewhere), false);
  assert.equal(mayMarkNoShow(doctor, entry), true);
  assert.equal(mayMarkNoShow(doctor, colleaguesEntry), false);
});

test('each queue action may be called by exactly the roles that the specification names [ROLE-1…4]', () => {
  const specified = {
    approve: 'desk',
    reject: 'desk',
    move_up: 'desk',
    move_down: 'desk',
    note: 'desk',
    remove: 'desk',
    start: 'consult',
    complete: 'consult',
    no_show: 'call',
    leave: 'patient',
  } as const satisfies Partial<Record<ActionName, Right>>;
  for (const [name, right] of Object.entries(specified)) {
    const action = actionNames.find((each) => each === name);
    assert.ok(action !== undefined);
    assert.equal(queueActions[action].right, right, name);
  }
});

test('each queue action has its own name in the audit trail, and each keyboard shortcut of the desk has one action [SEC-13]', () => {
  const ofStaff = actionNames.filter((name) => queueActions[name].right !== 'patient');
  assert.deepEqual(
    ofStaff.filter((name) => auditedAs(name) === undefined),
    [],
  );
  assert.equal(new Set(queueAuditActions).size, ofStaff.length);
  const keys = Object.values<QueueAction>(queueActions).flatMap(({ desk }) => desk?.key ?? []);
  assert.equal(new Set(keys).size, keys.length);
});
