import type { WithheldReport } from '@baari/contract/visit/report.ts';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { EmergencyButton } from './emergency-button.tsx';

/** In place of what a report says: for whom it is, and the way in where there is one [SEC-25]. */
export function Withheld({ report }: { report: WithheldReport }): ReactNode {
  const { reports: t } = useMessages('reports');
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex items-start gap-2 text-sm text-ink-soft">
        <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {t.withheld}
      </p>
      {report.reach === 'emergency' && <EmergencyButton patient={report.patient} />}
    </div>
  );
}
