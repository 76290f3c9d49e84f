import type { Interval } from '@baari/contract/hospital/schedule.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { endInstant } from './opening-hours.ts';
import { useClock } from './use-clock.ts';

/**
 * `places` is the most patients without a booking who are accepted in these hours. It is absent if
 * there is no limit.
 */
type LimitedInterval = Interval & { readonly places?: number | undefined };

/**
 * Shows the hours in which a doctor or line sees patients without a booking. Renders nothing if
 * there are no such hours [APPT-1, LINE-6].
 */
export function OpenHours({
  openHours,
}: {
  /**
   * The hours for patients without a booking. Undefined if the server still runs the previous
   * release.
   */
  openHours: readonly LimitedInterval[] | undefined;
}): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const listed = useListed();
  const clock = useClock();
  if (openHours === undefined || openHours.length === 0) return null;
  const hours = openHours.map(({ from, to, places }) => {
    const span = `${clock(from)}–${clock(to, endInstant(to))}`;
    return places === undefined ? span : t.openHoursLimited(span, places);
  });
  return (
    <p className="text-[0.9375rem] text-ink-soft tabular-nums">{t.openHours(listed(hours))}</p>
  );
}
