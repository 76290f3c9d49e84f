import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { useOutsideHours } from '../hospital/use-opening.ts';

/**
 * Asks the user to confirm if a doctor becomes Available while the hospital is closed, and says
 * when it opens. While the hospital is open, `ask` runs the step without a question [DST-1].
 */
export function useAvailableQuestion(
  doctor: Pick<Doctor, 'name' | 'opening' | 'timeZone'>,
): readonly [question: ReactNode, ask: (step: () => void) => void] {
  const { doctors: t, common } = useMessages('doctors');
  const outsideHours = useOutsideHours(doctor.opening, doctor.timeZone);
  const [asked, setAsked] = useState<{ readonly step: () => void }>();
  const question = asked && (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && setAsked(undefined)}
      title={t.availableShutTitle}
      description={t.availableShut(outsideHours?.opens, doctor.name)}
      confirmLabel={t.makeAvailable}
      cancelLabel={common.cancel}
      tone="primary"
      onConfirm={() => {
        setAsked(undefined);
        asked.step();
      }}
    />
  );
  return [question, (step) => (outsideHours === undefined ? step() : setAsked({ step }))];
}
