/**
 * Sends mail by a job, so that a slow or dead mail server never delays a request. Mails above a
 * daily limit are dropped.
 */
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/database.ts';
import { isReal } from '../hospital-sql/practice.store.ts';
import { harmlessSentence, oneLine } from '../harmless.rules.ts';
import { enqueueJob, type JobHandler } from '../jobs/jobs.ts';
import { lazily } from '../lazily.ts';
import type { Log } from '../log.ts';
import { insertOutboxMessage } from './outbox.store.ts';
import { mayReceive } from './send-budget.ts';
import { sendKinds } from './send-budget.rules.ts';

/**
 * The parties whose daily limits a message counts against. Messages queued by an earlier release
 * have no parties.
 */
export const sendParties = {
  kind: z.enum(sendKinds).default('security_notice'),
  hospital: z.object({ id: z.string(), isConfirmed: z.boolean() }).optional(),
  /** The network address that caused the message. */
  network: z.string().optional(),
};

export const mailMessage = z.object({
  ...sendParties,
  to: z.string(),
  subject: z.string(),
  plain: z.string(),
  html: z.string(),
  /** The reply address; the sender by default. */
  replyTo: z.object({ name: z.string(), address: z.string() }).optional(),
  /** A text file that is attached to the mail, such as a calendar entry. */
  attachment: z.object({ name: z.string(), type: z.string(), content: z.string() }).optional(),
});
export type MailMessage = Readonly<z.infer<typeof mailMessage>>;

export const mailJobKind = 'mail';

export async function enqueueMail(tx: Queryable, message: MailMessage, now: Date): Promise<void> {
  await enqueueJob(tx, { kind: mailJobKind, payload: message, runAt: now });
}

export interface MailHandlerOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * The URL of the mail server. If undefined, messages are kept in the outbox instead of being
   * sent.
   */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
}

type SendMail = (message: MailMessage, jobId: number) => Promise<void>;

/** The handler of mail jobs. */
export function makeMailHandler(options: MailHandlerOptions): JobHandler {
  const send = makeMailSender(options);
  return async (payload, jobId) => {
    await send(payload, jobId);
  };
}

/** Sends a job's mail; false if it was dropped because a limit is reached. */
export type MailSender = (payload: unknown, jobId: number) => Promise<boolean>;

/** Makes the sender of mails: by SMTP if configured, else into the outbox. */
export function makeMailSender(options: MailHandlerOptions): MailSender {
  const { db, clock, log, smtpUrl, mailFrom } = options;
  const send = smtpUrl === undefined ? keepInOutbox(options) : sendBySmtp(smtpUrl, mailFrom);
  return async (payload, jobId) => {
    const message = mailMessage.parse(payload);
    const { kind, hospital, network, to } = message;
    if (hospital !== undefined && !(await isReal(db, hospital.id))) return true;
    const parties = { hospital, network, receiver: to };
    const { isAllowed, giveBack } = await mayReceive(db, kind, parties, clock.now());
    if (!isAllowed) {
      log.warn(
        { kind, job: jobId },
        "A mail was dropped because the day's budget of its kind is used up. See docs/operations.md, 'Message limits'.",
      );
      return false;
    }
    try {
      await send(withPlainHead(message), jobId);
    } catch (error) {
      await giveBack();
      throw error;
    }
    return true;
  };
}

/**
 * Makes a message's subject harmless, because it may contain names that people chose. A mail of the
 * contact form goes to the operator unchanged.
 */
function withPlainHead(message: MailMessage): MailMessage {
  const subject =
    message.kind === 'contact_form' ? oneLine(message.subject) : harmlessSentence(message.subject);
  return { ...message, subject };
}

function keepInOutbox({ db, clock }: MailHandlerOptions): SendMail {
  return async ({ to, ...message }, jobId) => {
    await insertOutboxMessage(db, { ...message, jobId, recipient: to, createdAt: clock.now() });
  };
}

/** The timeouts of the steps of sending a mail. Each step times out well before the job itself. */
const smtpTimeouts = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 10_000 };

function sendBySmtp(smtpUrl: string, mailFrom: string): SendMail {
  const transport = lazily(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: smtpUrl,
      ...smtpTimeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  });
  const domain = /@([^\s<>@]+?)>?$/u.exec(mailFrom)?.[1] ?? 'localhost';
  return async ({ to, subject, plain, html, replyTo, attachment }, jobId) => {
    const smtp = await transport();
    await smtp.sendMail({
      from: mailFrom,
      // The address is given as an object, so that an address with a comma does not become two
      // addresses.
      to: { name: '', address: to },
      ...(replyTo === undefined ? {} : { replyTo }),
      subject,
      text: plain,
      html,
      ...(attachment === undefined ? {} : { attachments: [attached(attachment)] }),
      // Each attempt to send the mail has the same message id, so that duplicates can be
      // recognised.
      messageId: `<baari-job-${jobId}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
}

function attached({ name, type, content }: NonNullable<MailMessage['attachment']>) {
  return { filename: name, contentType: type, content };
}
