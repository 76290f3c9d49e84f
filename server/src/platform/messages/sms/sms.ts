/**
 * Sends SMS by a job, so that a slow or dead SMS provider never delays a request. Messages above a
 * daily limit or a country's limit are dropped.
 */
import type { Language } from '@baari/contract/languages.ts';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Queryable } from '../../database/database.ts';
import { isReal } from '../../hospital-sql/practice.store.ts';
import { callingCode, type SmsLimits } from './calling-code.rules.ts';
import { enqueueJob, type JobHandler } from '../../jobs/jobs.ts';
import type { Log } from '../../log.ts';
import { sendParties } from '../mail.ts';
import { insertOutboxMessage } from '../outbox.store.ts';
import { type SmsContent, smsTemplate, smsText } from './sms-kinds.ts';
import type { Deliveries } from '../deliveries.ts';
import { insertDelivery } from '../deliveries.store.ts';
import { type OutgoingSms, sendByFirst } from './provider.ts';
import type { ProviderName } from './routes.rules.ts';
import type { SmsSending } from './sending.ts';
import type { RegisteredTexts } from './templates.ts';
import { sendWithinLimits } from './within-limits.ts';

const smsMessage = z.object({
  ...sendParties,
  /** The receiver's number in E.164 form. */
  to: z.string(),
  /** The text in the receiver's language. */
  text: z.string(),
  /** The kind of text, its values and its language. A job that an earlier release queued has none. */
  template: smsTemplate.optional(),
  /** The row that records what becomes of the message. */
  delivery: z.uuid().optional(),
  /**
   * The time after which the message is useless, such as when its code has expired, in milliseconds
   * since 1970.
   */
  notAfter: z.number(),
});
type SmsMessage = Readonly<z.infer<typeof smsMessage>>;

/** A message to send: its kind with the values of its variables, and the receiver's language. */
export type NewSms = Omit<SmsMessage, 'text' | 'template' | 'delivery'> & {
  readonly content: SmsContent;
  readonly language: Language;
};

export const smsJobKind = 'sms';

/** Queues a text message. */
export async function enqueueSms(
  tx: Queryable,
  { content, language, ...message }: NewSms,
  now: Date,
): Promise<void> {
  const template = { ...content, language };
  const delivery = await insertDelivery(
    tx,
    { channel: 'sms', kind: content.kind, country: callingCode(message.to) },
    now,
  );
  const payload = { ...message, template, delivery, text: smsText(template) };
  await enqueueJob(tx, { kind: smsJobKind, payload, runAt: now });
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
  /** The providers. If undefined, messages are kept in the outbox instead of being sent. */
  readonly sending: SmsSending | undefined;
  /** Records what became of a message. */
  readonly deliveries: Deliveries;
}

/**
 * How long one provider may take to answer, in milliseconds. Two fit into the time limit of a job.
 */
const timeLimitMs = 10_000;

/** The handler of SMS jobs: sends through the providers if there are any, else stores in the outbox. */
export function makeSmsHandler(options: SmsHandlerOptions): JobHandler {
  const { db, clock, deliveries } = options;
  return async (payload, jobId) => {
    const message = smsMessage.parse(payload);
    const { hospital, delivery } = message;
    if (clock.now().getTime() > message.notAfter) return deliveries.fail(delivery, 'too_late');
    if (hospital !== undefined && !(await isReal(db, hospital.id))) return;
    const isAllowed = await sendWithinLimits(options, message, jobId, () =>
      sendOrKeep(options, message, jobId),
    );
    if (!isAllowed) await deliveries.fail(delivery, 'limit');
  };
}

async function sendOrKeep(
  options: SmsHandlerOptions,
  message: SmsMessage,
  jobId: number,
): Promise<void> {
  const { sending, deliveries, log } = options;
  const { kind, to, delivery } = message;
  if (sending === undefined) {
    await keepInOutbox(options, message, jobId);
    return deliveries.accept(delivery);
  }
  const country = callingCode(to);
  const words = wordsFor(message, country, sending.registered);
  if (words === undefined) {
    log.error(
      { kind, job: jobId, country },
      'An SMS of an earlier release was dropped because its country requires registered texts.',
    );
    return deliveries.fail(delivery, 'not_registered');
  }
  const receiptUrl = (name: ProviderName) =>
    delivery === undefined ? undefined : sending.receiptUrl(name, delivery);
  const sent = await sendByFirst(
    sending.providersFor(country),
    ({ name }) => ({
      ...words,
      to,
      receiptUrl: receiptUrl(name),
    }),
    timeLimitMs,
  );
  if (sent.outcome === 'accepted') {
    const { by: provider, message: id } = sent;
    const isReported = receiptUrl(provider) !== undefined;
    return deliveries.accept(delivery, { provider, message: id, isReported });
  }
  // The text of the SMS provider's response may quote the phone number, and a job's error is
  // stored.
  if (sent.outcome === 'unavailable') throw new Error(sent.why);
  log.warn(
    { kind, job: jobId, country, reason: sent.reason },
    'The SMS provider refused an SMS. `npm run operator -- messages` counts the reasons.',
  );
  return deliveries.fail(delivery, sent.reason);
}

/**
 * The words to send: in a country that requires registered texts, those of a registered language;
 * undefined if the job names no kind of text.
 */
function wordsFor(
  { text, template }: SmsMessage,
  country: string,
  registered: RegisteredTexts | undefined,
): Pick<OutgoingSms, 'text' | 'registration'> | undefined {
  if (registered?.requiredIn(country) !== true) return { text, registration: undefined };
  if (template === undefined) return undefined;
  const { language, registration } = registered.find(template.kind, template.language);
  return { text: smsText({ ...template, language }), registration };
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
