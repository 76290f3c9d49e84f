import type { LastChange, PatientEntry, StaffEntry } from '@baari/contract/queue/queue.ts';
import type { DeskActionName } from '@baari/contract/queue/queue-actions.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { entryQuery } from '../../../api/queries/queries.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { useUser } from '../../../session/session.ts';
import { offerOf } from './desk-access.ts';
import { announceDecision } from '../announce-decision.ts';
import { useQuickerText } from './use-quicker-text.ts';

/**
 * The action that the open dialog asks about, and its queue entry. Null while no dialog is open.
 */
type Asked = { readonly question: DeskActionName; readonly entry: StaffEntry } | null;

/**
 * Watches the queue entry of an open dialog. If a colleague's action makes the dialog's question
 * pointless, says who did what and closes the dialog.
 */
export function useDecidedElsewhere(asked: Asked, onDecided: () => void): void {
  const { queueDesk: t } = useMessages('queueDesk');
  const quickerText = useQuickerText();
  const userId = useUser()?.id;
  const id = asked?.entry.id ?? '';
  const { data: now } = useQuery({
    ...entryQuery(id),
    enabled: asked !== null,
    ...(asked && { initialData: asked.entry }),
  });
  const change = asked === null ? null : decidedIn(asked, now, userId);
  const announce = useEffectEvent(() => {
    if (asked === null || change === null) return;
    announceDecision(asked.entry, change, {
      title: t.decidedElsewhere(asked.entry.patient.fullName),
      message: quickerText(change),
    });
    onDecided();
  });
  const at = change?.at;
  useEffect(() => {
    if (at !== undefined) announce();
  }, [at]);
}

/**
 * Returns a colleague's change since the dialog opened, if it makes the dialog's question
 * pointless. Otherwise returns null.
 */
function decidedIn(
  { question, entry }: NonNullable<Asked>,
  now: StaffEntry | PatientEntry | undefined,
  userId: string | undefined,
): LastChange | null {
  if (now === undefined || !('lastChange' in now) || now.lastChange === null) return null;
  const isNewer = now.id === entry.id && now.queueVersion > entry.queueVersion;
  // If the change is the user's own action, the dialog closes in any case.
  if (!isNewer || now.lastChange.by?.id === userId) return null;
  const around = { isLast: false, consultationRuns: false };
  return offerOf(question, now, around) === 'none' ? now.lastChange : null;
}
