import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNarrowed, readReportChoice, withReportChoice } from './report-choice.ts';

test('the web address of the report list keeps search, type, date and the id of one patient, and ignores invalid values [PAT-13, ADM-7]', () => {
  const patient = '0199a0de-4f1e-7c2a-9a3e-1a2b3c4d5e6f';
  const params = new URLSearchParams(
    `view=reports&search=x&type=lab_result&period=week&patient=${patient}`,
  );
  const choice = readReportChoice(params);
  assert.deepEqual(choice, { search: 'x', type: 'lab_result', period: 'week', patient });
  assert.equal(withReportChoice(params, choice).toString(), params.toString());
  const none = readReportChoice(new URLSearchParams('type=poem&period=year&patient=Asha'));
  assert.deepEqual(none, { search: '', type: undefined, period: 'all', patient: undefined });
  assert.equal(isNarrowed(none), false);
  assert.equal(isNarrowed({ ...none, patient }), true);
  assert.equal(withReportChoice(params, none).toString(), 'view=reports');
});
