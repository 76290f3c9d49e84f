import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whereToGo } from './where-to-go.ts';

test('a patient is sent to a doctor’s room by its name, and to a counter by the names of line and counter, without naming the line twice [LINE-2, ROOM-1]', () => {
  const counter = { name: 'Laboratory', room: 'Counter 1', service: 'laboratory' };
  assert.equal(whereToGo(counter), 'Laboratory, Counter 1');
  assert.equal(whereToGo({ ...counter, room: 'laboratory 2' }), 'laboratory 2');
  assert.equal(whereToGo({ name: 'Dr. Rao', room: 'Room 4', service: null }), 'Room 4');
  const anyDoctor = { name: 'Any doctor', room: 'Room 2', service: 'any_doctor' };
  assert.equal(whereToGo(anyDoctor), 'Room 2');
  assert.equal(whereToGo({ ...counter, room: null }), null);
});
