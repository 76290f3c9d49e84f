/**
 * SMS leave by a job, so that a slow or dead provider never touches the request behind them; what goes
 * beyond a budget of a day, or beyond what a country may cost, does not leave at all.
 */
import type { Language } from '@baari/contract/languages.ts';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/database.ts';
import { callingCode, type SmsLimits } from './calling-code.rules.ts';
import { enqueueJob, type JobHandler } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { sendParties } from './mail.ts';
import { insertOutboxMessage } from './outbox.store.ts';
import { mayReceive } from './send-budget.ts';
import { takeSmsOfCountry } from './sms-limit.ts';

const smsMessage = z.object({
  ...sendParties,
  /** E.164. */
  to: z.string(),
  text: z.string(),
  /** Not worth sending after this instant, such as a code that has expired; milliseconds since 1970. */
  notAfter: z.number(),
});
export type SmsMessage = Readonly<z.infer<typeof smsMessage>>;

export const smsJobKind = 'sms';

/** The mark that keeps an ending on a line: phones without a browser draw it as a box. */
const joiner = /\u2060/gu;

export async function enqueueSms(tx: Queryable, message: SmsMessage, now: Date): Promise<void> {
  const payload = { ...message, text: message.text.replaceAll(joiner, '') };
  await enqueueJob(tx, { kind: smsJobKind, payload, runAt: now });
}

/** An account at Twilio, or at anything that speaks its API. */
export interface Twilio {
  readonly url: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** The number or the messaging service (MG…) that messages come from. */
  readonly from: string;
}

export interface SmsHandlerOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly log: Log;
  /** A day, by country. */
  readonly smsLimits: SmsLimits;
  /** Hears when a country comes to its limit. */
  readonly operatorEmail: string;
  readonly operatorLanguage: Language;
  /** undefined: messages are kept in the outbox instead of sent. */
  readonly twilio: Twilio | undefined;
}

/** The handler of SMS jobs: through the provider where one is configured, else into the outbox. */
export function makeSmsHandler(options: SmsHandlerOptions): JobHandler {
  const { db, clock, log, twilio } = options;
  return async (payload, jobId) => {
    const message = smsMessage.parse(payload);
    const now = clock.now();
    if (now.getTime() > message.notAfter) return;
    const { kind, hospital, network, to } = message;
    const parties = { hospital, network, receiver: to };
    const { isAllowed, giveBack } = await mayReceive(db, kind, parties, now);
    const unsent = { kind, job: jobId, country: callingCode(to) };
    if (!isAllowed) {
      log.warn(
        unsent,
        "An SMS was dropped, as the day's budget of its kind is used up; docs/operations.md, 'What may be sent'.",
      );
      return;
    }
    const country = await takeSmsOfCountry(options, to, now);
    if (!country.isAllowed) {
      await giveBack();
      log.error(
        unsent,
        'An SMS was dropped, as its country is at the limit of the day. SMS_PER_DAY allows more.',
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

/** Well within a job's own time limit. */
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
  // Its text may quote the number, and what a job failed with is kept.
  if (!answer.ok) throw new Error(`The SMS provider answered ${answer.status}.`);
}
