/**
 * Sends one message over one channel as a job. Each job is retried separately, and dropped once its
 * message is too late.
 */
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import type { Deliveries } from '../platform/messages/deliveries.ts';
import { type MailSender, mailMessage, sendParties } from '../platform/messages/mail.ts';
import { smsTemplate } from '../platform/messages/sms/sms-kinds.ts';

/** A job kind per channel, so that push services that hang delay no mail. */
export const noticeJobKinds = {
  email: 'notice',
  sms: 'notice-sms',
  push: 'notice-push',
  whatsapp: 'notice-whatsapp',
} as const;

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

const toPhone = { ...sendParties, notAfter, to: z.string(), delivery };

const noticeJob = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('email'), notAfter, delivery, message: mailMessage }),
  z.object({
    ...toPhone,
    channel: z.literal('sms'),
    text: z.string(),
    template: smsTemplate.optional(),
    /** The message on WhatsApp that this one follows, unless that one has arrived [MSG-10]. */
    follows: z.uuid().optional(),
  }),
  z.object({ ...toPhone, channel: z.literal('whatsapp'), template: smsTemplate }),
  pushMessage.extend({ channel: z.literal('push'), notAfter, delivery }),
]);
export type NoticeJob = z.input<typeof noticeJob>;

export interface NoticeHandlerOptions {
  readonly clock: Clock;
  readonly sendMail: MailSender;
  readonly sendSms: JobHandler;
  readonly sendWhatsapp: JobHandler;
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
      case 'email': {
        const isSent = await options.sendMail(job.message, jobId);
        return isSent ? deliveries.accept(delivery) : deliveries.fail(delivery, 'limit');
      }
      // The handlers of messages to phones record what becomes of them.
      case 'sms': {
        const isNeeded = job.follows === undefined || !(await deliveries.hasArrived(job.follows));
        return isNeeded ? options.sendSms(job, jobId) : deliveries.forget(delivery);
      }
      case 'whatsapp':
        return options.sendWhatsapp(job, jobId);
      case 'push': {
        const isSent = await options.sendPush(job, new Date(job.notAfter));
        return isSent ? deliveries.accept(delivery) : deliveries.fail(delivery, 'gone');
      }
    }
  };
}
