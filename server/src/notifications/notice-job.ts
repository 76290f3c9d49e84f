/**
 * Sends one message over one channel as a job. Each job is retried separately, and dropped once its
 * message is too late.
 */
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import { mailMessage, sendParties } from '../platform/messages/mail.ts';

/** A job kind per channel, so that push services that hang delay no mail. */
export const noticeJobKinds = { email: 'notice', sms: 'notice-sms', push: 'notice-push' } as const;

/** The time in milliseconds since 1970 after which the message is not sent. */
const notAfter = z.number();

const pushMessage = z.object({
  deviceId: z.uuid(),
  title: z.string(),
  body: z.string(),
  tag: z.string(),
  isUrgent: z.boolean(),
});
export type PushMessage = z.infer<typeof pushMessage>;

const noticeJob = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('email'), notAfter, message: mailMessage }),
  z.object({
    ...sendParties,
    channel: z.literal('sms'),
    notAfter,
    to: z.string(),
    text: z.string(),
  }),
  pushMessage.extend({ channel: z.literal('push'), notAfter }),
]);
export type NoticeJob = z.input<typeof noticeJob>;

export interface NoticeHandlerOptions {
  readonly clock: Clock;
  readonly sendMail: JobHandler;
  readonly sendSms: JobHandler;
  /** Sends a push message; `until` is how long the push service may keep trying. */
  readonly sendPush: (message: PushMessage, until: Date) => Promise<void>;
}

/**
 * The handler of notice jobs: sends a message over its channel, unless the message is out of date.
 */
export function makeNoticeHandler(options: NoticeHandlerOptions): JobHandler {
  return async (payload, jobId) => {
    const job = noticeJob.parse(payload);
    if (options.clock.now().getTime() > job.notAfter) return;
    switch (job.channel) {
      case 'email':
        return options.sendMail(job.message, jobId);
      case 'sms':
        return options.sendSms(job, jobId);
      case 'push':
        return options.sendPush(job, new Date(job.notAfter));
    }
  };
}
