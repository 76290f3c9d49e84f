import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNarrowed, readHospitalChoice, withHospitalChoice } from './hospital-filter.ts';

const read = (query: string) => readHospitalChoice(new URLSearchParams(query));

describe('hospital list filters in the address', () => {
  it('a web address without filters shows the first page of all hospitals [PAT-2]', () => {
    const choice = read('view=hospitals');
    assert.deepEqual(choice, {
      search: '',
      openNow: false,
      department: undefined,
      specialty: undefined,
      page: 1,
    });
    assert.equal(isNarrowed(choice), false);
  });

  it('the search and all filters of the list of hospitals are kept in the web address and restored from it [PAT-2]', () => {
    const params = withHospitalChoice(new URLSearchParams('view=hospitals'), {
      search: ' Apollo ',
      openNow: true,
      department: 'General Medicine',
      specialty: 'Cardiology',
      page: 3,
    });
    assert.equal(
      params.toString(),
      'view=hospitals&search=Apollo&open=1&department=General+Medicine&specialty=Cardiology&page=3',
    );
    assert.deepEqual(readHospitalChoice(params), {
      search: 'Apollo',
      openNow: true,
      department: 'General Medicine',
      specialty: 'Cardiology',
      page: 3,
    });
  });

  it('changing a filter of the list of hospitals returns to the first page and keeps the other filters [PAT-2]', () => {
    const before = new URLSearchParams('search=delhi&page=4');
    assert.equal(withHospitalChoice(before, { openNow: true }).toString(), 'search=delhi&open=1');
  });

  it('an empty search is removed from the web address [PAT-2]', () => {
    const before = new URLSearchParams('view=hospitals&search=delhi');
    assert.equal(withHospitalChoice(before, { search: '' }).toString(), 'view=hospitals');
  });

  for (const query of [
    'page=0',
    'page=-2',
    'page=x',
    'page=1.5',
    'page=99999',
    'department=Magic',
    'specialty=Magic',
  ]) {
    it(`an invalid part of the web address of the hospital list, such as ${query}, is ignored [PAT-2]`, () => {
      assert.deepEqual(read(query), read(''));
    });
  }
});
