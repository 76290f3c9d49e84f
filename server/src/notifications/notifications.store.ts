/** The only SQL on sent notices, devices and notification settings. */
import type { Language } from '@baari/contract/languages.ts';
import type { Preferences } from '@baari/contract/patient/profile.ts';
import sql from 'sql-template-tag';
import { chosenLanguage, languageForHospital } from '../platform/hospital-sql/chosen-language.ts';
import {
  leftJoined,
  returning,
  type RowOf,
  select,
  table,
  typed,
} from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/delete-in-batches.ts';
import { noticeJobKinds } from './notice-job.ts';

const n = table('notice', 'n');
const u = table('identity.user', 'u');
const chosen = leftJoined('account_preferences', 'a');
const a = table('account_preferences', 'a');
const d = table('push_device', 'd');
const k = table('push_key', 'k');

export interface NewNotice {
  readonly about: string;
  readonly kind: string;
  readonly occasion: string;
  readonly accountId: string;
  readonly sentAt: Date;
}

/** Records that a notice was sent; false if the same notice was recorded before. */
export async function insertNotice(tx: Queryable, notice: NewNotice): Promise<boolean> {
  const added = await tx.run(sql`
    insert into notice (about, kind, occasion, account_id, told_at)
    values (${notice.about}, ${notice.kind}, ${notice.occasion}, ${notice.accountId},
      ${notice.sentAt})
    on conflict do nothing`);
  return added === 1;
}

const sent = { about: n.about, kind: n.kind, occasion: n.occasion };
export type NoticeRow = RowOf<typeof sent>;

/** The notices sent about some queue entries. */
export function listNotices(db: Queryable, about: readonly string[]): Promise<NoticeRow[]> {
  return db.many(select(sent)`
    from notice n where n.about = any(${about}::uuid[])`);
}

export function deleteOldNotices(db: Queryable, before: Date): Promise<void> {
  return deleteInBatches((size) =>
    db.run(sql`
      delete from notice where ctid = any(array(
        select old.ctid from notice old where old.told_at < ${before} limit ${size}))`),
  );
}

const recipient = {
  name: u.name,
  email: typed<string | null>(
    sql`case when u.email like '%@phone.invalid' then null else u.email end`,
  ),
  emailVerified: u.email_verified,
  phone: u.phone_number,
  /** The chosen language; null if never chosen. */
  language: chosenLanguage(chosen.language),
  notifyEmail: chosen.notify_email,
  notifySms: chosen.notify_sms,
  notifyPush: chosen.notify_push,
  whatsappPhone: chosen.whatsapp_phone,
  travelMinutes: chosen.travel_minutes,
};
export type RecipientRow = RowOf<typeof recipient>;

/** The contacts of an account; the phone number is always a verified number. */
export function findRecipient(db: Queryable, accountId: string): Promise<RecipientRow | undefined> {
  return db.maybeOne(select(recipient)`
    from identity."user" u left join account_preferences a on a.account_id = u.id
    where u.id = ${accountId}`);
}

/** The contacts of an account, with the language of messages about a hospital. */
export function findRecipientOf(
  db: Queryable,
  accountId: string,
  hospitalId: string,
): Promise<(RecipientRow & { readonly language: Language }) | undefined> {
  const language = languageForHospital(chosen.language, hospitalId);
  return db.maybeOne(select({ ...recipient, language })`
    from identity."user" u left join account_preferences a on a.account_id = u.id
    where u.id = ${accountId}`);
}

/** The language of a hospital's messages to a person who has chosen none. */
export async function findLanguageOfHospital(db: Queryable, hospitalId: string): Promise<Language> {
  const language = languageForHospital(typed<string | null>(sql`null::text`), hospitalId);
  return (await db.one(select({ language })``)).language;
}

/** The travel time of each person in minutes, where they have entered it. */
export async function listTravelMinutes(
  db: Queryable,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.many(select({
    account_id: a.account_id,
    travel_minutes: a.travel_minutes,
  })`
    from account_preferences a
    where a.account_id = any(${accountIds}::uuid[])`);
  return new Map(rows.map((row) => [row.account_id, row.travel_minutes]));
}

export interface ChannelChoice {
  readonly email: boolean;
  readonly sms: boolean;
  readonly push: boolean;
  readonly travelMinutes: number;
  /** The language to store if none is stored yet. */
  readonly language: Preferences['language'];
}

