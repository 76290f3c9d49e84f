import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import type { VisitStops } from './visit-stops.ts';

const VisitFacts = lazy(async () => ({ default: (await import('./visit-facts.tsx')).VisitFacts }));

/**
 * All details of a past visit, as its patient sees them. They are rendered when the patient expands
 * them [PAT-11].
 */
export function VisitDetails({ stops }: { stops: VisitStops }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const format = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const { doctor, hospital, joinedAt } = stops[0];
  return (
    <details
      className="-mx-1 rounded-control open:w-full"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 w-fit cursor-pointer items-center rounded-control px-1 text-sm font-semibold text-primary-ink md:pointer-fine:min-h-8">
        {t.details}
        <span className="sr-only">
          {` ${t.detailsOf(doctor.name, format.date(joinedAt, hospital.timeZone))}`}
        </span>
      </summary>
      {isOpen && (
        <Suspense fallback={null}>
          {stops.map((entry) => (
            <VisitFacts key={entry.id} entry={entry} />
          ))}
        </Suspense>
      )}
    </details>
  );
}
