import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNarrowed, readReportChoice, withReportChoice } from './report-choice.ts';

test('the address holds search, type and date, and nonsense counts as nothing [PAT-13, ADM-7]', () => {
  const params = new URLSearchParams('view=reports&search=x&type=lab_result&period=week');
  const choice = readReportChoice(params);
  assert.deepEqual(choice, { search: 'x', type: 'lab_result', period: 'week' });
  assert.equal(withReportChoice(params, choice).toString(), params.toString());
  const none = readReportChoice(new URLSearchParams('type=poem&period=year'));
  assert.deepEqual(none, { search: '', type: undefined, period: 'all' });
  assert.equal(isNarrowed(none), false);
  assert.equal(withReportChoice(params, none).toString(), 'view=reports');
});
