import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandOf, deskKeys, neighbour, successor, worksAnywhere } from './desk-keys.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, repeat: false };

test('one key press runs a command at the desk, whether the letter is typed in upper or lower case', () => {
  assert.equal(commandOf({ ...plain, key: 'a' }), 'approve');
  assert.equal(commandOf({ ...plain, key: 'A' }), 'approve');
  assert.equal(commandOf({ ...plain, key: '?' }), 'help');
  assert.equal(commandOf({ ...plain, key: 'z' }), 'undo');
  assert.equal(commandOf({ ...plain, key: 'y' }), undefined);
  assert.equal(commandOf({ ...plain, key: 'constructor' }), undefined);
});

test('the key that calls the next patient also works while the user types in a text field [CONS-6]', () => {
  const command = commandOf({ ...plain, key: 'F9' });
  assert.equal(command, 'callNext');
  assert.equal(command !== undefined && worksAnywhere(command), true);
  assert.equal(worksAnywhere('complete'), false);
  assert.equal(commandOf({ ...plain, key: 'F9', repeat: true }), undefined);
});

test('no key at the desk has two commands', () => {
  const keys = deskKeys.map(([key]) => key);
  assert.deepEqual(
    keys.filter((key, index) => keys.indexOf(key) !== index),
    [],
  );
});

test('the desk does not override the browser’s own shortcuts', () => {
  assert.equal(commandOf({ ...plain, key: 'r', ctrlKey: true }), undefined);
  assert.equal(commandOf({ ...plain, key: 'z', ctrlKey: true }), undefined);
  assert.equal(commandOf({ ...plain, key: 'd', metaKey: true }), undefined);
  assert.equal(commandOf({ ...plain, key: 'd', altKey: true }), undefined);
});

test('holding a key down moves through the desk’s list, but runs any other command only once', () => {
  assert.equal(commandOf({ ...plain, key: 'j', repeat: true }), 'next');
  assert.equal(commandOf({ ...plain, key: 'a', repeat: true }), undefined);
});

test('moving the selection at the desk goes to the next or previous patient, and stops at the ends of the list', () => {
  const ids = ['a', 'b', 'c'];
  assert.equal(neighbour(ids, null, 1), 'a');
  assert.equal(neighbour(ids, 'gone', -1), 'a');
  assert.equal(neighbour(ids, 'a', 1), 'b');
  assert.equal(neighbour(ids, 'c', 1), 'c');
  assert.equal(neighbour(ids, 'a', -1), 'a');
  assert.equal(neighbour([], null, 1), undefined);
});

test('when the selected patient leaves the list at the desk, the patient who moves to that position is selected', () => {
  assert.equal(successor(['a', 'b', 'c'], ['a', 'c'], 'b'), 'c');
  assert.equal(successor(['a', 'b', 'c'], ['a', 'b'], 'c'), 'b');
  assert.equal(successor(['a'], [], 'a'), undefined);
  assert.equal(successor(['a', 'b'], ['b', 'a'], 'a'), 'a');
});
