import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultOperatingHours } from '@baari/contract/constants.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import { type Hospital, hospitalUpdate } from '@baari/contract/hospital/hospital.ts';
import { bringTogether } from '../../api/forms/merge-saves.ts';
import {
  isOffered,
  offeredDepartments,
  offeredZones,
  profileForm,
  savedFields,
  startingProfile,
} from './profile-form.ts';

const hospital: Hospital = {
  id: '0198f3a0-0000-7000-8000-000000000001',
  name: 'Lotus Clinic',
  type: 'clinic',
  address: '12 Station Road',
  city: 'Nashik',
  state: 'Maharashtra',
  zip_code: '422001',
  phone: '+912532500100',
  email: 'desk@lotus.example',
  website: null,
  departments: ['Cardiology', 'Yoga'],
  operating_hours: defaultOperatingHours,
  timeZone: 'Asia/Kolkata',
  location: 'Nashik, Maharashtra',
  latitude: null,
  longitude: null,
  rating: 4.5,
  ratingCount: 0,
  doctorCount: 1,
  availableDoctorCount: 1,
  patientCount: 0,
  status: 'available',
  openNow: true,
  opening: { isOpen: true, until: null },
  showsKeptTimes: false,
  takesRequestsShut: true,
  checkInMinutes: 60,
  languages: ['hi', 'en'],
  standing: 'confirmed',
  distanceKm: null,
  created_by: null,
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: null,
};

const start = startingProfile(hospital);

function problemsOf(form: unknown): Record<string, string> {
  const { error } = profileForm.safeParse(form);
  const issues = error?.issues ?? [];
  return Object.fromEntries(
    issues.map(({ path, message }): [string, string] => [path.join('.'), message]),
  );
}

describe('the hospital profile in edit mode', () => {
  it('changes to a profile that another person saved are merged, and a field that both people changed keeps the typed text [HPROF-1]', () => {
    const monday = { open: '07:00', close: '12:00', closed: false };
    const theirs = {
      ...start,
      phone: '+912532500199',
      city: 'Pune',
      operating_hours: { ...start.operating_hours, monday },
    };
    const mine = { ...start, city: 'Mumbai', website: 'https://lotus.example' };
    const {
      values: profile,
      taken,
      kept,
    } = bringTogether(savedFields, { opened: start, mine, theirs });
    assert.deepEqual(taken, ['phone', 'operating_hours']);
    assert.deepEqual(kept, ['city']);
    assert.deepEqual(profile, { ...theirs, city: 'Mumbai', website: 'https://lotus.example' });
  });

  it('two people who make the same change to a profile cause no conflict [HPROF-1]', () => {
    const both = { ...start, city: 'Pune' };
    const {
      values: profile,
      taken,
      kept,
    } = bringTogether(savedFields, {
      opened: start,
      mine: both,
      theirs: { ...both },
    });
    assert.deepEqual([profile, taken, kept], [both, [], []]);
  });

  it('a profile saved without changes is accepted by the server and does not change [HPROF-1]', () => {
    const body = profileForm.parse(start);
    assert.deepEqual(hospitalUpdate.parse(body), body);
    assert.deepEqual(body.operating_hours, defaultOperatingHours);
    assert.deepEqual(body.departments, ['Cardiology', 'Yoga']);
    assert.equal(body.website, '');
    assert.equal(body.latitude, null);
  });

  it('a day whose opening hours end before they begin shows an error at that day [HPROF-2]', () => {
    const hours = { ...start.operating_hours, friday: late(false) };
    assert.deepEqual(problemsOf({ ...start, operating_hours: hours }), {
      'operating_hours.friday': fieldMessages.hours,
    });
  });

  it('a closed day can be saved in the opening hours, whatever hidden hours that day has [HPROF-2]', () => {
    const empty = { open: '', close: '', closed: true };
    const hours = { ...start.operating_hours, friday: empty, saturday: late(true) };
    const body = profileForm.parse({ ...start, operating_hours: hours });
    assert.equal(body.operating_hours.friday.closed, true);
    assert.deepEqual(body.operating_hours.saturday, late(true));
  });

  it('an open day without a time shows an error at the missing time [HPROF-2]', () => {
    const hours = {
      ...start.operating_hours,
      monday: { open: '', close: '18:00', closed: false },
    };
    const problems = problemsOf({ ...start, operating_hours: hours });
    assert.equal(problems['operating_hours.monday.open'], fieldMessages.time);
  });

  it('the profile form shows default opening hours if the stored hours are free text, and “closed” for a closed day [HPROF-2, ENT-3]', () => {
    const week = { monday: '9 to 5', tuesday: 'Closed' };
    const { operating_hours: hours } = startingProfile({ ...hospital, operating_hours: week });
    assert.deepEqual(hours.monday, defaultOperatingHours.monday);
    assert.equal(hours.tuesday.closed, true);
    assert.deepEqual(hours.sunday, defaultOperatingHours.sunday);
  });

  it('a position on the map needs both coordinates, within their limits [HPROF-1]', () => {
    assert.deepEqual(problemsOf({ ...start, latitude: '19.07' }), {
      longitude: fieldMessages.required,
    });
    assert.deepEqual(problemsOf({ ...start, latitude: '91', longitude: '72.8' }), {
      latitude: fieldMessages.number,
    });
    assert.deepEqual(problemsOf({ ...start, latitude: 'north', longitude: '72.8' }), {
      latitude: fieldMessages.number,
    });
    const body = profileForm.parse({ ...start, latitude: ' 19.076 ', longitude: '-72.8777' });
    assert.deepEqual([body.latitude, body.longitude], [19.076, -72.8777]);
  });

  it('a hospital type that is not in the list must be chosen again [HPROF-1, ENT-3]', () => {
    const form = startingProfile({ ...hospital, type: 'General Hospital' });
    assert.equal(form.type, '');
    assert.deepEqual(problemsOf(form), { type: fieldMessages.choice });
  });

  it('the hospital’s own departments are offered beside the standard ones, and each is listed once [HPROF-1]', () => {
    const offered = offeredDepartments(hospital.departments);
    assert.equal(offered.at(-1), 'Yoga');
    assert.equal(offered.filter((name) => name === 'Cardiology').length, 1);
    assert.equal(isOffered(' yoga ', offered), true);
    assert.equal(isOffered('Acupuncture', offered), false);
  });

  it('the hospital’s own time zone can always be chosen in the profile form, and India’s time zone is listed only once [HPROF-1]', () => {
    assert.deepEqual(offeredZones(['Europe/Oslo', 'Asia/Calcutta'], 'Asia/Kolkata'), [
      'Asia/Kolkata',
      'Europe/Oslo',
    ]);
    assert.deepEqual(offeredZones(['Europe/Oslo'], 'UTC'), ['Europe/Oslo', 'UTC']);
  });
});

function late(closed: boolean) {
  return { open: '18:00', close: '08:00', closed };
}
