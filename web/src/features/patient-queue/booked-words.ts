import type { PatientEntry } from '@baari/contract/queue.ts';

const stepMinutes = 5;
/** Less is on time. */
const fewestMinutes = 8;

/**
 * How many minutes, in steps of five, the expected call lies after the time that it is due; 0 on time,
 * undefined while nobody can say when the call comes [INV-16].
 */
export function behindMinutes(
  { dueAt }: Pick<NonNullable<PatientEntry['booking']>, 'dueAt'>,
  call: PatientEntry['call'],
): number | undefined {
  if (call === null) return undefined;
  const minutes = (Date.parse(call.at) - Date.parse(dueAt)) / 60_000;
  return minutes < fewestMinutes ? 0 : Math.round(minutes / stepMinutes) * stepMinutes;
}
