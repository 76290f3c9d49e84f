import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldMessages } from '@baari/contract/fields.ts';
import type { Profile } from '@baari/contract/patient/profile.ts';
import {
  addressLines,
  isProfileField,
  profileForm,
  type ProfileInput,
  startingValues,
} from './profile-form.ts';

const stored: Profile = {
  id: '5f0c3a52-94a0-4f0e-9df1-2f6d3c1f7a10',
  email: 'asha@example.org',
  erasureRequestedAt: null,
  version: 'v1',
  name: 'Asha Verma',
  phone: '+919811000000',
  dateOfBirth: '1988-03-09',
  gender: 'Female',
  address: {
    line1: '4 Lake Road',
    city: 'Nashik',
    state: 'Maharashtra',
    zip: '422001',
    country: '',
  },
  emergencyContacts: [{ name: 'Ravi', phone: '+919811000002', relation: 'brother' }],
  insurance: { provider: '', policyNumber: '', groupNumber: '' },
  preferences: {
    language: 'en',
    theme: 'light',
    notifications: { email: false, sms: true, push: false },
  },
};

const start = startingValues(stored, { language: 'hi', theme: 'dark' });
const form = profileForm('2026-11-20');

function problems(change: Partial<ProfileInput>): [string, string][] {
  const parsed = form.safeParse({ ...start, ...change });
  return (parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);
}

test('the profile form starts with the language and colours the page uses now, not with older stored ones [PROF-1]', () => {
  assert.equal(start.preferences.language, 'hi');
  assert.equal(start.preferences.theme, 'dark');
});

test('saving the profile does not change the notification settings [PROF-1]', () => {
  assert.deepEqual(form.parse(start).preferences.notifications, stored.preferences.notifications);
});

test('saving a patient’s profile without changes sends the stored values, without the account’s email [PROF-1]', () => {
  const { preferences: _, ...sent } = form.parse(start);
  const {
    id: __,
    email: ___,
    erasureRequestedAt: ____,
    version: _____,
    preferences: ______,
    ...kept
  } = stored;
  assert.deepEqual(sent, kept);
});

test('a date of birth may be today and not tomorrow, and may be left out [PROF-1, VAL-6]', () => {
  assert.deepEqual(problems({ dateOfBirth: '2026-11-20' }), []);
  assert.deepEqual(problems({ dateOfBirth: '' }), []);
  assert.deepEqual(problems({ dateOfBirth: '2026-11-21' }), [['dateOfBirth', fieldMessages.date]]);
});

test('an invalid field of the patient’s profile shows its error beside the field [PROF-1, VAL-2]', () => {
  assert.deepEqual(problems({ name: '  ' }), [['name', fieldMessages.required]]);
  assert.deepEqual(problems({ phone: '98110' }), [['phone', fieldMessages.phone]]);
  assert.deepEqual(problems({ phone: '' }), []);
  assert.deepEqual(problems({ emergencyContacts: [{ name: 'Ravi', phone: '' }] }), [
    ['emergencyContacts.0.phone', fieldMessages.phone],
  ]);
});

test('a sixth emergency contact is refused [PROF-1]', () => {
  const [contact] = stored.emergencyContacts;
  assert.ok(contact);
  const six = Array.from({ length: 6 }, () => contact);
  assert.deepEqual(problems({ emergencyContacts: six.slice(1) }), []);
  assert.deepEqual(problems({ emergencyContacts: six }), [
    ['emergencyContacts', fieldMessages.tooMany],
  ]);
});

test('an error message from the server is shown at its field in the profile form, unless the form has no such field [PROF-1, ERR-1]', () => {
  for (const param of ['dateOfBirth', 'address.zip', 'emergencyContacts.4.phone']) {
    assert.equal(isProfileField(param), true, param);
  }
  for (const param of ['body', 'email', 'Idempotency-Key', 'emergencyContacts.x.phone']) {
    assert.equal(isProfileField(param), false, param);
  }
});

test('the patient’s profile shows only the parts of an address that the patient entered [PROF-1]', () => {
  assert.deepEqual(addressLines(stored.address), ['4 Lake Road', 'Nashik, Maharashtra 422001']);
  const nothing = { line1: '', city: '', state: '', zip: '', country: '' };
  assert.deepEqual(addressLines(nothing), []);
  assert.deepEqual(addressLines({ ...nothing, zip: '422001', country: 'India' }), [
    '422001',
    'India',
  ]);
});

test('a year of birth too long ago has its own error, not that of a future date [PROF-1, VAL-6]', () => {
  assert.deepEqual(problems({ dateOfBirth: '1800-05-01' }), [
    ['dateOfBirth', fieldMessages.birthYear],
  ]);
  assert.deepEqual(problems({ dateOfBirth: '1900-01-01' }), []);
});