/** Locks an account's settings, so that concurrent saves run one after the other. */
export async function lockChannels(tx: Queryable, accountId: string): Promise<void> {
  await tx.maybeOne(sql`select 1 from identity."user" where id = ${accountId} for no key update`);
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

/**
 * Records that a person agrees to messages on WhatsApp to the present verified phone number, or ends
 * them [MSG-9]. A repeated choice keeps its time.
 */
export async function writeWhatsappChoice(
  tx: Queryable,
  accountId: string,
  agrees: boolean,
  now: Date,
): Promise<void> {
  await (agrees
    ? tx.run(sql`
        update account_preferences a
        set whatsapp_phone = u.phone_number, whatsapp_agreed_at = ${now}
        from identity."user" u
        where a.account_id = ${accountId} and u.id = a.account_id and u.phone_number is not null
          and a.whatsapp_phone is distinct from u.phone_number`)
    : tx.run(sql`
        update account_preferences set whatsapp_phone = null, whatsapp_ended_at = ${now}
        where account_id = ${accountId} and whatsapp_phone is not null`));
}

export interface NewDevice {
  readonly accountId: string;
  readonly sessionId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly addedAt: Date;
}

/** Stores a browser for web push. The browser belongs to the person who last signed in with it. */
export async function upsertDevice(tx: Queryable, device: NewDevice): Promise<string> {
  const row = await tx.one(returning({ id: d.id })`
    insert into push_device as d (account_id, session_id, endpoint, p256dh, auth, added_at)
    values (${device.accountId}, ${device.sessionId}, ${device.endpoint}, ${device.p256dh},
      ${device.auth}, ${device.addedAt})
    on conflict (endpoint) do update set account_id = excluded.account_id,
      session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth`);
  return row.id;
}

/** Deletes all but the newest devices of an account. */
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

const pushDevice = { id: d.id, endpoint: d.endpoint, p256dh: d.p256dh, auth: d.auth };
export type DeviceRow = RowOf<typeof pushDevice>;

export function listDevices(db: Queryable, accountId: string): Promise<DeviceRow[]> {
  return db.many(select(pushDevice)`
    from push_device d
      join identity.session s on s.id = d.session_id
    where d.account_id = ${accountId} and s.user_id = d.account_id order by d.added_at`);
}

export function findDevice(db: Queryable, id: string): Promise<DeviceRow | undefined> {
  return db.maybeOne(select(pushDevice)`from push_device d where d.id = ${id}`);
}

const pushKey = { public_key: k.public_key, sealed_private_key: k.sealed_private_key };
export type PushKeyRow = RowOf<typeof pushKey>;

export function findPushKey(db: Queryable): Promise<PushKeyRow | undefined> {
  return db.maybeOne(select(pushKey)`from push_key k`);
}

/** Stores a key pair for web push, unless another process has just stored one. */
export async function insertPushKey(tx: Queryable, key: PushKeyRow, now: Date): Promise<void> {
  await tx.run(sql`
    insert into push_key (public_key, sealed_private_key, made_at)
    values (${key.public_key}, ${key.sealed_private_key}, ${now})
    on conflict do nothing`);
}

/** Stores an existing web push key pair again, encrypted with another secret. */
export async function updatePushKey(db: Queryable, key: PushKeyRow): Promise<void> {
  await db.run(sql`
    update push_key set sealed_private_key = ${key.sealed_private_key}
    where public_key = ${key.public_key}`);
}

/**
 * Deletes a web push key pair that can no longer be decrypted, with the browsers that subscribed
 * with it.
 */
export async function deletePushKey(tx: Queryable, publicKey: string): Promise<void> {
  const gone = await tx.run(sql`delete from push_key where public_key = ${publicKey}`);
  if (gone > 0) await tx.run(sql`delete from push_device`);
}

/** Makes the text message due that follows a message on WhatsApp. */
export async function sendFollowingNow(tx: Queryable, delivery: string, now: Date): Promise<void> {
  await tx.run(sql`
    update job set run_at = ${now}
    where kind = ${noticeJobKinds.sms} and finished_at is null and failed_at is null
      and attempts = 0 and payload ->> 'follows' = ${delivery}`);
}
