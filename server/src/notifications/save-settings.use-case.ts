import type { BodyOf } from '@baari/contract/endpoint.ts';
import type {
  NotificationSettings,
  saveNotificationSettings,
} from '@baari/contract/patient/notification.ts';
import { asSeen } from '../platform/audit/as-seen.rules.ts';
import type { PatientContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { lockChannels, upsertChannels, writeWhatsappChoice } from './notifications.store.ts';
import { type Offer, readSettings } from './settings.query.ts';

/**
 * Saves notification settings, which apply from the next message on [PROF-1]. Refuses: changed_meanwhile.
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
    if (choice.whatsapp !== undefined) {
      await writeWhatsappChoice(tx, actor.userId, choice.whatsapp, clock.now());
    }
    return ok({ settings: await readSettings(tx, actor.userId, offer) });
  });
}
