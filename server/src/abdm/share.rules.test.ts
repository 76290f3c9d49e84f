import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counterCodeMost } from '@baari/contract/hospital/abdm.ts';
import { counterCodeOf, counterUrl, likelyDouble } from './share.rules.ts';
import { shareOf } from './share-body.ts';

const now = new Date('2026-11-30T10:00:00.000Z');
const headers = {
  requestId: '18235d89-cb13-479d-ad71-7a57d5f669a8',
  timestamp: '2022-10-06T15:10:00.587Z',
  hipId: 'HIP_1',
};

function personOf(change: Readonly<Record<string, unknown>>) {
  const patient = {
    abhaNumber: null,
    abhaAddress: 'Abc@SBX',
    name: 'Abdul Kalam',
    gender: 'M',
    dayOfBirth: null,
    monthOfBirth: null,
    yearOfBirth: '1931',
    phoneNumber: null,
    ...change,
  };
  const body = { intent: 'PROFILE_SHARE', metaData: { hipId: 'HIP_1', context: 'A2' } };
  const share = shareOf(headers, { ...body, profile: { patient } }, now);
  return typeof share === 'string' ? share : share.person;
}

test('a patient with an ABHA address alone, without number, phone or day of birth, is taken [API-38]', () => {
  assert.deepEqual(personOf({}), {
    abhaAddress: 'abc@sbx',
    name: 'Abdul Kalam',
    gender: 'Male',
    dateOfBirth: null,
    birthYear: 1931,
    phone: null,
  });
});

test('names with odd letters and invisible characters are kept readable [API-38]', () => {
  const named = (name: string) => {
    const person = personOf({ name });
    assert.ok(typeof person === 'object');
    return person.name;
  };
  assert.equal(named('  A.\u200b P.\u202e J\n Abdul—Kalām  '), 'A. P. J Abdul—Kalām');
  assert.equal(named('x'.repeat(400)).length, 120);
});

test('a day that no calendar has, or that is still to come, leaves only the year [API-38]', () => {
  const born = (change: Readonly<Record<string, unknown>>) => {
    const person = personOf(change);
    assert.ok(typeof person === 'object');
    return [person.dateOfBirth, person.birthYear];
  };
  assert.deepEqual(born({ dayOfBirth: '31', monthOfBirth: '2' }), [null, 1931]);
  assert.deepEqual(born({ dayOfBirth: 5, monthOfBirth: 2 }), ['1931-02-05', 1931]);
  assert.deepEqual(born({ dayOfBirth: '1', monthOfBirth: '1', yearOfBirth: '2199' }), [null, 2026]);
});

test('the code of a counter has 20 letters and digits at most and begins with the installation’s [API-37]', () => {
  const code = counterCodeOf('abcdefghij12', (below) => below - 1);
  assert.match(code, /^abcdefghij12[a-z2-9]{8}$/u);
  assert.ok(code.length <= counterCodeMost);
  assert.equal(
    counterUrl('sbx', 'IN2810014366', 'a2345678'),
    'https://phrsbx.abdm.gov.in/share-profile?hip-id=IN2810014366&counter-id=a2345678',
  );
});

test('the same name and phone, or name and year of birth, make a likely double; a phone alone does not [API-39]', () => {
  const row = { id: 'known', birthYear: 1931 };
  assert.equal(likelyDouble([[row, 'both']], 1950), 'known');
  assert.equal(likelyDouble([[row, 'name']], 1931), 'known');
  assert.equal(likelyDouble([[row, 'name']], 1950), undefined);
  assert.equal(likelyDouble([[row, 'phone']], 1931), undefined);
});
