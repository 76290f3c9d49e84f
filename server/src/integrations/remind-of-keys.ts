/** The task that reminds administrators of API keys that end soon or that nobody uses [API-28]. */
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { ok } from '../platform/result.ts';
import { dueReminder, type Reminder, watchWindow } from './api-key.rules.ts';
import { listKeysToWatch, markReminded } from './api-keys.store.ts';
import { type KeyNews, mailAboutKey } from './key-mails.ts';

const newsOf: Readonly<Record<Reminder, KeyNews>> = {
  '30 days': { news: 'ends', days: 30 },
  '7 days': { news: 'ends', days: 7 },
  unused: { news: 'unused' },
};

/** Queues the due reminders, each once, however many processes look. */
export async function remindOfKeys(db: Database, clock: Clock, publicUrl: string): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now();
    for (const row of await listKeysToWatch(tx, watchWindow(now), now)) {
      const reminder = dueReminder(row, now);
      if (reminder === undefined) continue;
      await markReminded(tx, row.id, reminder);
      await mailAboutKey(tx, row, newsOf[reminder], publicUrl, now);
    }
    return ok(undefined);
  });
}
