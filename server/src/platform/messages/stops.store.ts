/**
 * SQL on phone numbers that get no more messages, because their owner replied STOP [MSG-8]. A number
 * is stored as its SHA-256, as in `send_count`: sending only compares numbers, so a list of the
 * numbers of people who opted out need not exist. The row belongs to the number, with or without an
 * account.
 */
import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Queryable } from '../database/database.ts';
import type { ReplyChannel } from './delivery.rules.ts';

/** Stops messages to a number; false if they were stopped before. */
export async function insertStop(
  tx: Queryable,
  channel: ReplyChannel,
  phone: string,
  now: Date,
): Promise<boolean> {
  const added = await tx.run(sql`
    insert into message_stop (channel, address_hash, stopped_at)
    values (${channel}, ${hashOfPhone(phone)}, ${now})
    on conflict do nothing`);
  return added === 1;
}

/** Allows messages to a number again; false if they were not stopped. */
export async function deleteStop(
  tx: Queryable,
  channel: ReplyChannel,
  phone: string,
): Promise<boolean> {
  const gone = await tx.run(sql`
    delete from message_stop where channel = ${channel} and address_hash = ${hashOfPhone(phone)}`);
  return gone > 0;
}

/** Whether the owner of a number replied STOP on this channel. */
export async function isStopped(
  db: Queryable,
  channel: ReplyChannel,
  phone: string,
): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from message_stop
    where channel = ${channel} and address_hash = ${hashOfPhone(phone)}`);
  return row !== undefined;
}

function hashOfPhone(phone: string): string {
  return createHash('sha256').update(phone).digest('base64url');
}
