import type { NotificationSettings } from '@baari/contract/notification.ts';
import type { PatientContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { type ChannelChoice, upsertChannels } from './notifications.store.ts';
import { type Offer, readSettings } from './settings.query.ts';

/** Takes effect with the next message [PROF-1]. */
export function saveSettings(
  { db, actor }: PatientContext,
  choice: ChannelChoice,
  offer: Offer,
): Promise<Result<{ settings: NotificationSettings }>> {
  return db.transaction(async (tx) => {
    await upsertChannels(tx, actor.userId, choice);
    return ok({ settings: await readSettings(tx, actor.userId, offer) });
  });
}
