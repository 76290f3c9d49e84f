/** STOP and START of a person's messages, in step with the settings in the profile [MSG-8]. */
import type { Queryable } from '../../platform/database/database.ts';
import type { ReplyChannel } from '../../platform/messages/delivery.rules.ts';
import { deleteStop, insertStop } from '../../platform/messages/stops.store.ts';
import { writeSmsOfPhone } from '../notifications.store.ts';

/** Stops messages to a number; false if they were stopped before. */
export async function stopMessages(
  tx: Queryable,
  channel: ReplyChannel,
  phone: string,
  now: Date,
): Promise<boolean> {
  const isNew = await insertStop(tx, channel, phone, now);
  if (isNew && channel === 'sms') await writeSmsOfPhone(tx, phone, false);
  return isNew;
}

/** Allows messages to a number again; false if they were not stopped. */
export async function startMessages(
  tx: Queryable,
  channel: ReplyChannel,
  phone: string,
): Promise<boolean> {
  const wasStopped = await deleteStop(tx, channel, phone);
  if (wasStopped && channel === 'sms') await writeSmsOfPhone(tx, phone, true);
  return wasStopped;
}
