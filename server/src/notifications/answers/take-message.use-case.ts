/** Takes a message that a person sent to Baari, by SMS or WhatsApp [MSG-8]. */
import { createHash } from 'node:crypto';
import type { Queryable } from '../../platform/database/database.ts';
import { ok } from '../../platform/result.ts';
import type { InboundMessage } from '../../platform/messages/sms/inbound.ts';
import type { ProviderName } from '../../platform/messages/sms/routes.rules.ts';
import { countMessage } from '../../platform/messages/send-budget.store.ts';
import { findDeliveryOfProvider } from '../../platform/messages/deliveries.store.ts';
import { answerMessage, type GivenAnswer } from './answer-message.use-case.ts';
import { readButton, type Word } from './answer-words.rules.ts';
import { readWord } from './answer-words.ts';
import { findAccountOf, insertAnswer, writeOutcome } from './message-answers.store.ts';
import type { NamedOutcome, Outcome } from './outcome.rules.ts';
import { plainReply } from './reply-content.ts';
import {
  type AnswerOptions,
  languageOfPhone,
  nothingSent,
  queueReply,
  sendReply,
  type Sender,
} from './replies.ts';
import { startMessages, stopMessages } from './stop-messages.ts';

export interface TakenMessage {
  readonly provider: ProviderName;
  readonly message: InboundMessage;
  /** The network address of the provider's call. */
  readonly address: string;
}

/**
 * Carries a message out and replies. A message is known by the hash of its id at the provider, so a
 * repeated call does nothing.
 */
export async function takeMessage(
  options: AnswerOptions,
  { provider, message, address }: TakenMessage,
): Promise<void> {
  const { id, channel, phone, text, button, repliedTo, handled } = message;
  // The provider has replied itself, and nothing changes.
  if (handled === 'help') return;
  const sender = { channel, phone, idHash: hashOfId(provider, id), address };
  const word = handled ?? readButton(button) ?? readWord(text);
  switch (word) {
    case undefined:
    case 'stop':
    case 'start':
      return takeOther(options, sender, { word, isReplied: handled === undefined });
    default:
      return answerMessage(options, {
        ...sender,
        answer: word,
        delivery: await deliveryOf(options.db, repliedTo),
      });
  }
}

/** The message that was replied to; null for one that is not known any more. */
async function deliveryOf(
  db: Queryable,
  repliedTo: string | undefined,
): Promise<GivenAnswer['delivery']> {
  if (repliedTo === undefined) return undefined;
  return (await findDeliveryOfProvider(db, repliedTo)) ?? null;
}

function hashOfId(provider: ProviderName, id: string): string {
  return createHash('sha256')
    .update(JSON.stringify([provider, id]))
    .digest('base64url');
}

interface Other {
  readonly word: Extract<Word, 'stop' | 'start'> | undefined;
  /** Whether Baari replies; false if the provider has done it. */
  readonly isReplied: boolean;
}

async function takeOther(
  options: AnswerOptions,
  sender: Sender,
  { word, isReplied }: Other,
): Promise<void> {
  const { db, clock } = options;
  const done = await db.transaction(async (tx) => {
    const now = clock.now();
    const { idHash, channel, phone } = sender;
    const accountId = (await findAccountOf(tx, phone))?.id ?? null;
    const whose = { about: null, accountId, hospitalId: null };
    const row = {
      idHash,
      channel,
      answer: word ?? 'unknown',
      ...whose,
      outcome: 'unchanged',
    } as const;
    if (!(await insertAnswer(tx, row, now))) return ok(nothingSent);
    const outcome = await outcomeOf(tx, sender, word, now);
    await writeOutcome(tx, idHash, outcome);
    const content = isReplied ? plainReply(outcome) : undefined;
    const language = await languageOfPhone(tx, phone, now);
    return ok(await queueReply(tx, options, sender, { content, language }, now));
  });
  if (done.ok) sendReply(options, done.value);
}

async function outcomeOf(
  tx: Queryable,
  { channel, phone }: Sender,
  word: Other['word'],
  now: Date,
): Promise<Exclude<Outcome, NamedOutcome>> {
  switch (word) {
    case 'stop':
      return (await stopMessages(tx, channel, phone, now)) ? 'stopped' : 'unchanged';
    case 'start':
      return (await startMessages(tx, channel, phone, now)) ? 'started' : 'unchanged';
    case undefined:
      return (await mayHelp(tx, phone, now)) ? 'help' : 'not_understood';
  }
}

const dayMs = 86_400_000;

/** Whether the help line is sent: once a day to a number, because machines answer too. */
async function mayHelp(tx: Queryable, phone: string, now: Date): Promise<boolean> {
  const key = JSON.stringify(['answer_help', phone]);
  const [counted] = await countMessage(tx, [key], now, new Date(now.getTime() + dayMs));
  return counted?.count === 1;
}
