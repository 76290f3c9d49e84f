import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptRateSettings, measureKeptRate } from './kept-rate.ts';

test('the published confidence interval contains the true share of patients called within the shown wait 19 times in 20 [WAIT-3]', () => {
  for (const setting of keptRateSettings.filter(({ doctors }) => doctors <= 6)) {
    const { holds, hidden } = measureKeptRate(setting, 100, 2026);
    assert.equal(hidden, 0, setting.name);
    assert.ok(holds >= 0.9, `${setting.name}: ${holds}`);
  }
});

test('a confidence interval computed from each doctor’s days would contain the true share far less often than one from the hospital’s days [WAIT-3]', () => {
  const setting = keptRateSettings.find(({ name }) => name === '30 doctors, 20 days alike');
  assert.ok(setting);
  const byDoctors = measureKeptRate(setting, 40, 2026, (ofDoctors) => ofDoctors);
  const byDays = measureKeptRate(setting, 40, 2026);
  assert.ok(byDoctors.holds < 0.7, `${byDoctors.holds}`);
  assert.ok(byDays.holds >= 0.9, `${byDays.holds}`);
});

test('no confidence interval is shown for a few days, even if these days have very many waits [WAIT-3]', () => {
  const setting = keptRateSettings.find(({ doctors }) => doctors === 30);
  assert.ok(setting);
  assert.equal(measureKeptRate({ ...setting, days: 1 }, 20, 2026).hidden, 1);
  assert.equal(measureKeptRate({ ...setting, days: 9 }, 20, 2026).hidden, 1);
});
