import { useSearchParams } from 'wouter';
import type { AnalyticsPeriod } from '../../api/queries/administration-queries.ts';

export const periodChoices = ['1', '7', '30', '365', 'own'] as const;
export type PeriodChoice = (typeof periodChoices)[number];

export interface ChosenPeriod {
  readonly choice: PeriodChoice;
  readonly period: AnalyticsPeriod;
  readonly choose: (choice: PeriodChoice, own?: { from: string; to: string }) => void;
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/u;

/**
 * Keeps the chosen period in the URL, so that the Back button and shared links show the same
 * period.
 */
export function usePeriodAddress(): ChosenPeriod {
  const [search, setSearch] = useSearchParams();
  const from = search.get('from') ?? '';
  const to = search.get('to') ?? '';
  const isOwn = dayPattern.test(from) && dayPattern.test(to);
  const given = periodChoices.find((choice) => choice === search.get('days')) ?? '7';
  const choice = isOwn ? 'own' : given;

  function choose(wanted: PeriodChoice, own?: { from: string; to: string }): void {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of ['days', 'from', 'to']) next.delete(name);
        if (wanted !== 'own') next.set('days', wanted);
        else if (own) {
          next.set('from', own.from);
          next.set('to', own.to);
        }
        return next;
      },
      { replace: true },
    );
  }
  const period = isOwn ? { from, to } : { days: Number(choice === 'own' ? '7' : choice) };
  return { choice, period, choose };
}
