/** The first patients of a new doctor whose usual minutes the hospital has stated. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualVisitMinutes, visitMinutesBounds } from '@baari/contract/doctor/visit-minutes.ts';
import { specialties } from '@baari/contract/hospital/specialties.ts';
import { lognormalOf, seededRandom } from '../replay/chance.rules.ts';
import { defaultCalibration } from './calibration.rules.ts';
import { announcedWait } from './announced-wait.rules.ts';
import { forecastWait } from './forecast.rules.ts';
import { supposedStarts } from './constants.rules.ts';
import { lineForecastOf } from './line-forecast.rules.ts';
import { learn, noServiceTime, type ServiceTime, usualServiceTime } from './service-time.rules.ts';

const clinics = 600;
const patients = 20;
const minuteMs = 60_000;
const opening = Date.UTC(2026, 2, 10, 9);

/** The share called in time, of waits told to the next nine while these patients were called. */
function shareInTime(minutes: number, statedAs: number, called: { from: number; to: number }) {
  const random = seededRandom(2026);
  let [told, kept] = [0, 0];
  for (let clinic = 0; clinic < clinics; clinic += 1) {
    // The hospital states its minutes as well as it can.
    const usual = Math.max(1, Math.round(statedAs * Math.exp(0.25 * (2 * random() - 1))));
    let serviceTime: ServiceTime = { ...noServiceTime, usual };
    const variation = 0.6 + 0.5 * random();
    const lengths = Array.from({ length: patients }, () => lognormalOf(random, minutes, variation));
    let now = opening;
    for (const [index, length] of lengths.entries()) {
      if (index >= called.from && index <= called.to) {
        let wait = 0;
        for (const [ahead, before] of lengths.slice(index, index + 9).entries()) {
          wait += before;
          told += 1;
          if (wait <= upperEnd(serviceTime, ahead, now)) kept += 1;
        }
      }
      now += length * minuteMs;
      serviceTime = learn(serviceTime, length, new Date(now));
    }
  }
  return kept / told;
}

/** Told right after a call, with so many ahead. */
function upperEnd(serviceTime: ServiceTime, ahead: number, at: number): number {
  const now = new Date(at);
  const state = { kind: 'running', insideSince: at, quietSince: null, pauses: [] } as const;
  const learnt = {
    serviceTime,
    lateStarts: { own: [], usual: supposedStarts },
    calibration: defaultCalibration,
  };
  const line = { state, waitingSince: now, timeOfDay: 600 };
  const forecast = forecastWait(
    lineForecastOf(line, learnt, now),
    { people: ahead, visits: ahead },
    defaultCalibration,
  );
  return announcedWait(forecast, { now }).upper;
}

test('with stated minutes, clinics of 2 and of 25 minutes a visit are right 85 to 95 times in 100 by their tenth patient [QST-12]', () => {
  for (const minutes of [2, 12, 25]) {
    const share = shareInTime(minutes, minutes, { from: 6, to: 9 });
    assert.ok(share >= 0.85 && share <= 0.95, `${minutes} minutes: ${share}`);
  }
});

test('without stated minutes a clinic of 25 minutes a visit would be right too rarely on its first day [QST-12]', () => {
  assert.ok(shareInTime(25, 12, { from: 0, to: 9 }) < 0.7);
});

test('a specialty has usual minutes within the bounds, and a new doctor of a slower one gets longer forecasts [QST-12]', () => {
  for (const specialty of specialties) {
    const minutes = usualVisitMinutes(specialty);
    assert.ok(minutes >= visitMinutesBounds.least && minutes <= visitMinutesBounds.most);
  }
  assert.equal(usualVisitMinutes('Homeopathy'), usualVisitMinutes('Other'));
  const none = { minutes: 0, visits: 0 };
  assert.equal(usualServiceTime(none, none, usualVisitMinutes('Psychiatry')), 25);
  const fast = { minutes: 600, visits: 100 };
  const learnt = usualServiceTime(none, fast, usualVisitMinutes('Psychiatry'));
  assert.ok(learnt > 12 && learnt < 14, `twice as long as others at a fast hospital: ${learnt}`);
});
