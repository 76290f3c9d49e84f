import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';

/** A label with its day and time, as an element of a `dl` list. */
export function TimeOfOffer({
  label,
  at,
  zone,
  isNew = false,
}: {
  label: string;
  at: string;
  zone: string;
  /** Shows the time in larger type, because it is the offered time. */
  isNew?: boolean;
}): ReactNode {
  const format = useFormat();
  return (
    <div className="flex flex-col">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd
        className={`text-ink tabular-nums ${isNew ? 'text-lg font-semibold' : 'text-[0.9375rem] font-medium'}`}
      >
        <time dateTime={at} title={format.exact(at, zone)}>
          {/* The line breaks between day and time, never within the time. */}
          <span className="inline-block">{`${format.longDate(at, zone)}${format.comma}`}</span>{' '}
          <span className="inline-block whitespace-nowrap">{format.time(at, zone)}</span>
        </time>
      </dd>
    </div>
  );
}

/**
 * The time until which the offered slot is held for the patient, by the server's clock, and how
 * long that is from now.
 */
export function HeldUntil({ expiresAt, zone }: { expiresAt: string; zone: string }): ReactNode {
  const { earlier: t } = useMessages('earlier');
  const format = useFormat();
  const now = useNow();
  return (
    <p className="flex items-start gap-2 font-medium text-ink tabular-nums">
      <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span>
        {t.held(format.timeOrDate(expiresAt, now, zone), format.relative(expiresAt, now))}
      </span>
    </p>
  );
}
