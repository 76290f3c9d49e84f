/** A person's notification settings, and what prevents messages [PROF-1]. */
import { defaultTravelMinutes } from '@baari/contract/constants.ts';
import type { NotificationSettings } from '@baari/contract/patient/notification.ts';
import type { PatientContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result } from '../platform/result.ts';
import { chosenChannels, emailReach, phoneReach } from './channels.rules.ts';
import { findRecipient, listDevices } from './notifications.store.ts';

/** What this installation offers: its notification channels. */
export interface Offer {
  readonly canSendSms: boolean;
  readonly canSendWhatsapp: boolean;
  readonly pushKey: string;
}

export async function getSettings(
  { db, actor }: PatientContext,
  offer: Offer,
): Promise<Result<{ settings: NotificationSettings }>> {
  return ok({ settings: await readSettings(db, actor.userId, offer) });
}

export async function readSettings(
  db: Queryable,
  accountId: string,
  offer: Offer,
): Promise<NotificationSettings> {
  const person = await findRecipient(db, accountId);
  if (person === undefined) throw new Error('The account of the caller cannot be read.');
  return {
    ...chosenChannels(person),
    travelMinutes: person.travelMinutes ?? defaultTravelMinutes,
    emailReach: emailReach(person),
    smsReach: phoneReach(person, offer.canSendSms),
    whatsappReach: phoneReach(person, offer.canSendWhatsapp),
    devices: (await listDevices(db, accountId)).length,
    pushKey: offer.pushKey,
  };
}
