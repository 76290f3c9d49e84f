/** All SQL on calendar feeds and on the appointments that they show [API-32]. */
import type { StaffRole, VisitKind } from '@baari/contract/constants.ts';
import type { Language } from '@baari/contract/languages.ts';
import type { LineNames } from '@baari/contract/lines/line-names.ts';
import type { ServiceKind } from '@baari/contract/lines/service-kinds.ts';
import type { FeedContent } from '@baari/contract/visit/calendar-feed.ts';
import sql, { type Sql } from 'sql-template-tag';
import { leftJoined, type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';

const f = table('calendar_feed', 'f');
const m = leftJoined('membership', 'm');
const h = leftJoined('hospital', 'h');
const at = table('hospital', 'at');

const feed = { content: f.content, made_at: f.made_at, last_read_at: f.last_read_at };
export type FeedRow = RowOf<typeof feed>;

/** Whose feed it is. The hospital is null for the appointments of the account's own patients. */
export interface FeedKey {
  readonly accountId: string;
  readonly content: FeedContent;
  readonly hospitalId: string | null;
}

/** The feeds of an account with an address: its own, or those at a hospital. */
export function listFeeds(
  db: Queryable,
  accountId: string,
  hospitalId: string | null,
): Promise<FeedRow[]> {
  return db.many(select(feed)`
    from calendar_feed f
    where f.account_id = ${accountId} and f.hospital_id is not distinct from ${hospitalId}::uuid
    limit 3`);
}

interface NewFeed extends FeedKey {
  readonly secretHash: string;
  readonly language: Language;
  readonly at: Date;
}

/** Stores a new address of a feed; an earlier one of the same feed ends. */
export async function writeFeed(
  tx: Queryable,
  { accountId, content, hospitalId, secretHash, language, at }: NewFeed,
): Promise<void> {
  await tx.run(sql`
    insert into calendar_feed (account_id, content, hospital_id, secret_hash, language, made_at)
    values (${accountId}, ${content}, ${hospitalId}, ${secretHash}, ${language}, ${at})
    on conflict (account_id, content, hospital_id) do update
      set secret_hash = excluded.secret_hash, language = excluded.language,
        made_at = excluded.made_at, last_read_at = null`);
}

/** Ends the address of a feed. */
export async function deleteFeed(
  tx: Queryable,
  { accountId, content, hospitalId }: FeedKey,
): Promise<void> {
  await tx.run(sql`
    delete from calendar_feed where account_id = ${accountId} and content = ${content}
      and hospital_id is not distinct from ${hospitalId}::uuid`);
}

/** Whether the calendars of a hospital's staff name patients. */
export async function areNamed(db: Queryable, hospitalId: string): Promise<boolean> {
  const { named } = await db.one(select({ named: at.names_in_calendars })`
    from hospital at where at.id = ${hospitalId}`);
  return named;
}

/** Sets whether the calendars of a hospital's staff name patients; returns the value before. */
export async function setNamed(tx: Queryable, hospitalId: string, isOn: boolean): Promise<boolean> {
  const { was } = await tx.one(select({ was: at.names_in_calendars })`
    from hospital at where at.id = ${hospitalId} for no key update`);
  if (was !== isOn) {
    await tx.run(sql`update hospital set names_in_calendars = ${isOn} where id = ${hospitalId}`);
  }
  return was;
}

const openedFeed = {
  id: f.id,
  content: f.content,
  account_id: f.account_id,
  hospital_id: f.hospital_id,
  language: typed<Language>(f.language),
  role: typed<StaffRole | null>(m.role),
  doctor_id: m.doctor_id,
  hospital_name: h.name,
  names_patients: h.names_in_calendars,
};
export type OpenedFeedRow = RowOf<typeof openedFeed>;

/**
 * The feed with this secret. Undefined for an unknown secret, and for a feed of a hospital where the
 * account does not work any more.
 */
export function findFeed(db: Queryable, secretHash: string): Promise<OpenedFeedRow | undefined> {
  return db.maybeOne(select(openedFeed)`
    from calendar_feed f
      left join membership m on m.user_id = f.account_id and m.hospital_id = f.hospital_id
      left join hospital h on h.id = f.hospital_id
    where f.secret_hash = ${secretHash} and (f.content = 'own'
      or f.content = 'hospital' and m.user_id is not null
      or f.content = 'doctor' and m.doctor_id is not null)`);
}

/** Records that a calendar read the feed, at most once an hour. */
export async function noteFeedRead(db: Queryable, id: string, now: Date): Promise<void> {
  await db.run(sql`
    update calendar_feed set last_read_at = ${now}
    where id = ${id} and (last_read_at is null or last_read_at < ${now}::timestamptz - interval '1 hour')`);
}

const a = table('appointment', 'a');
const p = table('patient', 'p');
const e = leftJoined('queue_entry', 'e');
const shared = leftJoined('shared_line', 'shared');

const shown = {
  id: a.id,
  status: a.status,
  starts_at: a.starts_at,
  minutes: a.minutes,
  moves: a.moves,
  visit_kind: typed<VisitKind | null>(a.visit_kind),
  /** The time of the last change of the booking that a calendar shows. */
  changed_at: typed<Date>(sql`greatest(a.booked_at, a.cancelled_at, a.checked_in_at)`),
  patient_id: a.patient_id,
  patient_name: p.name,
  account_id: p.account_id,
  /** The token since the check-in. */
  token: e.token,
  doctor_name: typed<string>(sql`coalesce(d.name, shared.name)`),
  line_names: typed<LineNames | null>(shared.names),
  service: typed<ServiceKind | null>(shared.kind),
  hospital_name: at.name,
  hospital_address: typed<string>(sql`concat_ws(', ', at.address, at.city)`),
};
export type ShownAppointmentRow = RowOf<typeof shown>;

/** The first and the last moment of what a feed shows. */
export interface FeedSpan {
  readonly from: Date;
  readonly to: Date;
}

/** The appointments that a feed shows, soonest first, at most `limit`. */
export function listShown(
  db: Queryable,
  of: OpenedFeedRow,
  { from, to }: FeedSpan,
  limit: number,
): Promise<ShownAppointmentRow[]> {
  return db.many(select(shown)`
    from appointment a join patient p on p.id = a.patient_id
      join hospital at on at.id = a.hospital_id
      left join doctor d on d.id = a.doctor_id
      left join shared_line shared on shared.id = a.doctor_id
      left join queue_entry e on e.id = a.entry_id
    where ${whose(of)} and a.starts_at >= ${from} and a.starts_at < ${to}
    order by a.starts_at, a.id limit ${limit}`);
}

function whose({ content, account_id, hospital_id, doctor_id }: OpenedFeedRow): Sql {
  if (content === 'own') return sql`p.account_id = ${account_id}`;
  const here = sql`a.hospital_id = ${hospital_id}`;
  return content === 'doctor' ? sql`${here} and a.doctor_id = ${doctor_id}` : here;
}
