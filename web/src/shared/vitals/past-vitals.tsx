import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { VitalsLine } from './vitals-line.tsx';
import { patientVitalsQuery, vitalSettingsQuery } from './vitals-queries.ts';

/**
 * The latest vital signs of one past visit. Nothing if none were measured, or while they load,
 * because the visit itself is more important.
 */
export function PastVitals({
  patientId,
  entryIds,
}: {
  patientId: string;
  /** The steps of the visit. */
  entryIds: readonly string[];
}): ReactNode {
  const { vitals: t } = useMessages('vitals');
  const { data: settings } = useQuery(vitalSettingsQuery());
  const enabled = settings !== undefined && settings.asked.length > 0;
  const query = useQuery({ ...patientVitalsQuery(patientId), enabled });
  if (query.isError && !query.data) {
    return (
      <div className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
        <p>{t.failed}</p>
        <TryAgain query={query} part />
      </div>
    );
  }
  const latest = query.data?.measurements.find(({ entryId }) => entryIds.includes(entryId));
  if (query.data === undefined || latest === undefined) return null;
  return <VitalsLine measurement={latest} settings={query.data.settings} />;
}
