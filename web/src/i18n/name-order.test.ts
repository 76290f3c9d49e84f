import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byName, byText } from './name-order.ts';

test('names stand in the order of the alphabet, whether in capitals or not, in Latin letters or others [STAFF-3]', () => {
  const names = ['dr. zoya Khan', 'Dr. Meera Rao', 'Dr. anil Shah', 'Dr. Meera Kulkarni'];
  assert.deepEqual(names.toSorted(byName), [
    'Dr. anil Shah',
    'Dr. Meera Kulkarni',
    'Dr. Meera Rao',
    'dr. zoya Khan',
  ]);
  assert.deepEqual(['मीरा', 'अनिल', 'Éva', 'Eva', 'Zoya'].toSorted(byName), [
    'Eva',
    'Éva',
    'Zoya',
    'अनिल',
    'मीरा',
  ]);
});

test('moments stand in the order of time [QST-11]', () => {
  const [first, second] = ['2026-11-23T09:59:59.000Z', '2026-11-23T10:00:00.000Z'] as const;
  assert.deepEqual([second, first, second].toSorted(byText), [first, second, second]);
});
