import { lastMinute } from '@baari/contract/constants.ts';
import type { Interval } from '@baari/contract/hospital/schedule.ts';
import { useFormat } from '../../i18n/language.tsx';
import { clockInstant, endInstant } from './opening-hours.ts';

/**
 * Returns `clock(time)`, a function that formats HH:MM in the page's language. It leaves other text
 * unchanged.
 */
export function useClock(): (time: string, instant?: Date) => string {
  const format = useFormat();
  return (time, instant = clockInstant(time)) =>
    instant === undefined ? time : format.time(instant, 'UTC');
}

/** The texts with which a page shows a doctor's hours on one day. */
interface SpanTexts {
  readonly allDay: string;
  readonly range: (from: string, to: string) => string;
}

/**
 * Returns `text(span)`, a function that formats a doctor's hours on one day. Pages for patients and
 * for the doctor use it.
 */
export function useSpanText({ allDay, range }: SpanTexts): (span: Interval) => string {
  const clock = useClock();
  return ({ from, to }) =>
    from === '00:00' && to === lastMinute ? allDay : range(clock(from), clock(to, endInstant(to)));
}
