/** The hospital that a session acts for, if its owner works at several (decision 123). */
import { listShown } from '@baari/contract/constants.ts';
import type { StaffRole } from '@baari/contract/constants.ts';
import sql, { type Sql } from 'sql-template-tag';
import { returning, type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';

const m = table('membership', 'm');
const h = table('hospital', 'h');

/** Sorts the memberships `m` of a session's owner, the one that it acts for first. */
const inOrder: Sql = sql`
  where m.user_id = s.user_id
    and (s.only_hospital_id is null or m.hospital_id = s.only_hospital_id)
  order by (m.hospital_id = s.acting_hospital_id) desc nulls last, m.created_at, m.hospital_id
  limit 1`;

/**
 * Joins to `identity.session s` the membership `m` that it acts in; none for a patient. If the owner has left
 * that hospital, the one joined first counts.
 */
export const actingMembership: Sql = sql`
  left join lateral (
    select m.role, m.hospital_id, m.doctor_id, m.title from membership m ${inOrder}) m on true`;

/** The hospital of a new session: the one acted for last, else the one joined first; null for patients. */
export async function findLastActed(db: Queryable, userId: string): Promise<string | null> {
  const row = await db.maybeOne(select({ hospitalId: m.hospital_id })`
    from membership m where m.user_id = ${userId}
    order by m.last_acted_at desc nulls last, m.created_at, m.hospital_id limit 1`);
  return row?.hospitalId ?? null;
}

export interface Acting {
  readonly role: StaffRole;
  readonly doctorId: string | null;
}

/**
 * Makes the session act for this hospital; undefined if its owner does not work there or the session is bound
 * to another hospital. A concurrent removal either refuses this or ends the session.
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
        and coalesce(s.only_hospital_id, ${hospitalId}) = ${hospitalId})`);
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

/** The hospitals that the session may act for, by name. */
export function listOwnHospitals(db: Queryable, sessionId: string): Promise<OwnHospitalRow[]> {
  return db.many(select(ownHospital)`
    from identity.session s join membership m on m.user_id = s.user_id
      join hospital h on h.id = m.hospital_id
    where s.id = ${sessionId} and coalesce(s.only_hospital_id, m.hospital_id) = m.hospital_id
    order by lower(h.name), h.id limit ${listShown}`);
}

/** Every hospital where an account works, with its role there. */
export function listMemberships(
  db: Queryable,
  userId: string,
): Promise<{ readonly hospitalId: string; readonly role: StaffRole }[]> {
  const membership = { hospitalId: m.hospital_id, role: m.role };
  return db.many(select(membership)`
    from membership m where m.user_id = ${userId} order by m.created_at, m.hospital_id`);
}

/** Locks a membership, so that no session can begin to act in it until the transaction ends. */
export async function lockMembershipOf(
  tx: Queryable,
  { userId, hospitalId }: { readonly userId: string; readonly hospitalId: string },
): Promise<void> {
  await tx.run(sql`
    select from membership where user_id = ${userId} and hospital_id = ${hospitalId} for update`);
}

/** Ends sessions and pending second steps for this hospital; run before the membership ends. */
export async function endSessionsActing(
  tx: Queryable,
  { userId, hospitalId }: { readonly userId: string; readonly hospitalId: string },
): Promise<void> {
  await tx.run(sql`
    delete from identity.session where id in (
      select s.id from identity.session s ${actingMembership}
      where s.user_id = ${userId} and (m.hospital_id = ${hospitalId} or m.hospital_id is null))`);
}

/** Whether the account works at another hospital too. */
export async function worksElsewhere(
  db: Queryable,
  { userId, hospitalId }: { readonly userId: string; readonly hospitalId: string },
): Promise<boolean> {
  const found = typed<boolean>(sql`
    exists (select from membership where user_id = ${userId} and hospital_id <> ${hospitalId})`);
  return (await db.one(select({ found })``)).found;
}
