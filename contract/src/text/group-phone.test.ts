import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupPhone } from './group-phone.ts';

test('a phone number is shown in groups of digits as is usual in its country, and any other text is unchanged [PROF-1, ENT-4]', () => {
  assert.deepEqual(
    [
      '+919811000009',
      '+912532500100',
      '+442079460958',
      '+34912345678',
      '112',
      '108',
      '',
      'ask Asha',
    ].map(groupPhone),
    [
      '+91 98110 00009',
      '+91 253 250 0100',
      '+44 20 7946 0958',
      '+34 912 34 56 78',
      '112',
      '108',
      '',
      'ask Asha',
    ],
  );
});
