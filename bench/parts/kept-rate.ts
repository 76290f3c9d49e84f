/**
 * Measures the published interval for the share of patients who were called within their announced
 * wait. In hospitals simulated with a seed, it measures how often the interval contains the true
 * share [WAIT-3].
 */
import type { Figure } from '../figures.ts';
import { keptRateSettings, measureKeptRate } from '../waits/kept-rate.ts';
import { usualSeed } from '../waits/run.ts';
import type { AlonePart, Choices } from './part.ts';

export const keptRate: AlonePart = {
  name: 'kept-rate',
  summary: 'the interval of the published rate of kept waits, in 500 hospitals of eight settings',
  measureAlone: ({ seed, share }: Choices): Promise<Figure[]> =>
    Promise.resolve(
      keptRateSettings.map((setting) => {
        const hospitals = Math.round(hospitalsEach * (share ?? 1));
        const { holds, width } = measureKeptRate(setting, hospitals, seed ?? usualSeed);
        return {
          name: `interval holds, ${setting.name}`,
          unit: '',
          value: holds,
          reference: 0.95,
          against: `the truth; ${Math.round(width * 1000) / 10} points wide on average`,
          aim: '0.93–0.97',
        };
      }),
    ),
};

const hospitalsEach = 500;
