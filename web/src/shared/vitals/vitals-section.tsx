import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Measurements } from './measurements.tsx';
import { VitalsButton } from './vitals-button.tsx';
import { vitalSettingsQuery } from './vitals-queries.ts';

/**
 * A patient's vital signs in this visit, with the button to record more. Hidden if the hospital
 * records none.
 */
export function VitalsSection({ entry }: { entry: StaffEntry }): ReactNode {
  const { vitals: t } = useMessages('vitals');
  const titleId = useId();
  const { data: settings } = useQuery(vitalSettingsQuery());
  if (settings === undefined || settings.asked.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={titleId} className="text-sm font-semibold text-ink-soft">
          {t.title}
        </h3>
        <VitalsButton entry={entry} isAlone={false} size="small" />
      </div>
      <Measurements entryId={entry.id} zone={entry.hospital.timeZone} />
    </section>
  );
}
