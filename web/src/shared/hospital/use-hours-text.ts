import { endInstant, type HoursOfDay } from './opening-hours.ts';
import { useClock } from './use-clock.ts';

/** What an area must have to say the hours of a day. */
interface HoursTexts {
  readonly hoursUnknown: string;
  readonly hoursClosed: string;
  readonly hoursAllDay: string;
  readonly hoursRange: (open: string, close: string) => string;
}

/** `text(hours)`: the hours of a day, with clock times as the language writes them. */
export function useHoursText(texts: HoursTexts): (hours: HoursOfDay) => string {
  const clock = useClock();
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
