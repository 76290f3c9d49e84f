/**
 * Why a shared line calls nobody, or not yet; it has no doctor who could be late or away [PAT-11,
 * LINE-1].
 */
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { sharedLineText } from '@baari/contract/lines/shared-line-text.ts';
import type { Formats } from '../../../../i18n/format.ts';
import type { Messages } from '../../../../i18n/areas.gen.ts';

type PlaceFacts = Pick<PatientEntry, 'line' | 'doctor' | 'hospital'>;

/** The words for a shared line; undefined if it is running. */
export function sharedLineWords(
  { line, doctor, hospital }: PlaceFacts,
  now: number,
  { t, format }: { t: Messages['lineState']; format: Formats },
): string | undefined {
  if (line === null) return undefined;
  const { state, at: moment } = line;
  const at = moment === null ? undefined : format.timeOrDate(moment, now, hospital.timeZone);
  return sharedLineText({ state, at, service: doctor.service }, t);
}
