import { endInstant, type HoursOfDay } from './opening-hours.ts';
import { useClock } from './use-clock.ts';

/** The texts with which a page shows the opening hours of one day. */
interface HoursTexts {
  readonly hoursUnknown: string;
  readonly hoursClosed: string;
  readonly hoursAllDay: string;
  readonly hoursRange: (open: string, close: string) => string;
}

/**
 * Returns `text(hours)`, a function that formats the opening hours of a day in the page's language.
 */
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
