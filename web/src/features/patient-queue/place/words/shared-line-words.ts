/**
 * The texts why a shared line calls nobody in; such a line has no doctor who could be late or away.
 * Also contains the texts that tell a patient to ask the reception, for lines of doctors too
 * [PAT-11, LINE-1, INV-16].
 */
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { sharedLineText } from '@baari/contract/lines/shared-line-text.ts';
import type { Formats } from '../../../../i18n/format.ts';
import type { Messages } from '../../../../i18n/areas.gen.ts';
import { stateTime } from '../../../../shared/doctor/state-time.ts';

export interface LineFacts {
  readonly line: PatientEntry['line'];
  readonly doctor: Pick<PatientEntry['doctor'], 'service'>;
  readonly hospital: Pick<PatientEntry['hospital'], 'timeZone'>;
}

/** Returns the words for the state of a shared line. Undefined if the line is running normally. */
export function sharedLineWords(
  { line, doctor, hospital }: LineFacts,
  now: number,
  { t, format }: { t: Messages['lineState']; format: Formats },
): string | undefined {
  if (line === null) return undefined;
  const { state } = line;
  const at = stateTime(line, now, hospital.timeZone, format);
  return sharedLineText({ state, at, service: doctor.service }, t);
}
