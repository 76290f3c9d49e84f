/** The only SQL on what became of messages. The rows hold no address and no text. */
import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-in-batches.ts';
import type { Delivery, DeliveryState, FailureReason } from './delivery.rules.ts';

const m = table('message_delivery', 'm');

const delivery = {
  id: m.id,
  kind: m.kind,
  about: m.about,
  state: typed<DeliveryState>(m.state),
  reason: typed<FailureReason | null>(m.reason),
  channel: typed<MessageChannel>(m.channel),
  isReported: m.is_reported,
  changedAt: m.changed_at,
};
export type DeliveryRow = RowOf<typeof delivery>;

export type MessageChannel = 'email' | 'push' | 'sms' | 'whatsapp';

export interface NewDelivery {
  readonly channel: MessageChannel;
  readonly kind: string;
  /** The calling code of a text message. */
  readonly country?: string;
  /** The visit or booking that the message is about, and whose it is. */
  readonly matter?: {
    readonly about: string;
    readonly accountId: string;
    readonly hospitalId: string;
  };
}

/** Records a message that was queued; returns the row's id. */
export async function insertDelivery(
  tx: Queryable,
  { channel, kind, country, matter }: NewDelivery,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await tx.run(sql`
    insert into message_delivery
      (id, channel, kind, about, account_id, hospital_id, country, made_at, changed_at)
    values (${id}, ${channel}, ${kind}, ${matter?.about ?? null}, ${matter?.accountId ?? null},
      ${matter?.hospitalId ?? null}, ${country ?? null}, ${now}, ${now})`);
  return id;
}

/** Locks a message until the end of the transaction, so that receipts change it one by one. */
export function lockDelivery(tx: Queryable, id: string): Promise<DeliveryRow | undefined> {
  return tx.maybeOne(
    select(delivery)`from message_delivery m where m.id = ${id} for no key update`,
  );
}

/** To whom a message was handed over. */
export interface Handover {
  readonly provider?: string | undefined;
  /** The provider's id of the message. */
  readonly message?: string | undefined;
  /** Whether the provider will report the delivery. */
  readonly isReported?: boolean;
}

export async function writeDelivery(
  tx: Queryable,
  id: string,
  { state, reason }: Delivery,
  by: Handover,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update message_delivery
    set state = ${state}, reason = ${reason}, changed_at = ${now},
      provider = coalesce(${by.provider ?? null}::text, provider),
      provider_message = coalesce(${by.message ?? null}::text, provider_message),
      is_reported = is_reported or ${by.isReported ?? false}
    where id = ${id}`);
}

/** The state of a message; undefined if it is unknown. */
export async function findDeliveryState(
  db: Queryable,
  id: string,
): Promise<DeliveryState | undefined> {
  const row = await db.maybeOne(
    select({ state: delivery.state })`from message_delivery m where m.id = ${id}`,
  );
  return row?.state;
}

/** The id of the message to which a provider gave this id. */
export async function findDeliveryOfProvider(
  db: Queryable,
  providerMessage: string,
): Promise<string | undefined> {
  const row = await db.maybeOne(
    select({ id: m.id })`from message_delivery m where m.provider_message = ${providerMessage}`,
  );
  return row?.id;
}

/** Forgets a message that is not sent, because an earlier one has arrived. */
export async function deleteDelivery(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from message_delivery where id = ${id}`);
}

/** All messages of a kind about one matter. */
export function listDeliveriesAbout(
  db: Queryable,
  about: string,
  kind: string,
): Promise<DeliveryRow[]> {
  return db.many(select(delivery)`
    from message_delivery m where m.about = ${about} and m.kind = ${kind}`);
}

export function deleteOldDeliveries(db: Queryable, before: Date): Promise<void> {
  return deleteInBatches((size) =>
    db.run(sql`
      delete from message_delivery where ctid = any(array(
        select old.ctid from message_delivery old where old.made_at < ${before} limit ${size}))`),
  );
}
