import type { ReactNode } from 'react';
import type { Moment } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/language.tsx';
import { useNow } from '../hooks/use-now.ts';

interface TimeProps {
  moment: Moment;
  /** The hospital's IANA time zone. */
  zone: string;
  className?: string;
}

/**
 * A relative time such as "2 min ago". The exact time in the hospital's time zone is shown on hover
 * and read by screen readers.
 */
export function RelativeTime({ moment, zone, className }: TimeProps): ReactNode {
  const format = useFormat();
  const now = useNow();
  const exact = format.exact(moment, zone);
  const at = new Date(moment).getTime();
  return (
    <time dateTime={new Date(at).toISOString()} title={exact} className={className}>
      {format.relative(at, Math.max(now, at))}
      <span className="sr-only">{`${format.comma} ${exact}`}</span>
    </time>
  );
}

/**
 * A clock time in the hospital's time zone. If the day is not today at the hospital, the date is
 * added.
 */
export function ClockTime({ moment, zone, className }: TimeProps): ReactNode {
  const format = useFormat();
  const now = useNow();
  return (
    <time
      dateTime={new Date(moment).toISOString()}
      title={format.exact(moment, zone)}
      className={className}
    >
      {format.timeOrDate(moment, now, zone)}
    </time>
  );
}

/** Shows a date in the hospital's time zone. */
export function DateText({ moment, zone, className }: TimeProps): ReactNode {
  const format = useFormat();
  return (
    <time
      dateTime={new Date(moment).toISOString()}
      title={format.longDate(moment, zone)}
      className={className}
    >
      {format.date(moment, zone)}
    </time>
  );
}
