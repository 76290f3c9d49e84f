/** All SQL on practice hospitals [ADM-1]. */
import { maxDepartments } from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import type { LineNames } from '@baari/contract/lines/line-names.ts';
import sql from 'sql-template-tag';
import { returning, type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { DoctorPattern } from './invented.rules.ts';

const p = table('practice', 'p');
const h = table('hospital', 'h');
const d = table('doctor', 'd');
const l = table('shared_line', 'l');
const u = table('identity.user', 'u');

const practice = {
  hospitalId: p.hospital_id,
  homeId: p.of_hospital_id,
  until: typed<Date>(h.practice_until),
};
export type PracticeRow = RowOf<typeof practice>;

/** Runs the calls of one person one after the other, so that two presses make one hospital. */
export async function lockPracticeOf(tx: Queryable, userId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`practice of ${userId}`}, 0))`);
}

/** The practice hospital that a person has of a hospital. */
export function findPractice(
  db: Queryable,
  of: { readonly homeId: string; readonly userId: string },
): Promise<PracticeRow | undefined> {
  return db.maybeOne(select(practice)`
    from practice p join hospital h on h.id = p.hospital_id
    where p.of_hospital_id = ${of.homeId} and p.made_by = ${of.userId}`);
}

const home = { name: h.name, departments: h.departments, timeZone: h.time_zone };

export function findHome(db: Queryable, id: string): Promise<RowOf<typeof home> | undefined> {
  return db.maybeOne(select(home)`from hospital h where h.id = ${id} and h.practice_of is null`);
}

/** The specialties of a hospital's doctors. */
export function listPatterns(db: Queryable, homeId: string): Promise<DoctorPattern[]> {
  return db.many(select({ specialty: d.specialty, department: d.department })`
    from doctor d where d.hospital_id = ${homeId} and d.deactivated_at is null
    order by d.created_at, d.id limit 6`);
}

const lineToCopy = {
  name: l.name,
  names: typed<LineNames>(l.names),
  kind: l.kind,
  room: l.room,
  order: l.order_rule,
  returnsEvery: l.returns_every,
};

/** The shared lines of a hospital that a practice hospital copies. */
export function listLinesToCopy(
  db: Queryable,
  homeId: string,
): Promise<RowOf<typeof lineToCopy>[]> {
  return db.many(select(lineToCopy)`
    from shared_line l
    where l.hospital_id = ${homeId} and l.removed_at is null and l.kind <> 'any_doctor'
    order by l.made_at, l.id limit 4`);
}

/** How long a new practice hospital rests, so that the trainee can look around. */
const restAtFirstMs = 15_000;

export interface NewPractice {
  readonly homeId: string;
  readonly name: string;
  readonly departments: readonly string[];
  readonly hours: WeekHours;
  readonly madeBy: string;
  readonly now: Date;
  readonly until: Date;
}

/**
 * Inserts a practice hospital, hidden from patients, with the account that acts for everybody but
 * the trainee.
 */
export async function insertPractice(
  tx: Queryable,
  given: NewPractice,
): Promise<{ hospitalId: string; actsAs: string }> {
  const { homeId, madeBy, now, until } = given;
  const firstActAt = new Date(now.getTime() + restAtFirstMs);
  const departments = [...new Set(given.departments)].slice(0, maxDepartments);
  const { id } = await tx.one(returning({ id: h.id })`
    insert into hospital as h (name, type, address, city, state, zip_code, phone, email,
      departments, operating_hours, time_zone, languages, idle_minutes, require_two_factor,
      created_by, created_at, standing, practice_of, practice_until)
    select ${given.name}, type, address, city, state, zip_code, phone, email, ${departments},
      ${JSON.stringify(given.hours)}::jsonb, time_zone, languages, idle_minutes,
      require_two_factor, ${madeBy}, ${now}, 'hidden', id, ${until}
    from hospital where id = ${homeId}`);
  const actor = await tx.one(returning({ id: u.id })`
    insert into identity."user" as u (name, email, email_verified)
    values ('Practice', ${`${id}@practice.invalid`}, false)`);
  await tx.run(sql`
    insert into practice (hospital_id, of_hospital_id, made_by, made_at, acts_as, looked_at, acts_at)
    values (${id}, ${homeId}, ${madeBy}, ${now}, ${actor.id}, ${now}, ${firstActAt})`);
  return { hospitalId: id, actsAs: actor.id };
}

/** Gives the trainee, in the practice hospital, the role that the trainee has in the real one. */
export async function insertTrainee(
  tx: Queryable,
  { hospitalId, userId, role }: { hospitalId: string; userId: string; role: string },
): Promise<void> {
  await tx.run(sql`
    insert into membership (user_id, hospital_id, role) values (${userId}, ${hospitalId}, ${role})`);
}

/**
 * Ends a practice hospital and deletes it with every row about it. It does nothing to a real
 * hospital. The database deletes only what has ended, by its own clock.
 */
export async function deletePractice(tx: Queryable, hospitalId: string): Promise<void> {
  await tx.run(sql`
    update hospital set practice_until = least(practice_until, clock_timestamp())
    where id = ${hospitalId} and practice_of is not null`);
  await tx.run(sql`select delete_practice_hospital(${hospitalId})`);
}

/** The practice hospitals whose day is over, or whose trainee left the real hospital. */
export async function listOverPractices(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db.many(select({ id: p.hospital_id })`
    from practice p join hospital h on h.id = p.hospital_id
    where h.practice_until <= ${now} or not exists (
      select from membership m where m.user_id = p.made_by and m.hospital_id = p.of_hospital_id)
    order by h.practice_until limit 20`);
  return rows.map(({ id }) => id);
}
