import type { HeldTimes } from '@baari/contract/doctor/doctor.ts';
import { type ReactNode, Suspense, useState } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { fetchedPart } from '../../../ui/dialog/fetched-part.ts';

const OftenRightDetails = fetchedPart(
  async () => (await import('./more/often-right-details.tsx')).OftenRightDetails,
);

/**
 * How often the waits shown to this doctor's patients were right, with details when opened. Shown
 * only after enough forecasts [QST-12].
 */
export function OftenRight({ promises }: { promises: HeldTimes }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="text-sm text-ink-soft tabular-nums"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="min-h-6 w-fit cursor-pointer rounded-control py-2">
        {t.heldShort(format.number(promises.kept), format.number(promises.of))}
      </summary>
      {isOpen && (
        <Suspense fallback={null}>
          <OftenRightDetails promises={promises} />
        </Suspense>
      )}
    </details>
  );
}
