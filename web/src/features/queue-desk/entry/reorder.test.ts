import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { makeEntry } from '../../../live/hospital-model.test-data.ts';
import { commandOf } from '../keyboard/desk-keys.ts';
import { isOver, shownWhileGrabbed } from './reorder.ts';

function waiting(id: string, doctor: string, position: number): StaffEntry {
  return { ...makeEntry(id, doctor, 0), status: 'waiting', position };
}

const line = [
  waiting('a', 'd1', 1),
  waiting('b', 'd1', 2),
  waiting('c', 'd1', 3),
  waiting('x', 'd2', 1),
];

function places(entries: readonly StaffEntry[]): string[] {
  return entries.map(({ id, position }) => `${id}${position}`);
}

test('a patient being dragged at the desk is shown at the new place, and only in the patient’s own line [ADM-5]', () => {
  const [, , c] = line;
  assert.ok(c);
  const shown = shownWhileGrabbed(line, { entry: c, place: 1, by: 'pointer' });
  assert.deepEqual(places(shown), ['c1', 'a2', 'b3', 'x1']);
  assert.equal(shownWhileGrabbed(line, null), line);
});

test('patients’ rows of different heights do not jump back and forth while the mouse rests during a drag [ADM-5]', () => {
  const held = { top: 100, bottom: 150 };
  const tall = { top: 160, bottom: 300 };
  assert.equal(
    isOver(200, held, tall),
    false,
    'after the change it would not be under the pointer',
  );
  assert.equal(isOver(260, held, tall), true);
  const above = { top: 0, bottom: 90 };
  assert.equal(isOver(80, held, above), false);
  assert.equal(isOver(30, held, above), true);
});

test('Alt with an arrow key moves a patient by one place, and the arrow key alone scrolls the page [ADM-5]', () => {
  const press = { ctrlKey: false, metaKey: false, repeat: false };
  assert.equal(commandOf({ ...press, key: 'ArrowUp', altKey: true }), 'move_up');
  assert.equal(commandOf({ ...press, key: 'ArrowDown', altKey: true }), 'move_down');
  assert.equal(commandOf({ ...press, key: 'ArrowUp', altKey: false }), undefined);
  assert.equal(commandOf({ ...press, key: 'u', altKey: true }), undefined);
});
