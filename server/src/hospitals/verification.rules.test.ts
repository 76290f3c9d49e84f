/** What withdraws a hospital's confirmation, and what holds it back from patients [SEC-20]. */
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

test('a new hospital that resembles none is neither held nor confirmed [SEC-20, PAT-2]', () => {
  assert.deepEqual(standing(reviewed()), { isConfirmed: false, isHeld: false });
});

test('a hospital that resembles a confirmed one is held, also if it does so only later [SEC-20]', () => {
  const twin = reviewed({ essentials: { ...lakeside, name: sanjeevani.name } });
  assert.deepEqual(standing(twin), { isConfirmed: false, isHeld: true });
  assert.deepEqual(newResemblances(twin, known), [
    { hospitalId: 'the real one', likenesses: ['name'] },
  ]);
});

test('a hospital that no longer resembles any is released [SEC-20]', () => {
  assert.deepEqual(standing(reviewed({ isHeld: true })), { isConfirmed: false, isHeld: false });
});

test('a resemblance that the operator accepted is not held again, but a new one is [SEC-20]', () => {
  const seen = { ...lakeside, name: sanjeevani.name };
  const passed = reviewed({ essentials: seen, lookedAs: seen, isConfirmed: true });
  assert.deepEqual(standing(passed), { isConfirmed: true, isHeld: false });
  const samePhone = { ...passed, essentials: { ...seen, phone: sanjeevani.phone } };
  assert.deepEqual(standing(samePhone), { isConfirmed: false, isHeld: true });
});

test('a confirmed hospital keeps its confirmation with another phone, mail or place, and loses it with another name [SEC-20]', () => {
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

test('only a change of identifying data is an essential change [SEC-20]', () => {
  assert.equal(isEssentialChange(lakeside, { ...lakeside }), false);
  assert.equal(isEssentialChange(lakeside, { ...lakeside, latitude: 24.5 }), true);
  assert.deepEqual(changedSinceLooked(reviewed()), [], 'nothing was seen');
});
