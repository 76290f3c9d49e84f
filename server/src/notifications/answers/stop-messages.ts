/** STOP and START of a person's messages, in step with the settings in the profile [MSG-8]. */
import type { Queryable } from '../../platform/database/database.ts';
import type { ReplyChannel } from '../../platform/messages/delivery.rules.ts';
import { deleteStop, insertStop } from '../../platform/messages/stops.store.ts';
import { writeSmsOfPhone, writeWhatsappChoice } from '../notifications.store.ts';
import { findAccountOf } from './message-answers.store.ts';

/** Stops messages to a number; false if they were stopped before. */
export async function stopMessages(
  tx: Queryable,
  channel: ReplyChannel,
  phone: string,
  now: Date,
): Promise<boolean> {
  const isNew = await insertStop(tx, channel, phone, now);
  if (isNew) await choose(tx, channel, phone, false, now);
  return isNew;
}

/** Allows messages to a number again; false if they were not stopped. */
export async function startMessages(
  tx: Queryable,
  channel: ReplyChannel,
  phone: string,
  now: Date,
): Promise<boolean> {
  const wasStopped = await deleteStop(tx, channel, phone);
  if (wasStopped) await choose(tx, channel, phone, true, now);
  return wasStopped;
}

/** Switches the channel on or off for the account that has this number, if there is one. */
async function choose(
  tx: Queryable,
  channel: ReplyChannel,
  phone: string,
  isOn: boolean,
  now: Date,
): Promise<void> {
  if (channel === 'sms') return writeSmsOfPhone(tx, phone, isOn);
  const account = await findAccountOf(tx, phone);
  if (account !== undefined) await writeWhatsappChoice(tx, account.id, isOn, now);
}
