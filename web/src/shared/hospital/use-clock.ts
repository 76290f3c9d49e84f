import { lastMinute } from '@baari/contract/constants.ts';
import type { Interval } from '@baari/contract/hospital/schedule.ts';
import { useFormat } from '../../i18n/language.tsx';
import { clockInstant, endInstant } from './opening-hours.ts';

/** `clock(time)`: formats HH:MM in the page's language; other text stays unchanged. */
export function useClock(): (time: string, instant?: Date) => string {
  const format = useFormat();
  return (time, instant = clockInstant(time)) =>
    instant === undefined ? time : format.time(instant, 'UTC');
}

/** The texts an area needs to show a doctor's hours. */
interface SpanTexts {
  readonly allDay: string;
  readonly range: (from: string, to: string) => string;
}

/** `text(span)`: formats the hours of a doctor's day, for patients and for the doctor. */
export function useSpanText({ allDay, range }: SpanTexts): (span: Interval) => string {
  const clock = useClock();
  return ({ from, to }) =>
    from === '00:00' && to === lastMinute ? allDay : range(clock(from), clock(to, endInstant(to)));
}
