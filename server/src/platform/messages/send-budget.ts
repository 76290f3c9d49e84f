/** Enforces the daily limit of every kind of message: refuses or drops messages above the limit. */
import type { Queryable } from '../database/database.ts';
import { ok, type Result, refuse } from '../result.ts';
import {
  type Counter,
  countersOf,
  mailboxOf,
  type Parties,
  type SendKind,
  secondsUntilAllowed,
} from './send-budget.rules.ts';
import { countMessage, returnMessage } from './send-budget.store.ts';

export const dayMs = 86_400_000;

/**
 * Counts one more message for its sender, or refuses it. Inside a transaction a refusal rolls the
 * count back; outside a transaction this function subtracts it.
 */
export async function mayCause(
  db: Queryable,
  kind: SendKind,
  parties: Parties,
  now: Date,
): Promise<Result<void>> {
  const counters = countersOf(kind, 'refuse', normal(parties));
  const wait = await take(db, counters, now);
  if (wait === undefined) return ok(undefined);
  return { ...refuse('too_many_messages', waitWords(wait)), retryAfterSeconds: wait };
}

/**
 * Counts one more message for its receiver; returns false if the message must be dropped. Call
 * `giveBack` after a failed attempt.
 */
export async function mayReceive(
  db: Queryable,
  kind: SendKind,
  parties: Parties,
  now: Date,
): Promise<{ readonly isAllowed: boolean; readonly giveBack: () => Promise<void> }> {
  const counters = countersOf(kind, 'drop', normal(parties));
  const wait = await take(db, counters, now);
  return {
    isAllowed: wait === undefined,
    giveBack: () => giveBack(db, counters),
  };
}

/**
 * Counts a message. If it is above the limit, subtracts the message again and returns the seconds
 * to wait.
 */
async function take(
  db: Queryable,
  counters: readonly Counter[],
  now: Date,
): Promise<number | undefined> {
  if (counters.length === 0) return undefined;
  const keys = counters.map(({ key }) => key);
  const counted = await countMessage(db, keys, now, new Date(now.getTime() + dayMs));
  const wait = secondsUntilAllowed(counters, counted, now);
  // Messages that are not sent must not count against the limit.
  if (wait !== undefined) await giveBack(db, counters);
  return wait;
}

async function giveBack(db: Queryable, counters: readonly Counter[]): Promise<void> {
  if (counters.length > 0) {
    await returnMessage(
      db,
      counters.map(({ key }) => key),
    );
  }
}

function normal({ receiver, ...parties }: Parties): Parties {
  return { ...parties, receiver: receiver === undefined ? undefined : mailboxOf(receiver) };
}

function waitWords(seconds: number): string {
  const hours = Math.ceil(seconds / 3600);
  return `Today's messages of this kind are used up. Try again in ${hours} h.`;
}
