/** The open emergency alert from the answers before the visit, as My Queue shows it [ASSESS-2]. */
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { ReactNode } from 'react';
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
