/** Replies to messages that people sent, on the channel on which they wrote [MSG-8]. */
import { fallbackLanguage, type Language } from '@baari/contract/languages.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { ReplyChannel } from '../../platform/messages/delivery.rules.ts';
import { isStopped } from '../../platform/messages/stops.store.ts';
import { enqueueSms } from '../../platform/messages/sms/sms.ts';
import { type SmsContent, smsText } from '../../platform/messages/sms/sms-kinds.ts';
import { findLanguageOfHospital } from '../notifications.store.ts';
import type { BookingAnswers } from './answered-booking.ts';
import { findAccountOf, listMatters } from './message-answers.store.ts';

export interface AnswerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly bookings: BookingAnswers;
  /** Called when a reply was queued, so that it is sent at once. */
  readonly onQueued: () => void;
  /** Queues a reply on WhatsApp in the transaction; undefined if WhatsApp is not offered. */
  readonly queueWhatsappReply?:
    | ((
        tx: Queryable,
        reply: { readonly to: string; readonly text: string; readonly writtenAt: Date },
        now: Date,
      ) => Promise<void>)
    | undefined;
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

/** Whether a reply was queued. */
export interface Replied {
  readonly isQueued: boolean;
}

export const nothingSent: Replied = { isQueued: false };

/** How long a reply is worth sending, in ms. */
const replyLastsMs = 3_600_000;
/** Messages of the last week, in ms, tell in which language to reply to a number without an account. */
const languageKnownMs = 7 * 86_400_000;

/**
 * Queues a reply on the channel on which the person wrote. Nothing is said to a person who replied
 * STOP there, except that it is heeded.
 */
export async function queueReply(
  tx: Queryable,
  { queueWhatsappReply }: AnswerOptions,
  { channel, phone }: Sender,
  { content, language }: { readonly content: SmsContent | undefined; readonly language: Language },
  now: Date,
): Promise<Replied> {
  if (content === undefined) return nothingSent;
  if (content.kind !== 'answer_stopped' && (await isStopped(tx, channel, phone))) {
    return nothingSent;
  }
  if (channel === 'whatsapp') {
    const text = smsText({ ...content, language });
    await queueWhatsappReply?.(tx, { to: phone, text, writtenAt: now }, now);
    return { isQueued: queueWhatsappReply !== undefined };
  }
  const notAfter = now.getTime() + replyLastsMs;
  await enqueueSms(tx, { kind: 'answer_reply', to: phone, content, language, notAfter }, now);
  return { isQueued: true };
}

/** Sends a queued reply at once, after its transaction. */
export function sendReply({ onQueued }: AnswerOptions, { isQueued }: Replied): void {
  if (isQueued) onQueued();
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
