import type { QueueEntry } from '@baari/contract/queue.ts';
import { useMessages } from '../../i18n/language.tsx';

/** What the browser's tab says of my place. */
export function useQueueTitle(entry: QueueEntry | null): string {
  const { patientQueue: t } = useMessages('patientQueue');
  if (entry?.status === 'in_progress') return t.turnHeadline;
  if (entry?.status === 'pending_approval') return `${t.pendingHeadline} · ${t.title}`;
  if (entry?.status !== 'waiting' || entry.position <= 0) return t.title;
  return entry.position === 1
    ? `${t.youAreNext} · ${t.title}`
    : `${t.youAre(entry.position)} · ${t.title}`;
}
