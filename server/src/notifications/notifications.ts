/** Assembles patient notifications: the line watcher and the channels. */
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { Deliveries } from '../platform/messages/deliveries.ts';
import { deleteOldDeliveries } from '../platform/messages/deliveries.store.ts';
import type { MailSender } from '../platform/messages/mail.ts';
import type { Secrets } from '../platform/secrets/secret.ts';
import { makeNoticeHandler, noticeJobKinds } from './notice-job.ts';
import { deleteOldNotices } from './notifications.store.ts';
import { makePushSender } from './push/push.ts';
import { makeReachCheck, reachCheckJobKind } from './reach-check.ts';
import { readOrMakePushKey } from './push/push-key.ts';

export interface NotificationsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly contactEmail: string;
  readonly pushServices: readonly string[];
  readonly sendMail: MailSender;
  readonly sendSms: JobHandler;
  readonly sendWhatsapp: JobHandler;
  readonly deliveries: Deliveries;
}

export interface Notifications {
  readonly handlers: Readonly<Record<string, JobHandler>>;
  readonly pushKey: string;
  /** Deletes old notices; called by the hourly cleanup. */
  readonly tidy: () => Promise<void>;
}

/** How long notices are kept, in ms; no entry stays open for this long. */
const keptMs = 60 * 86_400_000;

/** How long it is kept what became of a message, in ms. */
const deliveriesKeptMs = 30 * 86_400_000;

/** Opens notifications; creates the push key at the first start. */
export async function openNotifications(options: NotificationsOptions): Promise<Notifications> {
  const { db, clock, contactEmail, pushServices: services } = options;
  const key = await readOrMakePushKey(options);
  const handler = makeNoticeHandler({
    ...options,
    sendPush: makePushSender({ db, clock, key, contactEmail, services }),
  });
  return {
    handlers: {
      ...Object.fromEntries(Object.values(noticeJobKinds).map((kind) => [kind, handler])),
      [reachCheckJobKind]: makeReachCheck(options),
    },
    pushKey: key.publicKey,
    async tidy() {
      const now = clock.now().getTime();
      await deleteOldNotices(db, new Date(now - keptMs));
      await deleteOldDeliveries(db, new Date(now - deliveriesKeptMs));
    },
  };
}
