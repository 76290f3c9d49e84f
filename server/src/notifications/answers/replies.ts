/** Replies to messages that people sent, on the channel on which they wrote [MSG-8]. */
import { fallbackLanguage, type Language } from '@baari/contract/languages.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { ReplyChannel } from '../../platform/messages/delivery.rules.ts';
import { enqueueSms } from '../../platform/messages/sms/sms.ts';
import { type SmsContent, smsText } from '../../platform/messages/sms/sms-kinds.ts';
import { findLanguageOfHospital } from '../notifications.store.ts';
import type { BookingAnswers } from './answered-booking.ts';
import { findAccountOf, listMatters } from './message-answers.store.ts';

export interface AnswerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly bookings: BookingAnswers;
  /** Called when a text message was queued, so that it is sent at once. */
  readonly onQueued: () => void;
  /** Replies on WhatsApp; undefined if it is not offered. */
  readonly sendWhatsappReply?: ((phone: string, text: string) => Promise<void>) | undefined;
}

/** Who sent a message, and how. */
export interface Sender {
  readonly channel: ReplyChannel;
  /** The number in E.164 form. */
  readonly phone: string;
  /** The hash of the provider's id of the message. */
  readonly idHash: string;
  /** The network address of the provider's call. */
  readonly address: string;
}

/** A reply to send after the commit: the text for WhatsApp, or that an SMS was queued. */
export type Reply =
  | { readonly channel: 'whatsapp'; readonly text: string }
  | { readonly channel: 'sms' };

/** How long a reply is worth sending, in ms. */
const replyLastsMs = 3_600_000;
/** How far back the language of a number without an account is looked for, in ms. */
const languageKnownMs = 7 * 86_400_000;

/** Queues a reply by SMS, or writes it for WhatsApp; undefined for silence. */
export async function queueReply(
  tx: Queryable,
  { channel, phone }: Sender,
  { content, language }: { readonly content: SmsContent | undefined; readonly language: Language },
  now: Date,
): Promise<Reply | undefined> {
  if (content === undefined) return undefined;
  if (channel === 'whatsapp') {
    return { channel, text: smsText({ ...content, language }) };
  }
  const notAfter = now.getTime() + replyLastsMs;
  await enqueueSms(tx, { kind: 'answer_reply', to: phone, content, language, notAfter }, now);
  return { channel };
}

/** Sends a reply after the transaction that wrote it. */
export async function sendReply(
  { onQueued, sendWhatsappReply }: AnswerOptions,
  { phone }: Sender,
  reply: Reply | undefined,
): Promise<void> {
  if (reply === undefined) return;
  if (reply.channel === 'sms') return onQueued();
  await sendWhatsappReply?.(phone, reply.text);
}

/**
 * The language of a reply that is about no visit: the account's choice, else that of the hospital
 * that wrote last, else English.
 */
export async function languageOfPhone(db: Queryable, phone: string, now: Date): Promise<Language> {
  const account = await findAccountOf(db, phone);
  if (account !== undefined && account.language !== null) return account.language;
  const [latest] = await listMatters(db, phone, new Date(now.getTime() - languageKnownMs));
  return latest === undefined ? fallbackLanguage : findLanguageOfHospital(db, latest.hospital_id);
}
