import { useFormat } from '../i18n/language.tsx';
import { clockInstant, endInstant, type HoursOfDay } from './opening-hours.ts';

/** What an area must have to say the hours of a day. */
interface HoursTexts {
  readonly hoursUnknown: string;
  readonly hoursClosed: string;
  readonly hoursAllDay: string;
  readonly hoursRange: (open: string, close: string) => string;
}

/** `text(hours)`: the hours of a day, with clock times as the language writes them. */
export function useHoursText(texts: HoursTexts): (hours: HoursOfDay) => string {
  const format = useFormat();

  function clock(time: string, instant = clockInstant(time)): string {
    return instant ? format.time(instant, 'UTC') : time;
  }

  return (hours) => {
    switch (hours.kind) {
      case 'unknown':
        return texts.hoursUnknown;
      case 'closed':
        return texts.hoursClosed;
      case 'text':
        return hours.text;
      case 'allDay':
        return texts.hoursAllDay;
      case 'range':
        return texts.hoursRange(clock(hours.open), clock(hours.close, endInstant(hours.close)));
    }
  };
}
