/** Which changes withdraw a hospital's confirmation or hide the hospital from patients [SEC-20]. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Essentials, featuresOf } from './resembles.rules.ts';
import {
  changedSinceLooked,
  isEssentialChange,
  newResemblances,
  type Reviewed,
  verificationAfter,
} from './verification.rules.ts';

const sanjeevani: Essentials = {
  name: 'Sanjeevani Hospital',
  phone: '+912025530114',
  email: 'care@sanjeevani.example',
  address: '14 Fergusson College Road',
  city: 'Pune',
  zipCode: '411004',
  latitude: null,
  longitude: null,
};
const lakeside: Essentials = {
  name: 'Lakeside Clinic',
  phone: '+912942000009',
  email: 'desk@lakeside.example',
  address: '9 Lake Road',
  city: 'Udaipur',
  zipCode: '313001',
  latitude: null,
  longitude: null,
};
const known = [{ hospitalId: 'the real one', features: featuresOf(sanjeevani) }];

function reviewed(change: Partial<Reviewed> = {}): Reviewed {
  return { essentials: lakeside, lookedAs: null, isConfirmed: false, isHeld: false, ...change };
}

function standing(hospital: Reviewed) {
  return verificationAfter(hospital, newResemblances(hospital, known));
}

test('a new hospital that resembles no other is shown as not confirmed [SEC-20, PAT-2]', () => {
  assert.deepEqual(standing(reviewed()), { isConfirmed: false, isHeld: false });
});

test('a hospital is hidden as soon as it resembles a confirmed hospital [SEC-20]', () => {
  const twin = reviewed({ essentials: { ...lakeside, name: sanjeevani.name } });
  assert.deepEqual(standing(twin), { isConfirmed: false, isHeld: true });
  assert.deepEqual(newResemblances(twin, known), [
    { hospitalId: 'the real one', likenesses: ['name'] },
  ]);
});

test('a hidden hospital is shown again once it no longer resembles a confirmed hospital [SEC-20]', () => {
  assert.deepEqual(standing(reviewed({ isHeld: true })), { isConfirmed: false, isHeld: false });
});

test('after the operator accepted a resemblance it does not hide the hospital again, but a new resemblance does [SEC-20]', () => {
  const seen = { ...lakeside, name: sanjeevani.name };
  const passed = reviewed({ essentials: seen, lookedAs: seen, isConfirmed: true });
  assert.deepEqual(standing(passed), { isConfirmed: true, isHeld: false });
  const samePhone = { ...passed, essentials: { ...seen, phone: sanjeevani.phone } };
  assert.deepEqual(standing(samePhone), { isConfirmed: false, isHeld: true });
});

test('a confirmed hospital stays confirmed with a new phone, mail or location, and not with a new name [SEC-20]', () => {
  const confirmed = reviewed({ lookedAs: lakeside, isConfirmed: true });
  const moved = { ...lakeside, phone: '+912942111111', address: '1 Hill Road', zipCode: '313002' };
  assert.deepEqual(standing({ ...confirmed, essentials: moved }), {
    isConfirmed: true,
    isHeld: false,
  });
  assert.deepEqual(changedSinceLooked({ ...confirmed, essentials: moved }), [
    'phone',
    'address',
    'zipCode',
  ]);
  const spelt = { ...lakeside, name: 'Lake-Side Clinic' };
  assert.equal(standing({ ...confirmed, essentials: spelt }).isConfirmed, true, 'the same name');
  const renamed = { ...lakeside, name: 'Apollo Heart Institute' };
  assert.deepEqual(standing({ ...confirmed, essentials: renamed }), {
    isConfirmed: false,
    isHeld: false,
  });
});

test('only a change of the data that identify a hospital requires a new check by the operator [SEC-20]', () => {
  assert.equal(isEssentialChange(lakeside, { ...lakeside }), false);
  assert.equal(isEssentialChange(lakeside, { ...lakeside, latitude: 24.5 }), true);
  assert.deepEqual(changedSinceLooked(reviewed()), [], 'nothing was seen');
});
