/**
 * Sends on WhatsApp through Twilio: approved messages at any time, and free words only as a reply
 * within a day of the person's own message [MSG-9].
 */
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Queryable } from '../../database/database.ts';
import { isReal } from '../../hospital-sql/practice.store.ts';
import { enqueueJob, type JobHandler } from '../../jobs/jobs.ts';
import type { Deliveries } from '../deliveries.ts';
import { sendParties } from '../mail.ts';
import { isStopped } from '../stops.store.ts';
import { callingCode } from '../sms/calling-code.rules.ts';
import { smsTemplate, type SmsTemplate } from '../sms/sms-kinds.ts';
import type { SmsLimitOptions } from '../sms/sms-limit.ts';
import { postToTwilio, type Twilio } from '../sms/twilio.ts';
import { sendWithinLimits } from '../sms/within-limits.ts';
import { whatsappKindOf, type WhatsappTexts, whatsappValues } from './whatsapp-templates.ts';

/** What the operator has configured about WhatsApp. */
export interface WhatsappSettings {
  readonly account: Omit<Twilio, 'from'>;
  /** The number from which messages are sent, in E.164 form. */
  readonly from: string;
  readonly texts: WhatsappTexts;
}

const base = z.object({
  ...sendParties,
  /** The receiver's number in E.164 form. */
  to: z.string(),
  delivery: z.uuid().optional(),
  /** The time in milliseconds since 1970 after which the message is not sent. */
  notAfter: z.number(),
});
const whatsappMessage = z.union([
  base.extend({ template: smsTemplate }),
  /** Free words, which are allowed only as a reply. */
  base.extend({ reply: z.string() }),
]);
type WhatsappMessage = Readonly<z.infer<typeof whatsappMessage>>;

export const whatsappJobKind = 'whatsapp';

/** How long after a person's message free words may be sent, in milliseconds. */
const replyWindowMs = 24 * 60 * 60_000;

/** Queues free words to a person who has just written. */
export async function enqueueWhatsappReply(
  tx: Queryable,
  { to, text, writtenAt }: { readonly to: string; readonly text: string; readonly writtenAt: Date },
  now: Date,
): Promise<void> {
  const notAfter = writtenAt.getTime() + replyWindowMs;
  const payload: z.input<typeof whatsappMessage> = {
    kind: 'answer_reply',
    to,
    reply: text,
    notAfter,
  };
  await enqueueJob(tx, { kind: whatsappJobKind, payload, runAt: now });
}

export interface WhatsappHandlerOptions extends SmsLimitOptions {
  readonly clock: Clock;
  readonly deliveries: Deliveries;
  /** Undefined if the operator has not configured WhatsApp. */
  readonly whatsapp: WhatsappSettings | undefined;
  /** Where Twilio reports what became of a message; undefined if nobody can call there. */
  readonly receiptUrl: (delivery: string) => string | undefined;
  /** Called when Twilio says that the person has stopped messages. */
  readonly onOptedOut: (phone: string) => Promise<unknown>;
}

const timeLimitMs = 15_000;

/** The handler of messages on WhatsApp. Without settings each fails, so that another channel is used. */
export function makeWhatsappHandler(options: WhatsappHandlerOptions): JobHandler {
  const { db, clock, deliveries, whatsapp } = options;
  return async (payload, jobId) => {
    const message = whatsappMessage.parse(payload);
    const { delivery, hospital } = message;
    if (clock.now().getTime() > message.notAfter) return deliveries.fail(delivery, 'too_late');
    if (hospital !== undefined && !(await isReal(db, hospital.id))) return;
    // A reply to a person's own message is sent also after STOP.
    const isReply = 'reply' in message;
    if (!isReply && (await isStopped(db, 'whatsapp', message.to))) {
      return deliveries.fail(delivery, 'opted_out');
    }
    if (whatsapp === undefined) return deliveries.fail(delivery, 'not_registered');
    const isAllowed = await sendWithinLimits(options, message, jobId, () =>
      send(options, whatsapp, message, jobId),
    );
    if (!isAllowed) await deliveries.fail(delivery, 'limit');
  };
}

async function send(
  { deliveries, log, receiptUrl: urlOf, onOptedOut }: WhatsappHandlerOptions,
  { account, from, texts }: WhatsappSettings,
  message: WhatsappMessage,
  jobId: number,
): Promise<void> {
  const { kind, to, delivery } = message;
  const words = 'reply' in message ? { Body: message.reply } : contentOf(texts, message.template);
  if (words === undefined) return deliveries.fail(delivery, 'not_registered');
  const receiptUrl = delivery === undefined ? undefined : urlOf(delivery);
  const fields = { From: `whatsapp:${from}`, To: `whatsapp:${to}`, ...words };
  const signal = AbortSignal.timeout(timeLimitMs);
  const sent = await postToTwilio(account, fields, { receiptUrl, signal });
  if (sent.outcome === 'unavailable') throw new Error(`The provider of WhatsApp ${sent.why}.`);
  if (sent.outcome === 'accepted') {
    const isReported = receiptUrl !== undefined;
    const by = { provider: 'twilio', message: sent.message, isReported };
    return deliveries.accept(delivery, by);
  }
  log.warn(
    { kind, job: jobId, country: callingCode(to), reason: sent.reason },
    'The provider refused a message on WhatsApp. `npm run operator -- messages` counts the reasons.',
  );
  if (sent.reason === 'opted_out') await onOptedOut(to);
  return deliveries.fail(delivery, sent.reason);
}

function contentOf(
  texts: WhatsappTexts,
  template: SmsTemplate,
): Readonly<Record<string, string>> | undefined {
  const kind = whatsappKindOf(template.kind);
  if (kind === undefined) return undefined;
  return {
    ContentSid: texts.contentSid(kind, template.language),
    ContentVariables: JSON.stringify(whatsappValues(template)),
  };
}
