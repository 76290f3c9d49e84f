/** SQL on the accounts that a hospital's single sign-on may sign in. */
import sql, { type Sql } from 'sql-template-tag';
import { returning, type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';

const u = table('identity.user', 'u');
const i = table('invitation', 'i');

function personAt(hospitalId: string) {
  return {
    email: u.email,
    worksThere: typed<boolean>(sql`
      exists (select from membership m
        where m.user_id = u.id and m.hospital_id = ${hospitalId})`),
  };
}
export type PersonAt = RowOf<ReturnType<typeof personAt>>;

/** Finds an account with a verified email; undefined if there is none. */
export function findPersonAt(
  db: Queryable,
  hospitalId: string,
  by: { readonly email: string } | { readonly userId: string },
): Promise<PersonAt | undefined> {
  const which: Sql = 'email' in by ? sql`u.email = ${by.email}` : sql`u.id = ${by.userId}`;
  return db.maybeOne(select(personAt(hospitalId))`
    from identity."user" u where ${which} and u.email_verified`);
}

export async function hasInvitation(
  db: Queryable,
  hospitalId: string,
  email: string,
  now: Date,
): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from invitation
    where hospital_id = ${hospitalId} and email = ${email} and expires_at > ${now}
    union all select 1 from staff_invitation
    where hospital_id = ${hospitalId} and email = lower(${email}) and expires_at > ${now}
      and accepted_at is null limit 1`);
  return row !== undefined;
}

/**
 * Uses up the hospital's open invitation for this email. If two calls try at the same moment, one
 * succeeds.
 */
export function takeInvitationOf(
  tx: Queryable,
  hospitalId: string,
  email: string,
  now: Date,
): Promise<{ readonly doctorId: string } | undefined> {
  return tx.maybeOne(returning({ doctorId: i.doctor_id })`
    delete from invitation i where i.doctor_id = (
      select doctor_id from invitation
      where hospital_id = ${hospitalId} and email = ${email} and expires_at > ${now}
      order by sent_at limit 1 for update)`);
}

export async function listUnknownHospitals(
  db: Queryable,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.many(select({ id: typed<string>(sql`named.id`) })`
    from unnest(${ids}::uuid[]) as named (id)
    where not exists (select from hospital h where h.id = named.id)`);
  return rows.map(({ id }) => id);
}
