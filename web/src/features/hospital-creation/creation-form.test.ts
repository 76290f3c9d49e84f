import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultOperatingHours } from '@baari/contract/constants.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import { hospitalCreation } from '@baari/contract/hospital/hospital.ts';
import {
  newAccountForm,
  payloadOf,
  signedInForm,
  startingValues,
  stepFields,
  stepOf,
  steps,
} from './creation-form.ts';
import { clearKept } from '../../session/kept-session.ts';
import { hasSavedCreation, parseCreation, saveCreation } from './saved-creation.ts';

const filled = {
  ...startingValues(),
  hospitalName: 'Lotus Clinic',
  hospitalType: 'clinic',
  address: '12 Hill Road',
  city: 'Mumbai',
  state: 'Maharashtra',
  zipCode: '400050',
  phone: '+91 22 2490 1234',
  email: 'hello@lotus.example',
  adminFirstName: 'Lata',
  adminLastName: 'Rao',
  adminEmail: 'lata@lotus.example',
  password: 'secret1',
  confirmPassword: 'secret1',
};

function problemsOf(form: typeof newAccountForm | typeof signedInForm, value: unknown) {
  const { error } = form.safeParse(value);
  return Object.fromEntries(
    error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
  );
}

test('the form to create a hospital requires everything except website, admin phone and departments [WIZ-9]', () => {
  assert.deepEqual(Object.keys(problemsOf(newAccountForm, startingValues())).toSorted(), [
    'address',
    'adminEmail',
    'adminFirstName',
    'adminLastName',
    'city',
    'confirmPassword',
    'email',
    'hospitalName',
    'hospitalType',
    'password',
    'phone',
    'state',
    'zipCode',
  ]);
});

test("two different passwords are refused with 'Passwords do not match' [WIZ-9]", () => {
  const form = { ...filled, confirmPassword: 'secret2' };
  assert.deepEqual(problemsOf(newAccountForm, form), { confirmPassword: 'Passwords do not match' });
  assert.equal(fieldMessages.passwordsDiffer, 'Passwords do not match');
});

test('different passwords in the form to create a hospital show an error even while other fields are invalid', () => {
  const form = { ...filled, city: '', confirmPassword: 'secret2' };
  assert.deepEqual(Object.keys(problemsOf(newAccountForm, form)).toSorted(), [
    'city',
    'confirmPassword',
  ]);
});

test('a signed-in person needs no password to create a hospital', () => {
  const form = { ...filled, password: '', confirmPassword: '' };
  assert.deepEqual(problemsOf(signedInForm, form), {});
});

test('the data sent to create a hospital contains the default opening hours and never the password [WIZ-5, WIZ-6]', () => {
  const payload = payloadOf(newAccountForm.parse(filled));
  assert.equal(JSON.stringify(payload).includes('secret1'), false);
  assert.deepEqual(payload.operatingHours, defaultOperatingHours);
  assert.equal(payload.phone, '+912224901234');
});

test('every field of the form to create a hospital belongs to one step, so that its error can be shown there [WIZ-1]', () => {
  for (const field of Object.keys(hospitalCreation.shape)) {
    const homes = steps.filter((step) => stepFields[step].some((one) => one === field));
    assert.equal(homes.length, 1, field);
  }
  assert.equal(stepOf('adminEmail'), 'admin');
});

test('signing out during email verification deletes the typed name, phone and hospital from the browser tab [AUTH-2, WIZ-3]', (t) => {
  const tab = new Map<string, string>();
  const storage = {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => tab.set(key, value),
    removeItem: (key: string) => tab.delete(key),
  };
  const own = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
  t.after(() => {
    Reflect.deleteProperty(globalThis, 'sessionStorage');
    if (own) Object.defineProperty(globalThis, 'sessionStorage', own);
  });
  Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true });
  saveCreation(payloadOf(newAccountForm.parse(filled)));
  assert.equal(hasSavedCreation(), true);
  clearKept();
  assert.deepEqual([...tab], []);
});

test('the saved form to create a hospital is restored, and saved data in an unknown format is ignored [WIZ-3, WIZ-4]', () => {
  const payload = payloadOf(newAccountForm.parse(filled));
  assert.deepEqual(parseCreation(JSON.stringify(payload)), payload);
  assert.equal(parseCreation(JSON.stringify({ ...payload, hospitalName: '' })), undefined);
  assert.equal(parseCreation('{'), undefined);
  assert.equal(parseCreation(null), undefined);
});
