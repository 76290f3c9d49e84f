import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DoctorStatus } from '@baari/contract/constants.ts';
import { filterDoctors, readDoctorChoice, withDoctorChoice } from './doctor-filter.ts';

function doctor(name: string, specialty: string, department: string, status: DoctorStatus) {
  return { name, specialty, department, status };
}

const doctors = [
  doctor('Dr. Asha Verma', 'Cardiology', 'Heart Centre', 'Offline'),
  doctor('Dr. Imran Khan', 'Pediatrics', 'Children', 'Available'),
  doctor('Dr. Leela Nair', 'Cardiology', 'Emergency', 'Busy'),
];

function found(search: string, status?: DoctorStatus): string[] {
  return filterDoctors(doctors, { search, status }).map(({ name }) => name);
}

describe('doctors list filters', () => {
  it('without a filter the list shows all doctors, and doctors whose line can be joined come first [PAT-5]', () => {
    assert.deepEqual(found(''), ['Dr. Imran Khan', 'Dr. Leela Nair', 'Dr. Asha Verma']);
  });

  for (const search of ['LEELA', 'nair', 'emergency', 'cardio emerg']) {
    it(`searching "${search}" finds the doctor by name, specialty or department [PAT-5]`, () => {
      assert.deepEqual(found(search), ['Dr. Leela Nair']);
    });
  }

  it('the search for doctors can be used together with the status filter [PAT-5]', () => {
    assert.deepEqual(found('cardiology', 'Offline'), ['Dr. Asha Verma']);
    assert.deepEqual(found('cardiology', 'Available'), []);
  });

  it('the search for doctors also matches translated words, such as a specialty in Hindi [PAT-5]', () => {
    const inHindi = (field: string) => (field === 'Pediatrics' ? 'बाल रोग' : field);
    const names = filterDoctors(doctors, { search: 'बाल', status: undefined }, inHindi);
    assert.deepEqual(
      names.map(({ name }) => name),
      ['Dr. Imran Khan'],
    );
  });

  for (const [asked, status] of [
    ['BUSY', 'Busy'],
    ['available', 'Available'],
    ['Offline', 'Offline'],
    ['all', undefined],
    ['asleep', undefined],
  ] as const) {
    it(`the web address parameter status=${asked} filters doctors in upper and lower case [PAT-5]`, () => {
      assert.equal(readDoctorChoice(new URLSearchParams({ status: asked })).status, status);
    });
  }

  it('a filter of the list of doctors is written to the web address and can be removed again [PAT-5]', () => {
    const busy = withDoctorChoice(new URLSearchParams(), { status: 'Busy', search: ' heart ' });
    assert.equal(busy.toString(), 'search=heart&status=busy');
    const all = withDoctorChoice(busy, { status: undefined, search: '' });
    assert.equal(all.toString(), '');
  });
});
