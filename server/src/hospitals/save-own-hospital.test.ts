import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defaultOperatingHours } from '@baari/contract/constants.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenHospitalProfile } from '../testing/test-bodies.ts';
import { makeTown, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());

const filled = {
  ...givenHospitalProfile(),
  departments: ['Cardiology', 'ENT', 'ENT'],
  operating_hours: {
    ...defaultOperatingHours,
    sunday: { open: '10:00', close: '14:30', closed: false },
  },
};

test('an administrator saves the hospital’s profile and hours, and everyone reads the new values [HPROF-1, HPROF-2]', async () => {
  await get(app, town.admin, 'saveOwnHospital', { body: filled });
  const { hospital } = await get(app, undefined, 'getHospital', { id: town.hospitalId });
  assert.equal(hospital.name, 'Lakeside Hospital');
  assert.equal(hospital.location, 'Udaipur, Rajasthan');
  assert.deepEqual(hospital.departments, ['Cardiology', 'ENT']);
  assert.deepEqual(hospital.operating_hours, filled.operating_hours);
  const near = { latitude: 24.57, longitude: 73.69 };
  const { hospitals } = await get(app, undefined, 'listHospitals', { query: near });
  assert.equal(hospitals[0]?.id, town.hospitalId);
  assert.equal(hospitals[0]?.distanceKm, 0);
});

test('saving a hospital’s profile leaves other hospitals unchanged [HPROF-1, ROLE-7]', async () => {
  const { hospital } = await get(app, undefined, 'getHospital', { id: town.otherHospitalId });
  assert.notEqual(hospital.name, 'Lakeside Hospital');
});

test('hours that end before they begin, an unknown time zone and a script as website are refused [HPROF-2, VAL-6]', async () => {
  const wrong = [
    { operating_hours: { ...filled.operating_hours, monday: { open: '18:00', close: '08:00' } } },
    { timeZone: 'Asia/Atlantis' },
    { website: 'javascript:alert(1)' },
    { latitude: 91 },
    { name: ' ' },
  ];
  for (const change of wrong) {
    const answer = await call(app, town.admin, 'saveOwnHospital', {
      body: { ...filled, ...change },
    });
    assertRefused(answer, 'invalid_request', JSON.stringify(change));
  }
});

test('only the hospital’s administrator saves its profile [HPROF-1, ROLE-2]', async () => {
  for (const caller of [town.receptionist, town.doctor]) {
    assertRefused(await call(app, caller, 'saveOwnHospital', { body: filled }), 'forbidden');
  }
});

test('saving a profile that another person saved meanwhile is refused, and the other version stays [HPROF-1, HPROF-2]', async () => {
  const { hospital } = await get(app, town.admin, 'getOwnHospital');
  const seen = hospital.updated_at;
  const theirs = await get(app, town.admin, 'saveOwnHospital', {
    body: { ...filled, phone: '+912942000010', seen },
  });
  const mine = { ...filled, city: 'Nathdwara', seen };
  assertRefused(await call(app, town.admin, 'saveOwnHospital', { body: mine }), 'hospital_changed');
  const { hospital: kept } = await get(app, town.admin, 'getOwnHospital');
  assert.deepEqual([kept.phone, kept.city], ['+912942000010', 'Udaipur']);
  const looked = { ...mine, phone: kept.phone, seen: theirs.hospital.updated_at };
  const saved = await get(app, town.admin, 'saveOwnHospital', { body: looked });
  assert.deepEqual([saved.hospital.phone, saved.hospital.city], ['+912942000010', 'Nathdwara']);
});

test('when two people save the same profile at once, one is refused [HPROF-1, HPROF-2]', async () => {
  const { hospital } = await get(app, town.admin, 'getOwnHospital');
  const answers = await Promise.all(
    ['Bhilwara', 'Bundi', 'Kota', 'Pali'].map((city) =>
      call(app, town.admin, 'saveOwnHospital', {
        body: { ...filled, city, seen: hospital.updated_at },
      }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 409, 409, 409],
  );
});
