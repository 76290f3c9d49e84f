import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNarrowed, readHospitalChoice, withHospitalChoice } from './hospital-filter.ts';

const read = (query: string) => readHospitalChoice(new URLSearchParams(query));

describe('hospital list filters in the address', () => {
  it('an address without filters shows the first page of every hospital [PAT-2]', () => {
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

  it('search, open now, department, specialty and page are read back as they were written [PAT-2]', () => {
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

  it('a changed filter returns to the first page and keeps the other filters [PAT-2]', () => {
    const before = new URLSearchParams('search=delhi&page=4');
    assert.equal(withHospitalChoice(before, { openNow: true }).toString(), 'search=delhi&open=1');
  });

  it('an empty search removes its parameter from the address [PAT-2]', () => {
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
    it(`an invalid parameter such as ${query} is ignored [PAT-2]`, () => {
      assert.deepEqual(read(query), read(''));
    });
  }
});
