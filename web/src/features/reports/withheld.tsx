import type { WithheldReport } from '@baari/contract/visit/report.ts';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { EmergencyButton } from './emergency-button.tsx';

/**
 * Shown to readers without access instead of a report's content: the patient's name, and emergency
 * access if allowed [SEC-25].
 */
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
