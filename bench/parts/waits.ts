/**
 * How far the told waits are off in a seeded simulation, beside an oracle that knows every
 * distribution but not the draws. The estimator is the server's own.
 */
import { bucketOf, bucketStarts } from '../../server/src/waits/fit.rules.ts';
import type { Figure } from '../figures.ts';
import { forecastAll } from '../waits/oracle.ts';
import { simulateWaits, type Told, usualSeed } from '../waits/simulation.ts';
import type { Part } from './part.ts';

/** One day of one run is some 650 waits of 48 doctors, and chance moves its share by a few hundredths. */
const slowSeeds = [usualSeed, 1, 2, 3, 4, 5, 6, 7];

function rootMeanSquare(errors: readonly number[]): number {
  return Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function coverage(told: readonly Told[]): number {
  return told.filter(({ actual, bound }) => actual <= bound).length / told.length;
}

/** What the simulation came to, each beside the oracle's or the simple rule's of the same run. */
export function waitFigures(): Figure[] {
  const told = simulateWaits();
  const known = forecastAll(told.map(({ scene }) => scene));
  const errors = (value: (one: Told) => number) => told.map((one) => value(one) - one.actual);
  const size = (list: readonly number[]) => meanOf(list.map(Math.abs));
  const own = errors((one) => one.expected);
  const shown = errors((one) => one.minutes);
  // The best there is for each measure: the mean for squares, the median for sizes.
  const ofMeans = told.map(({ actual }, index) => (known[index]?.mean ?? 0) - actual);
  const ofMedians = told.map(({ actual }, index) => (known[index]?.median ?? 0) - actual);
  const naive = errors((one) => one.naive);
  const slow = slowSeeds.flatMap((seed) =>
    simulateWaits({ slowFrom: 40, seed }).filter(({ day }) => day === 41),
  );
  const against = 'an oracle that knows the distributions, not the draws';
  const none = { reference: undefined, against: '' };
  return [
    figure(
      'root mean square error',
      rootMeanSquare(own),
      rootMeanSquare(ofMeans),
      against,
      '≤ 1.15',
    ),
    figure('mean error', size(own), size(ofMedians), against, '≤ 1.17'),
    figure('mean error of the median shown', size(shown), size(ofMedians), against, '≤ 1.12'),
    figure(
      'root mean square error',
      rootMeanSquare(own),
      rootMeanSquare(naive),
      '15 minutes × position',
      '≤ 0.70',
    ),
    { name: 'bias', unit: 'min', value: meanOf(own), ...none, aim: '−3 to 3' },
    { name: 'waits told', unit: '', value: told.length, ...none, aim: '' },
    {
      name: 'called by the upper end as shown, rounded up to 5',
      unit: '',
      value: told.filter(({ actual, upper }) => actual <= upper).length / told.length,
      ...none,
      aim: '',
    },
    { name: 'called by the upper end', unit: '', value: coverage(told), ...none, aim: '0.88–0.92' },
    ...bucketStarts.map((start, bucket) => ({
      name: `  with ${start} or more ahead`,
      unit: '',
      value: coverage(told.filter(({ ahead }) => bucketOf(ahead) === bucket)),
      ...none,
      aim: '0.87–0.93',
    })),
    {
      name: 'on the second day after all became 30 % slower',
      unit: '',
      value: coverage(slow),
      ...none,
      aim: '≥ 0.88',
    },
  ];
}

function figure(
  name: string,
  value: number,
  reference: number,
  against: string,
  aim: string,
): Figure {
  return { name, unit: 'min', value, reference, against, aim };
}

/** Needs neither server nor database; it is run on a stage like the others. */
export const waits: Part = {
  name: 'waits',
  summary: 'told waits in a seeded simulation of 48 doctors over 60 days',
  measure: async () => waitFigures(),
};
