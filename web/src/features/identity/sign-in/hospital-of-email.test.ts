import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hospitalOfEmail } from './hospital-of-email.ts';

const sanjeevani = {
  hospitalId: '1',
  name: 'S',
  emailDomains: ['sanjeevani.example', 'both.example'],
};
const apollo = { hospitalId: '2', name: 'A', emailDomains: ['apollo.example', 'both.example'] };
const all = [sanjeevani, apollo];

test('the hospital of a staff member is found by the domain of the email [LOGIN-2]', () => {
  assert.equal(hospitalOfEmail('asha@sanjeevani.example', all), sanjeevani);
  assert.equal(hospitalOfEmail('Asha@Apollo.Example ', all), apollo);
});

test('an email address that is unknown, incomplete or matches several hospitals selects no hospital [LOGIN-2]', () => {
  const others = ['', '@', '@apollo.example', 'asha', 'asha@', 'asha@apollo', 'a@both.example'];
  for (const email of others) assert.equal(hospitalOfEmail(email, all), undefined, email);
});
