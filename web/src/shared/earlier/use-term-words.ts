import { type Weekday, weekdays } from '@baari/contract/constants.ts';
import type { EarlierTerms } from '@baari/contract/visit/earlier.ts';
import { useFormat } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';

/**
 * The texts that describe a patient's conditions for an earlier time. Patients' pages and the desk
 * use different texts.
 */
export interface TermTexts {
  readonly scopes: Readonly<Record<EarlierTerms['scope'], string>>;
  readonly partOf: Readonly<Record<EarlierTerms['dayParts'][number], string>>;
  readonly untilDay: (day: string) => string;
  readonly noticeOf: (duration: string) => string;
}

/** Returns `name(weekday)`, a function that gives the name of a weekday in the page's language. */
export function useWeekdayName(): (weekday: Weekday) => string {
  const format = useFormat();
  // Counts from 5 January 2026, which was a Monday.
  return (weekday) =>
    format.weekday(`2026-01-${String(5 + weekdays.indexOf(weekday)).padStart(2, '0')}`, 'UTC');
}

/**
 * Returns `words(terms)`, a function that describes the patient's conditions for an earlier time in
 * words. Conditions that exclude no time are left out.
 */
export function useTermWords(t: TermTexts): (terms: EarlierTerms) => readonly string[] {
  const format = useFormat();
  const listed = useListed();
  const weekdayName = useWeekdayName();
  return ({ scope, weekdays: days, dayParts, leastNoticeMinutes, until }) => [
    t.scopes[scope],
    ...(days.length === 0 ? [] : [listed(days.map(weekdayName))]),
    ...(dayParts.length === 0 ? [] : [listed(dayParts.map((part) => t.partOf[part]))]),
    t.noticeOf(format.duration(leastNoticeMinutes)),
    ...(until === null ? [] : [t.untilDay(format.date(`${until}T12:00:00Z`, 'UTC'))]),
  ];
}
