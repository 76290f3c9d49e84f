/** Marks a patient's place when every message of a call, or of the time to leave, failed [MSG-6]. */
import type { Queryable } from '../platform/database/database.ts';
import { isNotReached } from '../platform/messages/delivery.rules.ts';
import { type DeliveryRow, listDeliveriesAbout } from '../platform/messages/deliveries.store.ts';
import { noteNotReached } from '../queue/reach/note-not-reached.ts';
import { isImportant } from './channels.rules.ts';
import { sendFollowingNow } from './notifications.store.ts';

/**
 * Runs in the transaction that changes a message. If a message on WhatsApp failed, the text message
 * that follows it is sent at once [MSG-10].
 */
export async function noteReach(
  tx: Queryable,
  { id, about, kind, channel, state }: DeliveryRow & { readonly about: string },
  now: Date,
): Promise<void> {
  if (channel === 'whatsapp' && state === 'failed') await sendFollowingNow(tx, id, now);
  await noteIfNotReached(tx, { about, kind }, now);
}

/** Marks or unmarks the place, by what has become of the messages until now. */
export async function noteIfNotReached(
  tx: Queryable,
  { about, kind }: { readonly about: string; readonly kind: string },
  now: Date,
): Promise<void> {
  if (!isImportant(kind)) return;
  const isMissed = async () => isNotReached(await listDeliveriesAbout(tx, about, kind), now);
  await noteNotReached(tx, about, isMissed, now);
}
