import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { usePlaceText } from './words/use-place-text.ts';

/** Returns the title of the browser tab, which describes the first place in line. */
export function useQueueTitle(entries: readonly PatientEntry[]): string {
  const { patientQueue: t } = useMessages('patientQueue');
  const placeText = usePlaceText();
  const [entry] = entries;
  if (entry === undefined) return t.title;
  if (entry.status === 'in_progress') return placeText(entry);
  if (entry.status === 'waiting' && entry.position <= 0) return t.title;
  return `${placeText(entry)} · ${t.title}`;
}
