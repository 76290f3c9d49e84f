import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DeskActionName, queueActions } from '@baari/contract/queue/queue-actions.ts';
import { queueDoctor, queueEntry } from '../../../live/queue-entry.test-data.ts';
import { type DeskUser, isOn, lastOfLines, mayDo, switched } from './desk-access.ts';

/** Returns the actions that the user may apply to a doctor's queue. */
function rightsIn(doctorId: string, user: DeskUser) {
  const may = (name: DeskActionName) => mayDo(name, doctorId, user);
  return { consult: may('start') && may('complete'), markNoShow: may('no_show') && may('hold') };
}

test('an administrator may start and complete visits for any doctor [ROLE-2]', () => {
  const rights = rightsIn('d1', { role: 'hospital_admin', doctorId: null });
  assert.deepEqual(rights, { consult: true, markNoShow: true });
});

test('a doctor starts and completes visits, and marks no-shows, only in their own queue [ROLE-3]', () => {
  const doctor = { role: 'doctor', doctorId: 'd1' } as const;
  assert.deepEqual(rightsIn('d1', doctor), { consult: true, markNoShow: true });
  assert.deepEqual(rightsIn('d2', doctor), { consult: false, markNoShow: false });
});

test('a receptionist marks no-shows but never starts or completes a visit [ROLE-4]', () => {
  const rights = rightsIn('d1', { role: 'receptionist', doctorId: null });
  assert.deepEqual(rights, { consult: false, markNoShow: true });
});

test('people who are not staff are offered no action on the queue [ROLE-1]', () => {
  const none = { consult: false, markNoShow: false };
  assert.deepEqual(rightsIn('d1', { role: 'patient', doctorId: null }), none);
  assert.deepEqual(rightsIn('d1', null), none);
  assert.equal(mayDo('back', 'd1', { role: 'patient', doctorId: null }), false);
});

test('the last patient present in a line cannot choose a later place, even if a patient who missed the call is behind [STAFF-4]', () => {
  const hold = { calledAt: '2026-03-12T05:00:00.000Z', calls: 1, backAt: null };
  const back = { ...hold, backAt: '2026-03-12T05:10:00.000Z' };
  const waits = (id: string, doctorId: string, held: typeof hold | typeof back | null = null) =>
    queueEntry({ id, status: 'waiting', doctor: queueDoctor(doctorId), hold: held });
  const lines = [
    waits('a', 'd1'),
    waits('b', 'd2'),
    waits('c', 'd1'),
    waits('d', 'd1', hold),
    waits('e', 'd2', back),
  ];
  assert.deepEqual([...lastOfLines(lines)].toSorted(), ['c', 'd', 'e']);
  assert.deepEqual([...lastOfLines([])], []);
});

test('pressing a switch at the desk such as “needs an interpreter” turns the switch on or off, and other actions leave it unchanged [ADM-5]', () => {
  const lever = queueActions.interpreter;
  const [off, on] = [queueEntry(), queueEntry({ needsInterpreter: true })];
  assert.deepEqual(switched(lever, off), { needsInterpreter: true });
  assert.deepEqual(switched(lever, on), { needsInterpreter: false });
  assert.deepEqual([isOn(lever, off), isOn(lever, on)], [false, true]);
  assert.deepEqual(switched({ desk: {} }, on), {});
  assert.equal(isOn({}, on), false);
});
