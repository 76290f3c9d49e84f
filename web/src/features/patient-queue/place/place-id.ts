import type { PatientEntry } from '@baari/contract/queue/queue.ts';

/** The HTML id of the card that shows a queue entry. */
export function placeId({ id }: Pick<PatientEntry, 'id'>): string {
  return `place-${id}`;
}
