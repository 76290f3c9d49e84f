/** Mail leaves by a job, so that a slow or dead mail server never touches the request behind it. */
import { z } from 'zod';
import type { Clock } from './clock.ts';
import type { Queryable } from './database.ts';
import { enqueueJob, type JobHandler } from './jobs.ts';
import { lazily } from './lazily.ts';
import { insertOutboxMessage } from './outbox.store.ts';

export const mailMessage = z.object({
  to: z.string(),
  subject: z.string(),
  plain: z.string(),
  html: z.string(),
  /** Who an answer goes to; the sender unless told. */
  replyTo: z.object({ name: z.string(), address: z.string() }).optional(),
  /** A file of text, such as an entry for a calendar. */
  attachment: z.object({ name: z.string(), type: z.string(), content: z.string() }).optional(),
});
export type MailMessage = z.infer<typeof mailMessage>;

export const mailJobKind = 'mail';

export async function enqueueMail(tx: Queryable, message: MailMessage, now: Date): Promise<void> {
  await enqueueJob(tx, { kind: mailJobKind, payload: message, runAt: now });
}

export interface MailHandlerOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  /** undefined: messages are kept in the outbox instead of sent. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
}

/** The handler of mail jobs: by SMTP where it is configured, else into the outbox. */
export function makeMailHandler(options: MailHandlerOptions): JobHandler {
  const { db, clock, smtpUrl, mailFrom } = options;
  if (smtpUrl !== undefined) return sendBySmtp(smtpUrl, mailFrom);
  return async (payload, jobId) => {
    const { to, ...message } = mailMessage.parse(payload);
    await insertOutboxMessage(db, { ...message, jobId, recipient: to, createdAt: clock.now() });
  };
}

/** Each step ends well before a job's own time limit. */
const smtpTimeouts = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 10_000 };

function sendBySmtp(smtpUrl: string, mailFrom: string): JobHandler {
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
  return async (payload, jobId) => {
    const { to, subject, plain, html, replyTo, attachment } = mailMessage.parse(payload);
    const smtp = await transport();
    await smtp.sendMail({
      from: mailFrom,
      // As an object: an address with a comma in it must not become two.
      to: { name: '', address: to },
      ...(replyTo === undefined ? {} : { replyTo }),
      subject,
      text: plain,
      html,
      ...(attachment === undefined ? {} : { attachments: [attached(attachment)] }),
      // The same for each attempt, so that a mail sent twice can be told.
      messageId: `<baari-job-${jobId}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
}

function attached({ name, type, content }: NonNullable<MailMessage['attachment']>) {
  return { filename: name, contentType: type, content };
}
