/** Claims the doctors for whom work is due; only one process claims each doctor. */
import sql, { type Sql } from 'sql-template-tag';
import { returning, table } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';

const o = table('doctor_due', 'o');

/**
 * The columns with the due time of each kind of work. `day` begins the doctor's day; `look` checks
 * the doctor's queue for news to notify patients of.
 */
const times = { day: sql`day_at`, look: sql`look_at` } satisfies Record<string, Sql>;
export type Due = keyof typeof times;

/** How long a claim lasts if the process that made it dies, in milliseconds. */
export const leaseMs = 60_000;

export interface Taken {
  readonly ids: readonly string[];
  /** Identifies this claim when the doctor's next due time is set. */
  readonly lease: Date;
}

/**
 * Adds missing rows of doctors to the table of due times and makes these doctors due at once, for
 * example after a restored backup.
 */
export async function fillDue(db: Queryable): Promise<void> {
  await db.run(sql`
    insert into doctor_due (doctor_id, day_at)
    select line.id, case when doctor.id is null then 'infinity' else '-infinity' end::timestamptz
    from line left join doctor on doctor.id = line.id
    where not exists (select from doctor_due known where known.doctor_id = line.id)
    on conflict do nothing`);
}

/**
 * Claims at most `atMost` due doctors, starting with those that were due first. Skips doctors that
 * other processes have claimed.
 */
export async function takeDue(db: Queryable, what: Due, now: Date, atMost: number): Promise<Taken> {
  const lease = new Date(now.getTime() + leaseMs);
  const rows = await db.many(returning({ doctor_id: o.doctor_id })`
    update doctor_due as o set ${times[what]} = ${lease}
    from (select doctor_id from doctor_due where ${times[what]} <= ${now}
      order by ${times[what]} limit ${atMost} for update skip locked) due
    where o.doctor_id = due.doctor_id`);
  return { ids: rows.map(({ doctor_id }) => doctor_id), lease };
}

/**
 * Sets when work for the doctor is due next; undefined means after the next change. If something
 * changed since the claim, the doctor stays due at once.
 */
export async function dueAgain(
  db: Queryable,
  what: Due,
  doctorId: string,
  { lease, at }: { readonly lease: Date; readonly at: Date | undefined },
): Promise<void> {
  await db.run(sql`
    update doctor_due set ${times[what]} = coalesce(${at ?? null}::timestamptz, 'infinity')
    where doctor_id = ${doctorId} and ${times[what]} = ${lease}`);
}

/** Makes the doctor due at this time, unless the doctor is already due sooner. */
export async function dueBy(
  db: Queryable,
  what: Due,
  doctorIds: readonly string[],
  at: Date,
): Promise<void> {
  await db.run(sql`
    update doctor_due set ${times[what]} = ${at}
    from (select doctor_id from doctor_due
      where doctor_id = any(${doctorIds}::uuid[]) and ${times[what]} > ${at}
      order by doctor_id for update) later
    where doctor_due.doctor_id = later.doctor_id`);
}
