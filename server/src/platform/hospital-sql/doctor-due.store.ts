/** What is due of a doctor by the clock: each is taken by one process, whichever comes first. */
import sql, { type Sql } from 'sql-template-tag';
import { returning, table } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';

const o = table('doctor_due', 'o');

/** The beginning of the day; a look at the line for whom there is news. */
const times = { day: sql`day_at`, look: sql`look_at` } satisfies Record<string, Sql>;
export type Due = keyof typeof times;

/** Whoever takes something and dies keeps it from the others for so long, milliseconds. */
export const leaseMs = 60_000;

export interface Taken {
  readonly ids: readonly string[];
  /** Names this taking when it is said when each is due again. */
  readonly lease: Date;
}

/** Makes due whoever is not known here yet, as after a backup was restored. */
export async function fillDue(db: Queryable): Promise<void> {
  await db.run(sql`
    insert into doctor_due (doctor_id, day_at)
    select line.id, case when doctor.id is null then 'infinity' else '-infinity' end::timestamptz
    from line left join doctor on doctor.id = line.id
    where not exists (select from doctor_due known where known.doctor_id = line.id)
    on conflict do nothing`);
}

/** Takes those whose time has come, the longest due first and `atMost` of them; what another process has is passed over. */
export async function takeDue(db: Queryable, what: Due, now: Date, atMost: number): Promise<Taken> {
  const lease = new Date(now.getTime() + leaseMs);
  const rows = await db.many(returning({ doctor_id: o.doctor_id })`
    update doctor_due as o set ${times[what]} = ${lease}
    from (select doctor_id from doctor_due where ${times[what]} <= ${now}
      order by ${times[what]} limit ${atMost} for update skip locked) due
    where o.doctor_id = due.doctor_id`);
  return { ids: rows.map(({ doctor_id }) => doctor_id), lease };
}

/** Says when it is due again, undefined: by a change alone. What was changed since it was taken is due at once, and stays so. */
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

/** Due then, unless it is sooner. */
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
