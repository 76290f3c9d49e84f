/** Tests how soon the forecasts are correct again after a doctor has become permanently slower. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lognormalOf, normalOf, seededRandom } from '../replay/chance.rules.ts';
import { forecastWait } from './forecast.rules.ts';
import { supposedStarts } from './constants.rules.ts';
import { lineForecastOf } from './line-forecast.rules.ts';
import { learn, meanConsultation, noServiceTime, type ServiceTime } from './service-time.rules.ts';
import { defaultCalibration } from './calibration.rules.ts';

const doctors = 120;
const visitsADay = 24;
const ahead = 5;
/** The day from which visits take longer. */
const slowsOn = 20;
interface Days {
  readonly from: number;
  readonly to: number;
}
const weekBefore: Days = { from: slowsOn - 7, to: slowsOn };
const secondWeek: Days = { from: slowsOn + 7, to: slowsOn + 14 };
const thirdWeek: Days = { from: slowsOn + 14, to: slowsOn + 21 };
const slower = 1.3;
const minuteMs = 60_000;

/**
 * The share of forecasts on these days in which the patient was called before the upper end. The
 * ranges are those of a new hospital.
 */
function shareInTime(counted: Days): number {
  const random = seededRandom(2026);
  let [announced, kept] = [0, 0];
  for (let doctor = 0; doctor < doctors; doctor += 1) {
    const usual = 12 * Math.exp(0.25 * normalOf(random));
    let serviceTime: ServiceTime = noServiceTime;
    for (let day = 0; day < counted.to; day += 1) {
      const mean = usual * (day >= slowsOn ? slower : 1) * Math.exp(0.12 * normalOf(random));
      const lengths = Array.from({ length: visitsADay }, () => 1 + lognormalOf(random, mean, 0.8));
      let now = Date.UTC(2026, 0, 1 + day, 9);
      for (const [index, length] of lengths.entries()) {
        const inLine = lengths.slice(index, index + ahead + 1);
        if (day >= counted.from && inLine.length > ahead) {
          announced += 1;
          const wait = inLine.reduce((sum, minutes) => sum + minutes, 0);
          if (wait <= upperEnd(serviceTime, now)) kept += 1;
        }
        now += length * minuteMs;
        serviceTime = learn(serviceTime, length, new Date(now));
      }
    }
  }
  return kept / announced;
}

/**
 * The upper end of the wait for a patient who joins just after a call, with five patients waiting
 * on site.
 */
function upperEnd(serviceTime: ServiceTime, now: number): number {
  const state = { kind: 'running', insideSince: now, quietSince: null, pauses: [] } as const;
  const calibration = { ...defaultCalibration, absentShare: 0 };
  const learnt = { serviceTime, lateStarts: { own: [], usual: supposedStarts }, calibration };
  const line = { state, waitingSince: new Date(now), timeOfDay: 600 };
  return forecastWait(
    lineForecastOf(line, learnt, new Date(now)),
    { people: ahead, visits: ahead },
    calibration,
  ).upper;
}

test('if a doctor becomes permanently slower, forecasts are correct again in the second week [QST-12]', () => {
  const [before, then] = [shareInTime(weekBefore), shareInTime(secondWeek)];
  assert.ok(before >= 0.88, `${before} in a steady week`);
  // If the former service time were not forgotten, the share would be 0.86.
  assert.ok(then >= 0.87, `${then} in the second week`);
});

test('if a doctor becomes permanently slower, forecasts come true in the third week as often as before [QST-12]', () => {
  const [before, then] = [shareInTime(weekBefore), shareInTime(thirdWeek)];
  assert.ok(then >= before - 0.02, `${then} after ${before}`);
});

test('after one bad day, a doctor’s forecasts are only a little longer on the next day [QST-12]', () => {
  const day = (serviceTime: ServiceTime, number: number, minutes: number) => {
    let after = serviceTime;
    for (let visit = 0; visit < visitsADay; visit += 1) {
      const at = new Date(Date.UTC(2026, 0, 1 + number, 9) + visit * minutes * minuteMs);
      // Short and long visits alternate, so that the spread of their lengths is known.
      after = learn(after, minutes * (visit % 2 === 0 ? 0.4 : 1.6), at);
    }
    return after;
  };
  let usual = noServiceTime;
  for (let number = 0; number < 10; number += 1) usual = day(usual, number, 12);
  const nextMorning = (serviceTime: ServiceTime, number: number) =>
    meanConsultation(
      learn(serviceTime, 12, new Date(Date.UTC(2026, 0, 1 + number, 9))),
      new Date(),
    );
  const steady = nextMorning(day(usual, 10, 12), 11);
  const afterBadDay = nextMorning(day(usual, 10, 15.6), 11);
  assert.ok(afterBadDay > steady && afterBadDay < 1.15 * steady, `${afterBadDay} after ${steady}`);
});
