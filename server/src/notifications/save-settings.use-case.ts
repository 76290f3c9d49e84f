import type { BodyOf } from '@baari/contract/endpoint.ts';
import type {
  NotificationSettings,
  saveNotificationSettings,
} from '@baari/contract/patient/notification.ts';
import { asSeen } from '../platform/audit/as-seen.rules.ts';
import type { PatientContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result } from '../platform/result.ts';
import { deleteStop } from '../platform/messages/stops.store.ts';
import type { ReplyChannel } from '../platform/messages/delivery.rules.ts';
import {
  findRecipient,
  lockChannels,
  upsertChannels,
  writeWhatsappChoice,
} from './notifications.store.ts';
import { type Offer, readSettings } from './settings.query.ts';

/**
 * Saves notification settings, which apply from the next message on [PROF-1]. Text messages that are
 * switched on end an earlier STOP [MSG-8]. Refuses: changed_meanwhile.
 */
export function saveSettings(
  { db, actor, clock }: PatientContext,
  { seen, ...choice }: BodyOf<typeof saveNotificationSettings>,
  offer: Offer,
): Promise<Result<{ settings: NotificationSettings }>> {
  return db.transaction(async (tx) => {
    await lockChannels(tx, actor.userId);
    const allowed = asSeen(seen, await readSettings(tx, actor.userId, offer));
    if (!allowed.ok) return allowed;
    await upsertChannels(tx, actor.userId, choice);
    if (choice.sms) await endStop(tx, actor.userId, 'sms');
    if (choice.whatsapp !== undefined) {
      await writeWhatsappChoice(tx, actor.userId, choice.whatsapp, clock.now());
      if (choice.whatsapp) await endStop(tx, actor.userId, 'whatsapp');
    }
    return ok({ settings: await readSettings(tx, actor.userId, offer) });
  });
}

async function endStop(tx: Queryable, accountId: string, channel: ReplyChannel): Promise<void> {
  const phone = (await findRecipient(tx, accountId))?.phone ?? null;
  if (phone !== null) await deleteStop(tx, channel, phone);
}
