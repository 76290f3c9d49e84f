/**
 * Sends a message to the operator of the installation. The message is either both stored and
 * mailed, or neither [ROUTE-27].
 */
import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import type { Language } from '@baari/contract/languages.ts';
import type { sendContactMessage as sendCall } from '@baari/contract/hospital/site.ts';
import { countTries } from '../identity/attempts/attempts.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Context } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { enqueueMail } from '../platform/messages/mail.ts';
import { network } from '../platform/network.rules.ts';
import { ok, type Refusal, type Result, refuse } from '../platform/result.ts';
import { contactMail } from './contact.mail.ts';
import { deleteContactMessages, insertContactMessage } from './contact.store.ts';

export interface ContactOptions {
  /** The address that receives the mails of the contact form. */
  readonly mailbox: string;
  readonly language: Language;
  /** Whether messages are limited; false only for load tests on loopback. */
  readonly isLimited: boolean;
}

const hourMs = 3_600_000;
/** How long messages are kept, in ms: a year, as the privacy page states. */
const keptMs = 365 * 24 * hourMs;
/** How many messages one network address may send in an hour. */
const allowed = 5;

/**
 * Stores and mails the message. The same text again within the hour, such as a retry after a lost
 * response, has no further effect.
 */
export async function sendContactMessage(
  { db, clock, address }: Context,
  body: BodyOf<typeof sendCall>,
  { mailbox, language, isLimited }: ContactOptions,
): Promise<Result<ReplyOf<typeof sendCall>>> {
  const now = clock.now();
  const hospital = body.hospital === '' ? undefined : body.hospital;
  const letter = { ...body, hospital };
  return db.transaction(async (tx) => {
    const tooMany = isLimited ? await countMessage(tx, address, now) : undefined;
    if (tooMany !== undefined) return tooMany;
    const since = new Date(now.getTime() - hourMs);
    const isNew = await insertContactMessage(tx, { ...letter, createdAt: now }, since);
    if (isNew) await enqueueMail(tx, contactMail(mailbox, language, letter), now);
    return ok({ receivedAt: now.toISOString() });
  });
}

/** Deletes messages older than a year. */
export function tidyContact(db: Queryable, clock: Clock): Promise<void> {
  return deleteContactMessages(db, new Date(clock.now().getTime() - keptMs));
}

/**
 * Counts a contact message within the transaction that stores it. The row lock makes messages of
 * one network address wait for each other.
 */
async function countMessage(
  tx: Queryable,
  address: string,
  now: Date,
): Promise<Refusal | undefined> {
  const key = JSON.stringify(['contact', network(address)]);
  const [counted] = await countTries(tx, [key], now, new Date(now.getTime() + hourMs));
  if (counted === undefined || counted.tries <= allowed) return undefined;
  const waitMs = counted.windowEndsAt.getTime() - now.getTime();
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
  return {
    ...refuse(
      'too_many_attempts',
      `${allowed} messages came from here within the hour. Try again in ${minutes} min.`,
    ),
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  };
}
