/**
 * Sends SMS by a job, so that a slow or dead SMS provider never delays a request. Messages above a
 * daily limit or a country's limit are dropped.
 */
import type { Language } from '@baari/contract/languages.ts';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/database.ts';
import { isReal } from '../hospital-sql/practice.store.ts';
import { callingCode, type SmsLimits } from './calling-code.rules.ts';
import { enqueueJob, type JobHandler } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { sendParties } from './mail.ts';
import { insertOutboxMessage } from './outbox.store.ts';
import { mayReceive } from './send-budget.ts';
import { takeSmsOfCountry } from './sms-limit.ts';

const smsMessage = z.object({
  ...sendParties,
  /** The receiver's number in E.164 form. */
  to: z.string(),
  text: z.string(),
  /**
   * The time after which the message is useless, such as when its code has expired, in milliseconds
   * since 1970.
   */
  notAfter: z.number(),
});
export type SmsMessage = Readonly<z.infer<typeof smsMessage>>;

export const smsJobKind = 'sms';

/** The invisible word joiner character, which simple phones draw as a box. */
const joiner = /\u2060/gu;

export async function enqueueSms(tx: Queryable, message: SmsMessage, now: Date): Promise<void> {
  const payload = { ...message, text: message.text.replaceAll(joiner, '') };
  await enqueueJob(tx, { kind: smsJobKind, payload, runAt: now });
}

/** An account at Twilio, or at any service with the same API. */
export interface Twilio {
  readonly url: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** The phone number or the messaging service (MG…) from which messages are sent. */
  readonly from: string;
}

export interface SmsHandlerOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly log: Log;
  /** The most text messages per day, by country. */
  readonly smsLimits: SmsLimits;
  /** The operator's email address. A mail to it warns when a country reaches its limit. */
  readonly operatorEmail: string;
  readonly operatorLanguage: Language;
  /**
   * The account at the SMS provider. If undefined, messages are kept in the outbox instead of being
   * sent.
   */
  readonly twilio: Twilio | undefined;
}

/** The handler of SMS jobs: sends through the provider if one is configured, else stores in the outbox. */
export function makeSmsHandler(options: SmsHandlerOptions): JobHandler {
  const { db, clock, log, twilio } = options;
  return async (payload, jobId) => {
    const message = smsMessage.parse(payload);
    const now = clock.now();
    if (now.getTime() > message.notAfter) return;
    const { kind, hospital, network, to } = message;
    if (hospital !== undefined && !(await isReal(db, hospital.id))) return;
    const parties = { hospital, network, receiver: to };
    const { isAllowed, giveBack } = await mayReceive(db, kind, parties, now);
    const unsent = { kind, job: jobId, country: callingCode(to) };
    if (!isAllowed) {
      log.warn(
        unsent,
        "An SMS was dropped because the day's budget of its kind is used up. See docs/operations.md, 'Message limits'.",
      );
      return;
    }
    const country = await takeSmsOfCountry(options, to, now);
    if (!country.isAllowed) {
      await giveBack();
      log.error(
        unsent,
        "An SMS was dropped because its country reached the day's limit. If such messages are legitimate, raise the limit with SMS_PER_DAY.",
      );
      return;
    }
    try {
      if (twilio === undefined) await keepInOutbox(options, message, jobId);
      else await sendByTwilio(twilio, message);
    } catch (error) {
      await giveBack();
      await country.giveBack();
      throw error;
    }
  };
}

function keepInOutbox(
  { db, clock }: SmsHandlerOptions,
  { to, text }: SmsMessage,
  jobId: number,
): Promise<void> {
  return insertOutboxMessage(db, {
    jobId,
    recipient: to,
    subject: 'SMS',
    plain: text,
    html: '',
    createdAt: clock.now(),
  });
}

/**
 * The timeout of a request to the SMS provider in milliseconds, well below the job's own time
 * limit.
 */
const timeLimitMs = 10_000;

async function sendByTwilio(twilio: Twilio, { to, text }: SmsMessage): Promise<void> {
  const { url, accountSid, authToken, from } = twilio;
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
  const answer = await fetch(
    `${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
    {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ To: to, Body: text, ...sender }).toString(),
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
    },
  );
  await answer.body?.cancel();
  // The text of the SMS provider's response may quote the phone number, and a job's error is
  // stored.
  if (!answer.ok) throw new Error(`The SMS provider answered ${answer.status}.`);
}
