import type { OperatingHours } from '@baari/contract/hospital/hospital.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { weekOf } from './opening-hours.ts';
import { useHoursText } from './use-hours-text.ts';

/** The hospital's opening hours of all seven days, Monday first [HPROF-2]. */
export function WholeWeek({ hours: week }: { hours: OperatingHours }): ReactNode {
  const t = useMessages('hospitalProfile').hospitalProfile;
  const hoursText = useHoursText(t);
  return (
    <dl className="flex flex-col divide-y divide-line">
      {weekOf(week).map(({ day, hours }) => (
        <div key={day} className="flex flex-wrap justify-between gap-x-4 py-1.5 text-[0.9375rem]">
          <dt className="text-ink-soft">{t.days[day]}</dt>
          <dd className="font-medium text-ink tabular-nums">{hoursText(hours)}</dd>
        </div>
      ))}
    </dl>
  );
}
