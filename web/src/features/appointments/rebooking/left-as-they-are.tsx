import { type Rebooked, type RebookingRefusal } from '@baari/contract/visit/rebooking.ts';
import { refusals } from '@baari/contract/refusals.ts';
import type { ReactNode } from 'react';
import { useRefusals } from '../../../api/problems/use-problem-text.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { useWhen } from '../use-appointments.ts';

/**
 * The bookings that were not moved because they had changed while the desk planned. Each is shown
 * with the reason.
 */
export function LeftAsTheyAre({ left }: { left: readonly Rebooked[] }): ReactNode {
  const { rebooking: t } = useMessages('rebooking');
  const when = useWhen();
  const format = useFormat();
  const reason = useReason();
  return (
    <Notice tone="warning" title={t.left(left.length)}>
      <p>{t.leftLead}</p>
      <ul className="mt-1 flex flex-col gap-0.5">
        {left.map(({ appointment, refusal }) => (
          <li key={appointment.id} className="wrap-anywhere tabular-nums">
            {format.beside([appointment.patient.name, when(appointment)])}
            {refusal && <span className="block">{reason(refusal)}</span>}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/**
 * Returns `reason(code)`, a function that gives the reason of a refusal as a sentence in the page's
 * language.
 */
function useReason(): (code: RebookingRefusal) => string {
  const texts = useRefusals();
  return (code) => texts?.codes[code] ?? refusals[code].error;
}
