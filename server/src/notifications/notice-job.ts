/**
 * Sends one message over one channel as a job. Each job is retried separately, and dropped once its
 * message is too late.
 */
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import type { Deliveries } from '../platform/messages/deliveries.ts';
import { mailMessage, sendParties } from '../platform/messages/mail.ts';
import { smsTemplate } from '../platform/messages/sms/sms-kinds.ts';

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

/** The row that records what becomes of the message. */
const delivery = z.uuid().optional();

const noticeJob = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('email'), notAfter, delivery, message: mailMessage }),
  z.object({
    ...sendParties,
    channel: z.literal('sms'),
    notAfter,
    to: z.string(),
    text: z.string(),
    template: smsTemplate.optional(),
    delivery,
  }),
  pushMessage.extend({ channel: z.literal('push'), notAfter, delivery }),
]);
export type NoticeJob = z.input<typeof noticeJob>;

export interface NoticeHandlerOptions {
  readonly clock: Clock;
  readonly sendMail: JobHandler;
  readonly sendSms: JobHandler;
  /**
   * Sends a push message; `until` is how long the push service may keep trying. False if the
   * browser is no longer subscribed.
   */
  readonly sendPush: (message: PushMessage, until: Date) => Promise<boolean>;
  readonly deliveries: Deliveries;
}

/**
 * The handler of notice jobs: sends a message over its channel, unless the message is out of date.
 */
export function makeNoticeHandler(options: NoticeHandlerOptions): JobHandler {
  const { clock, deliveries } = options;
  return async (payload, jobId) => {
    const job = noticeJob.parse(payload);
    const { delivery } = job;
    if (clock.now().getTime() > job.notAfter) return deliveries.fail(delivery, 'too_late');
    switch (job.channel) {
      case 'email':
        await options.sendMail(job.message, jobId);
        return deliveries.accept(delivery, undefined);
      // The handler of text messages records what becomes of them.
      case 'sms':
        return options.sendSms(job, jobId);
      case 'push': {
        const isSent = await options.sendPush(job, new Date(job.notAfter));
        return isSent ? deliveries.accept(delivery, undefined) : deliveries.fail(delivery, 'gone');
      }
    }
  };
}
