/** Marks a patient's place when every message of a call, or of the time to leave, failed [MSG-6]. */
import type { Queryable } from '../platform/database/database.ts';
import { isNotReached } from '../platform/messages/delivery.rules.ts';
import { type DeliveryRow, listDeliveriesAbout } from '../platform/messages/deliveries.store.ts';
import { noteNotReached } from '../queue/reach/note-not-reached.ts';
import { hasAnsweredSince } from './answers/message-answers.store.ts';
import { isImportant } from './channels.rules.ts';

/** Runs in the transaction that changes a message. A patient who answered since was reached. */
export async function noteReach(
  tx: Queryable,
  { about, kind, made_at: madeAt }: DeliveryRow & { readonly about: string },
  now: Date,
): Promise<void> {
  if (!isImportant(kind)) return;
  const isMissed = async () =>
    isNotReached(await listDeliveriesAbout(tx, about, kind)) &&
    !(await hasAnsweredSince(tx, about, madeAt));
  await noteNotReached(tx, about, isMissed, now);
}
