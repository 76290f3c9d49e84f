/** Claims the doctors with due work; each is claimed by one process only. */
import sql, { type Sql } from 'sql-template-tag';
import { returning, table } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';

const o = table('doctor_due', 'o');

/** `day` begins the doctor's day; `look` checks the line for news. */
const times = { day: sql`day_at`, look: sql`look_at` } satisfies Record<string, Sql>;
export type Due = keyof typeof times;

/** How long a claim lasts if its process dies, in milliseconds. */
export const leaseMs = 60_000;

export interface Taken {
  readonly ids: readonly string[];
  /** Identifies this claim when its next due time is set. */
  readonly lease: Date;
}

/** Makes doctors without a row due at once, as after a restored backup. */
export async function fillDue(db: Queryable): Promise<void> {
  await db.run(sql`
    insert into doctor_due (doctor_id, day_at)
    select line.id, case when doctor.id is null then 'infinity' else '-infinity' end::timestamptz
    from line left join doctor on doctor.id = line.id
    where not exists (select from doctor_due known where known.doctor_id = line.id)
    on conflict do nothing`);
}

/** Claims at most `atMost` due doctors, the longest due first, and skips those of other processes. */
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
 * Sets the next due time; undefined means after the next change. If something changed since the claim, the doctor stays
 * due at once.
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

/** Makes the doctor due at this time, unless due sooner. */
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
