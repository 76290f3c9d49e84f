import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayIn, reportsOfVisit } from './reports-of-visit.ts';

const report = (id: string, date: string, patientId = 'p1', hospitalId = 'h1') => {
  return { id, date, hospitalId, patient: { id: patientId, name: 'Asha' } };
};
const visit = { patientId: 'p1', hospitalId: 'h1', day: '2026-03-12' };

test('the reports of a visit are dated from its day to before the next visit to the same hospital [RPT-1, PAT-11]', () => {
  const reports = [
    report('earlier', '2026-03-11'),
    report('same day', '2026-03-12'),
    report('later', '2026-03-15'),
    report('of the next visit', '2026-03-20'),
    report('of another person', '2026-03-12', 'p2'),
    report('of another hospital', '2026-03-12', 'p1', 'h2'),
  ];
  const ids = (nextDay?: string) =>
    reportsOfVisit(reports, { ...visit, nextDay }).map(({ id }) => id);
  assert.deepEqual(ids(), ['same day', 'later', 'of the next visit']);
  assert.deepEqual(ids('2026-03-20'), ['same day', 'later']);
  // Two visits on one day both show the report of that day.
  assert.deepEqual(ids('2026-03-12'), ['same day']);
});

test('the day of a visit is a day on the hospital’s calendar [PAT-11]', () => {
  assert.equal(dayIn('Asia/Kolkata', '2026-03-11T20:00:00.000Z'), '2026-03-12');
  assert.equal(dayIn('UTC', '2026-03-11T20:00:00.000Z'), '2026-03-11');
});
