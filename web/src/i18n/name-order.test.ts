import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byName, byText, orderNamesFor } from './name-order.ts';

test('names are in alphabetical order, ignoring case, in Latin and other scripts [STAFF-3]', () => {
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

test('names are in the order of the chosen language, whatever the browser’s language is [STAFF-3, ENT-9]', () => {
  const names = ['Zoya', 'سارہ', 'அருண்', 'मीरा'];
  try {
    orderNamesFor('es-419');
    assert.deepEqual(['Ñusta', 'Nutan', 'Olga', 'Núria'].toSorted(byName), [
      'Núria',
      'Nutan',
      'Ñusta',
      'Olga',
    ]);
    orderNamesFor('en-IN');
    assert.deepEqual(['Ñusta', 'Nutan', 'Olga', 'Núria'].toSorted(byName), [
      'Núria',
      'Ñusta',
      'Nutan',
      'Olga',
    ]);
    orderNamesFor('ta-IN-u-nu-latn');
    assert.equal(names.toSorted(byName)[0], 'அருண்');
    orderNamesFor('ur-IN-u-nu-latn');
    assert.equal(names.toSorted(byName)[0], 'سارہ');
  } finally {
    orderNamesFor('en');
  }
});

test('times are sorted from the earliest to the latest [QST-11]', () => {
  const [first, second] = ['2026-11-23T09:59:59.000Z', '2026-11-23T10:00:00.000Z'] as const;
  assert.deepEqual([second, first, second].toSorted(byText), [first, second, second]);
});
