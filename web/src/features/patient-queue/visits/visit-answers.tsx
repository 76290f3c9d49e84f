/**
 * What My Queue shows about the answers to the questions before the visit: an open emergency alert,
 * or that the answers are ready [ASSESS-2, LAND-2].
 */
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { WhoseLine } from '../../../shared/patient/whose-line.tsx';
import { EmergencyHelp } from '../../../shared/questionnaire/emergency-help.tsx';

/** The emergency phone numbers, shown above everything else on the page. */
export function OpenAlert({
  entry,
  numbers,
}: {
  entry: PatientEntry;
  numbers: readonly string[];
}): ReactNode {
  const name = useWhose()(entry.patient);
  return (
    <EmergencyHelp numbers={numbers} isHere={entry.checkedInAt !== null}>
      <WhoseLine name={name} />
    </EmergencyHelp>
  );
}

export function AnswersReady(): ReactNode {
  const { assessment: t } = useMessages('assessment');
  return (
    <p className="flex items-center gap-2 text-[0.9375rem] font-medium text-success-ink">
      <CircleCheck aria-hidden="true" className="size-4.5 shrink-0" />
      {t.ready}
    </p>
  );
}
