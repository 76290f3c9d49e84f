/**
 * Why a shared line calls nobody, or not yet; it has no doctor who could be late or away. Also the
 * texts of the states in which to ask the reception, of doctors too [PAT-11, LINE-1, INV-16].
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

/** The words for a shared line; undefined if it is running. */
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
