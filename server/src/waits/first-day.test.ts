/**
 * Tests the waits of a new doctor's first patients, if the hospital has stated the doctor's usual
 * minutes per patient.
 */
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

/**
 * The share of forecasts in which the patient was called in time. At the call of each counted
 * patient, the waits of the next nine are shown.
 */
function shareInTime(minutes: number, statedAs: number, called: { from: number; to: number }) {
  const random = seededRandom(2026);
  let [announced, kept] = [0, 0];
  for (let clinic = 0; clinic < clinics; clinic += 1) {
    // The stated minutes per patient differ from the true minutes by a random error.
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
          announced += 1;
          if (wait <= upperEnd(serviceTime, ahead, now)) kept += 1;
        }
      }
      now += length * minuteMs;
      serviceTime = learn(serviceTime, length, new Date(now));
    }
  }
  return kept / announced;
}

/** The upper end of the wait shown to a patient with this many people ahead, right after a call. */
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

test('if the administrator enters a doctor’s minutes per visit, 85 to 95 % of wait forecasts are right for the seventh to tenth patient [QST-12]', () => {
  for (const minutes of [2, 12, 25]) {
    const share = shareInTime(minutes, minutes, { from: 6, to: 9 });
    assert.ok(share >= 0.85 && share <= 0.95, `${minutes} minutes: ${share}`);
  }
});

test('if nobody enters the minutes per visit, a clinic with 25 minutes a visit would have too few correct forecasts on the first day [QST-12]', () => {
  assert.ok(shareInTime(25, 12, { from: 0, to: 9 }) < 0.7);
});

test('each specialty has usual minutes within the allowed limits, and a new doctor of a slower specialty gets longer forecasts [QST-12]', () => {
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
