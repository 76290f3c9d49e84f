import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupPhone } from '@baari/contract/text/group-phone.ts';
import { phoneInGroups } from './phone-text.ts';

test('on pages for phones, the usual numbers are grouped as in their country, and others are unchanged [PROF-1, ENT-4]', () => {
  for (const number of [
    '+919811000009',
    '+912025530114',
    '+914428440008',
    '+447911123456',
    '+12025550143',
  ]) {
    assert.equal(phoneInGroups(number), groupPhone(number));
  }
  assert.equal(phoneInGroups('+911204440012'), '+911204440012');
  assert.equal(phoneInGroups('108'), '108');
});
