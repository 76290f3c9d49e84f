/**
 * All SQL on the hospital for which a session acts, if the session's owner works at several
 * hospitals (decision 014).
 */
import { listShown } from '@baari/contract/constants.ts';
import type { StaffRole } from '@baari/contract/constants.ts';
import sql, { type Sql } from 'sql-template-tag';
import { returning, type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';

const m = table('membership', 'm');
const h = table('hospital', 'h');

/** Whether the hospital of a membership `m` is a practice hospital of this hospital. */
function isPracticeOf(homeId: Sql): Sql {
  return sql`exists (
    select from hospital o where o.id = m.hospital_id and o.practice_of = ${homeId})`;
}

/**
 * The sort order of the memberships `m` of a session's owner. The membership for which the session
 * acts comes first.
 */
const inOrder: Sql = sql`
  where m.user_id = s.user_id
    and (s.only_hospital_id is null or m.hospital_id = s.only_hospital_id
      or ${isPracticeOf(sql`s.only_hospital_id`)})
  order by (m.hospital_id = s.acting_hospital_id) desc nulls last, m.created_at, m.hospital_id
  limit 1`;

/**
 * Joins to `identity.session s` the membership `m` of the hospital for which the session acts. A
 * patient has no membership. If the owner has left that hospital, the owner's oldest membership is
 * used.
 */
export const actingMembership: Sql = sql`
  left join lateral (
    select m.role, m.hospital_id, m.doctor_id, m.title from membership m ${inOrder}) m on true`;

/**
 * The hospital for which a new session acts: the one for which the account acted last, otherwise
 * the one that it joined first. Null for patients.
 */
export async function findLastActed(db: Queryable, userId: string): Promise<string | null> {
  const row = await db.maybeOne(select({ hospitalId: m.hospital_id })`
    from membership m join hospital h on h.id = m.hospital_id
    where m.user_id = ${userId} and h.practice_of is null
    order by m.last_acted_at desc nulls last, m.created_at, m.hospital_id limit 1`);
  return row?.hospitalId ?? null;
}

export interface Acting {
  readonly role: StaffRole;
  readonly doctorId: string | null;
}

/**
 * Makes the session act for this hospital. Returns undefined if the session's owner does not work
 * at the hospital, or if the session is bound to another hospital. A concurrent removal of the
 * owner either makes this call fail or ends the session.
 */
export async function actForHospital(
  tx: Queryable,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  hospitalId: string,
  now: Date,
): Promise<Acting | undefined> {
  const acting = await tx.maybeOne(returning({ role: m.role, doctorId: m.doctor_id })`
    update membership as m set last_acted_at = ${now}
    where m.user_id = ${userId} and m.hospital_id = ${hospitalId}
      and exists (select from identity.session s where s.id = ${sessionId} and s.user_id = ${userId}
        and (coalesce(s.only_hospital_id, ${hospitalId}) = ${hospitalId}
          or ${isPracticeOf(sql`s.only_hospital_id`)}))`);
  if (acting === undefined) return undefined;
  const changed = await tx.run(sql`
    update identity.session set acting_hospital_id = ${hospitalId}
    where id = ${sessionId} and user_id = ${userId}`);
  return changed === 1 ? acting : undefined;
}

const ownHospital = {
  id: h.id,
  name: h.name,
  city: h.city,
  role: m.role,
};
export type OwnHospitalRow = RowOf<typeof ownHospital>;

/** Lists the hospitals for which the session may act, by name. */
export function listOwnHospitals(db: Queryable, sessionId: string): Promise<OwnHospitalRow[]> {
  return db.many(select(ownHospital)`
    from identity.session s join membership m on m.user_id = s.user_id
      join hospital h on h.id = m.hospital_id
    where s.id = ${sessionId} and coalesce(s.only_hospital_id, m.hospital_id) = m.hospital_id
    order by lower(h.name), h.id limit ${listShown}`);
}

/** Lists every hospital where the account's owner works, with the owner's role at the hospital. */
export function listMemberships(
  db: Queryable,
  userId: string,
): Promise<{ readonly hospitalId: string; readonly role: StaffRole }[]> {
  const membership = { hospitalId: m.hospital_id, role: m.role };
  return db.many(select(membership)`
    from membership m where m.user_id = ${userId} order by m.created_at, m.hospital_id`);
}

/**
 * Locks a membership of a hospital's staff. No session can begin to act for that hospital until the
 * transaction ends.
 */
export async function lockMembershipOf(
  tx: Queryable,
  { userId, hospitalId }: { readonly userId: string; readonly hospitalId: string },
): Promise<void> {
  await tx.run(sql`
    select from membership where user_id = ${userId} and hospital_id = ${hospitalId} for update`);
}

/**
 * Ends the person's sessions that act for this hospital or for none. It must run before the
 * person's membership ends.
 */
export async function endSessionsActing(
  tx: Queryable,
  { userId, hospitalId }: { readonly userId: string; readonly hospitalId: string },
): Promise<void> {
  await tx.run(sql`
    delete from identity.session where id in (
      select s.id from identity.session s ${actingMembership}
      where s.user_id = ${userId} and (m.hospital_id = ${hospitalId} or m.hospital_id is null))`);
}

/** Whether the account's owner also works at another hospital. */
export async function worksElsewhere(
  db: Queryable,
  { userId, hospitalId }: { readonly userId: string; readonly hospitalId: string },
): Promise<boolean> {
  const found = typed<boolean>(sql`
    exists (select from membership where user_id = ${userId} and hospital_id <> ${hospitalId})`);
  return (await db.one(select({ found })``)).found;
}
