import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesIn } from './addresses.ts';

test('email addresses are read line by line or separated by commas, each once [ROLE-6]', () => {
  assert.deepEqual(addressesIn(' a@x.org\nb@x.org, c@x.org;A@X.org \n\n'), [
    'A@X.org',
    'b@x.org',
    'c@x.org',
  ]);
  assert.deepEqual(addressesIn(' \n'), []);
});
