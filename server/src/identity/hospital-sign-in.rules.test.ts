import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  hospitalOfProvider,
  mayVouch,
  providerIdOf,
  type Vouching,
} from './hospital-sign-in.rules.ts';

const domains = ['sanjeevani.example'];
const known: Vouching = {
  action: 'link-account',
  email: 'asha@sanjeevani.example',
  isVerified: true,
  accountEmail: 'asha@sanjeevani.example',
  standing: 'works-there',
};
const fresh: Vouching = {
  ...known,
  action: 'create-user',
  accountEmail: undefined,
  standing: 'invited',
};

test('the server tells a hospital’s own sign-in provider from all other providers by its name', () => {
  assert.equal(hospitalOfProvider(providerIdOf('h1')), 'h1');
  assert.equal(hospitalOfProvider('google'), undefined);
});

test('a hospital’s own sign-in provider may sign in the hospital’s staff and people whom the hospital invited', () => {
  const allowed: Vouching[] = [
    known,
    { ...known, action: 'sign-in' },
    { ...known, email: 'Asha@Sanjeevani.example' },
    { ...known, action: 'sign-in', standing: 'invited' },
    fresh,
  ];
  for (const vouching of allowed) assert.equal(mayVouch(domains, vouching).ok, true);
});

test('a hospital’s own sign-in provider cannot sign in strangers, other email domains or unverified addresses [SEC-9]', () => {
  const refused: Vouching[] = [
    { ...known, isVerified: false },
    { ...known, email: 'asha@elsewhere.example', accountEmail: 'asha@elsewhere.example' },
    { ...known, email: 'asha@evil.sanjeevani.example' },
    { ...known, email: 'asha@sanjeevani.example@elsewhere.example' },
    { ...known, standing: 'stranger' },
    // A person can be invited without consenting, so an invitation must not open an existing
    // account.
    { ...known, standing: 'invited' },
    { ...known, action: 'sign-in', email: 'other@sanjeevani.example' },
    { ...known, action: 'sign-in', standing: 'stranger' },
    { ...fresh, standing: 'stranger' },
    { ...fresh, standing: 'works-there' },
    { ...fresh, isVerified: false },
  ];
  for (const vouching of refused) {
    assert.deepEqual(mayVouch(domains, vouching), { ok: false, code: 'not_hospital_staff' });
  }
});
