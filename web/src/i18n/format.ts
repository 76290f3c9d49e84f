import { type AboutLanguage, aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { isolateBidi } from '@baari/contract/text/message-tools.ts';

export type Moment = Date | string | number;

/** The time zone of a hospital that has set none: India's. */
export const defaultZone = 'Asia/Kolkata';

/**
 * Formats numbers, times and dates for a language. Every clock time takes the hospital's IANA time
 * zone, because a patient abroad also needs the hospital's local time.
 */
export interface Formats {
  number(value: number): string;
  percent(share: number): string;
  /** Formats a time of day, such as 10:40 am. */
  time(moment: Moment, zone: string): string;
  /** Formats a date, such as 12 Mar 2026. */
  date(moment: Moment, zone: string): string;
  /** Formats a month, such as Mar 2026. */
  month(moment: Moment, zone: string): string;
  /** Formats a date with its weekday, such as Thursday, 12 March 2026. */
  longDate(moment: Moment, zone: string): string;
  /** Formats a weekday, such as Thursday. */
  weekday(moment: Moment, zone: string): string;
  /**
   * Formats a date and time with the time zone, such as Thursday, 12 March 2026 at 10:40 am IST.
   */
  exact(moment: Moment, zone: string): string;
  /** Joins `day`, a text for the day, and the time of the moment, such as 12 Mar 2026, 10:40 am. */
  dayAndTime(day: string, moment: Moment, zone: string): string;
  /**
   * Formats a moment: only its time if the moment is on the hospital's current day, otherwise its
   * date and time.
   */
  timeOrDate(moment: Moment, now: Moment, zone: string): string;
  /**
   * Formats a future moment: only its time if it is today, its weekday and time within a week,
   * otherwise its date and time.
   */
  coming(moment: Moment, now: Moment, zone: string): string;
  /**
   * Formats a moment relative to now, such as "2 min ago" or "in 3 days"; "now" if the difference
   * is under half a minute.
   */
  relative(moment: Moment, now: Moment): string;
  /**
   * Formats a range of whole minutes, such as 12–18. If both ends are the same, the result is one
   * number.
   */
  range(low: number, high: number): string;
  /** Formats a number of minutes: full hours as hours, and any other number in minutes. */
  duration(minutes: number): string;
  list(parts: readonly string[]): string;
  /** Joins names by a middle dot, in the reading direction of the surrounding page. */
  beside(names: readonly string[]): string;
  /** The comma of the language's script, which joins two texts for a screen reader. */
  readonly comma: string;
}

const made = new Map<Language, Formats>();

export function formatsFor(language: Language): Formats {
  const known = made.get(language);
  if (known) return known;
  const formats = makeFormats(aboutLanguages[language]);
  made.set(language, formats);
  return formats;
}

function makeFormats({ locale, direction }: AboutLanguage): Formats {
  // Created lazily, because each formatter takes a phone some milliseconds.
  const numbers = once(() => new Intl.NumberFormat(locale));
  const percents = once(() => new Intl.NumberFormat(locale, { style: 'percent' }));
  const lists = once(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const relatives = once(
    () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
  );
  const minuteCounts = once(() => countIn(locale, 'minute'));
  const hourCounts = once(() => countIn(locale, 'hour'));
  const inZone = zonedFormatter(locale);

  function time(moment: Moment, zone: string): string {
    const options = { hour: 'numeric', minute: '2-digit' } as const;
    const clock = inZone(zone, 'time', options);
    const at = toDate(moment).getTime();
    const words = clock.format(at);
    // In the night of a clock change, each time of one hour occurs twice; the name of the time zone
    // tells which is meant.
    const isTwice = words === clock.format(at - hour) || words === clock.format(at + hour);
    return together(
      isTwice ? inZone(zone, 'zoned', { ...options, timeZoneName: 'short' }).format(at) : words,
    );
  }
  /**
   * Isolates a text for the bidi algorithm. 10:40 am then stays left-to-right, and a name keeps the
   * direction of its own script.
   */
  function together(words: string): string {
    return direction === 'rtl' ? `\u2068${words}\u2069` : isolateBidi(words);
  }
  const comma = direction === 'rtl' ? '،' : ',';
  function dayAndTime(day: string, moment: Moment, zone: string): string {
    return `${day}${comma} ${time(moment, zone)}`;
  }
  function date(moment: Moment, zone: string): string {
    return inZone(zone, 'date', { dateStyle: 'medium' }).format(toDate(moment));
  }
  function weekday(moment: Moment, zone: string): string {
    return inZone(zone, 'weekday', { weekday: 'long' }).format(toDate(moment));
  }
  return {
    number: (value) => numbers().format(value),
    percent: (share) => percents().format(share),
    time,
    date,
    month: (moment, zone) =>
      inZone(zone, 'month', { month: 'short', year: 'numeric' }).format(toDate(moment)),
    longDate: (moment, zone) =>
      inZone(zone, 'longDate', { dateStyle: 'full' }).format(toDate(moment)),
    weekday,
    exact: (moment, zone) =>
      inZone(zone, 'exact', {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
      }).format(toDate(moment)),
    dayAndTime,
    timeOrDate: (moment, now, zone) =>
      date(moment, zone) === date(now, zone)
        ? time(moment, zone)
        : dayAndTime(date(moment, zone), moment, zone),
    coming(moment, now, zone) {
      const ahead = toDate(moment).getTime() - toDate(now).getTime();
      if (date(moment, zone) === date(now, zone)) return time(moment, zone);
      const day = ahead < 6 * 86_400_000 ? weekday(moment, zone) : date(moment, zone);
      return dayAndTime(day, moment, zone);
    },
    relative(moment, now) {
      const { amount, unit } = distance(toDate(moment).getTime() - toDate(now).getTime());
      return relatives().format(amount, unit);
    },
    range: (low, high) =>
      low === high ? numbers().format(low) : `${numbers().format(low)}–${numbers().format(high)}`,
    duration: (minutes) =>
      minutes > 0 && minutes % 60 === 0
        ? hourCounts().format(minutes / 60)
        : minuteCounts().format(minutes),
    list: (parts) => lists().format(parts.map(together)),
    beside: (names) => names.map(together).join(' · '),
    comma,
  };
}

function countIn(locale: string, unit: 'minute' | 'hour'): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
}

function once<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function zonedFormatter(locale: string) {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (zone: string, name: string, options: Intl.DateTimeFormatOptions) => {
    const key = `${name} ${zone}`;
    const known = formatters.get(key);
    if (known) return known;
    const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    formatters.set(key, formatter);
    return formatter;
  };
}

function toDate(moment: Moment): Date {
  return moment instanceof Date ? moment : new Date(moment);
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

function distance(ms: number): { amount: number; unit: Intl.RelativeTimeFormatUnit } {
  const size = Math.abs(ms);
  if (size < minute / 2) return { amount: 0, unit: 'second' };
  if (size < 59.5 * minute) return { amount: Math.round(ms / minute), unit: 'minute' };
  if (size < 23.5 * hour) return { amount: Math.round(ms / hour), unit: 'hour' };
  if (size < 30 * day) return { amount: Math.round(ms / day), unit: 'day' };
  return { amount: Math.round(ms / (30 * day)), unit: 'month' };
}
