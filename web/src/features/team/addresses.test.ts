import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesIn } from './addresses.ts';

test('email addresses to invite can be separated by line breaks or commas, and repeated ones are used once [ROLE-6]', () => {
  assert.deepEqual(addressesIn(' a@x.org\nb@x.org, c@x.org;A@X.org \n\n'), [
    'A@X.org',
    'b@x.org',
    'c@x.org',
  ]);
  assert.deepEqual(addressesIn(' \n'), []);
});
