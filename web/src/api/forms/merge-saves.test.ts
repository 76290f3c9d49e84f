import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeSaves } from './merge-saves.ts';

const opened = { name: 'Asha', phone: '', address: { city: 'Pune', zip: '411001' }, gender: '' };

test('when a form is saved, another person’s changes are merged, and the typed text stays in a field that both changed [PROF-1, HPROF-1]', () => {
  const mine = { ...opened, name: 'Asha Rao', gender: 'Female' };
  const theirs = {
    name: 'Asha R.',
    phone: '+919812345678',
    address: { zip: '411001', city: 'Pune' },
    gender: 'Female',
  };
  const fields = ['name', 'phone', 'address', 'gender'] as const;
  assert.deepEqual(mergeSaves(fields, { opened, mine, theirs }), {
    taken: ['phone'],
    kept: ['name'],
  });
  assert.deepEqual(mergeSaves(fields, { opened, mine, theirs: opened }), { taken: [], kept: [] });
});
