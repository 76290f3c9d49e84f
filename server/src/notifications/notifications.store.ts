/** The only SQL on who was told what, on which devices, and how each wants to be told. */
import type { Preferences } from '@baari/contract/profile.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import type { Reachable } from './channels.rules.ts';

export interface NewNotice {
  readonly about: string;
  readonly kind: string;
  readonly occasion: string;
  readonly accountId: string;
  readonly toldAt: Date;
}

/** False when it was told before. */
export async function insertNotice(tx: Queryable, notice: NewNotice): Promise<boolean> {
  const added = await tx.run(sql`
    insert into notice (about, kind, occasion, account_id, told_at)
    values (${notice.about}, ${notice.kind}, ${notice.occasion}, ${notice.accountId},
      ${notice.toldAt})
    on conflict do nothing`);
  return added === 1;
}

export interface ToldRow {
  about: string;
  kind: string;
  occasion: string;
}

/** What was told of some entries. */
export function listTold(db: Queryable, about: readonly string[]): Promise<ToldRow[]> {
  return db.many<ToldRow>(sql`
    select about, kind, occasion from notice where about = any(${about}::uuid[])`);
}

export async function deleteOldNotices(db: Queryable, before: Date): Promise<void> {
  await db.run(sql`delete from notice where told_at < ${before}`);
}

export interface RecipientRow extends Reachable {
  readonly name: string;
  /** null: never chosen. */
  readonly language: Preferences['language'] | null;
  readonly travelMinutes: number | null;
}

const recipientColumns = sql`
  u.name, u.email_verified as "emailVerified", u.phone_number as phone, a.language,
  case when u.email like '%@phone.invalid' then null else u.email end as email,
  a.notify_email as "notifyEmail", a.notify_sms as "notifySms", a.notify_push as "notifyPush",
  a.travel_minutes as "travelMinutes"`;
const recipientTables = sql`
  identity."user" u left join account_preferences a on a.account_id = u.id`;

/** Somebody with an account, as they can be reached; a phone number there is a verified one. */
export function findRecipient(db: Queryable, accountId: string): Promise<RecipientRow | undefined> {
  return db.maybeOne<RecipientRow>(sql`
    select ${recipientColumns} from ${recipientTables} where u.id = ${accountId}`);
}

/** How long the way of each takes, minutes, where they have said so. */
export async function listTravelMinutes(
  db: Queryable,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.many<{ account_id: string; travel_minutes: number }>(sql`
    select account_id, travel_minutes from account_preferences
    where account_id = any(${accountIds}::uuid[])`);
  return new Map(rows.map((row) => [row.account_id, row.travel_minutes]));
}

export interface ChannelChoice {
  readonly email: boolean;
  readonly sms: boolean;
  readonly push: boolean;
  readonly travelMinutes: number;
  /** Kept where none is stored yet. */
  readonly language: Preferences['language'];
}

export async function upsertChannels(
  tx: Queryable,
  accountId: string,
  { email, sms, push, travelMinutes, language }: ChannelChoice,
): Promise<void> {
  await tx.run(sql`
    insert into account_preferences as known
      (account_id, language, notify_email, notify_sms, notify_push, travel_minutes)
    values (${accountId}, ${language}, ${email}, ${sms}, ${push}, ${travelMinutes})
    on conflict (account_id) do update set
      language = coalesce(known.language, excluded.language),
      notify_email = excluded.notify_email, notify_sms = excluded.notify_sms,
      notify_push = excluded.notify_push, travel_minutes = excluded.travel_minutes`);
}

export interface NewDevice {
  readonly accountId: string;
  readonly sessionId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly addedAt: Date;
}

/** A browser belongs to whoever signed in there last. */
export async function upsertDevice(tx: Queryable, device: NewDevice): Promise<string> {
  const row = await tx.one<{ id: string }>(sql`
    insert into push_device (account_id, session_id, endpoint, p256dh, auth, added_at)
    values (${device.accountId}, ${device.sessionId}, ${device.endpoint}, ${device.p256dh},
      ${device.auth}, ${device.addedAt})
    on conflict (endpoint) do update set account_id = excluded.account_id,
      session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth
    returning id`);
  return row.id;
}

/** Keeps the newest devices of an account. */
export async function deleteOldestDevices(
  tx: Queryable,
  accountId: string,
  kept: number,
): Promise<void> {
  await tx.run(sql`
    delete from push_device where id in (
      select id from push_device where account_id = ${accountId}
      order by added_at desc, id offset ${kept})`);
}

export async function deleteDeviceAt(
  db: Queryable,
  accountId: string,
  endpoint: string,
): Promise<boolean> {
  const gone = await db.run(sql`
    delete from push_device where account_id = ${accountId} and endpoint = ${endpoint}`);
  return gone > 0;
}

export async function deleteDevice(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from push_device where id = ${id}`);
}

export interface DeviceRow {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

export function listDevices(db: Queryable, accountId: string): Promise<DeviceRow[]> {
  return db.many<DeviceRow>(sql`
    select d.id, d.endpoint, d.p256dh, d.auth from push_device d
      join identity.session s on s.id = d.session_id
    where d.account_id = ${accountId} and s.user_id = d.account_id order by d.added_at`);
}

export function findDevice(db: Queryable, id: string): Promise<DeviceRow | undefined> {
  return db.maybeOne<DeviceRow>(sql`
    select id, endpoint, p256dh, auth from push_device where id = ${id}`);
}

export interface PushKeyRow {
  public_key: string;
  sealed_private_key: string;
}

export function findPushKey(db: Queryable): Promise<PushKeyRow | undefined> {
  return db.maybeOne<PushKeyRow>(sql`select public_key, sealed_private_key from push_key`);
}

/** Leaves the pair that another process has just written. */
export async function insertPushKey(tx: Queryable, key: PushKeyRow, now: Date): Promise<void> {
  await tx.run(sql`
    insert into push_key (public_key, sealed_private_key, made_at)
    values (${key.public_key}, ${key.sealed_private_key}, ${now})
    on conflict do nothing`);
}

/** The same pair, sealed anew. */
export async function updatePushKey(db: Queryable, key: PushKeyRow): Promise<void> {
  await db.run(sql`
    update push_key set sealed_private_key = ${key.sealed_private_key}
    where public_key = ${key.public_key}`);
}

/** A pair that cannot be opened any more, with the devices that were bound to it. */
export async function deletePushKey(tx: Queryable, publicKey: string): Promise<void> {
  const gone = await tx.run(sql`delete from push_key where public_key = ${publicKey}`);
  if (gone > 0) await tx.run(sql`delete from push_device`);
}
