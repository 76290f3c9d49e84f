/** All SQL on the moving morning of practice hospitals [ADM-1]. */
import sql from 'sql-template-tag';
import { returning, type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { entryStatus } from '../platform/hospital-sql/statuses.ts';
import type { PracticeLine } from './morning.rules.ts';

const p = table('practice', 'p');
const d = table('doctor', 'd');

const mover = { hospitalId: p.hospital_id, actsAs: p.acts_as, madeBy: p.made_by };
export type MoverRow = RowOf<typeof mover>;

/**
 * Returns the practice hospitals in which the next simulated event is due, and sets the time of the
 * event after it to `nextAt`. So one process plays each event. A practice hospital that nobody looks
 * at is left out.
 */
export function claimMornings(
  db: Queryable,
  { now, lookedSince, nextAt }: { now: Date; lookedSince: Date; nextAt: Date },
): Promise<MoverRow[]> {
  return db.many(returning(mover)`
    update practice p set acts_at = ${nextAt}
    where p.hospital_id in (
      select due.hospital_id from practice due join hospital h on h.id = due.hospital_id
      where due.acts_at <= ${now} and h.practice_until > ${now} and (due.looked_at >= ${lookedSince}
        or exists (select from identity.session s
          where s.user_id = due.made_by and s.acting_hospital_id = due.hospital_id
            and s.last_used_at >= ${lookedSince}))
      order by due.acts_at limit 20 for update of due skip locked)`);
}

/** Records that live streams of these practice hospitals are open. */
export async function noteLooking(
  db: Queryable,
  hospitalIds: readonly string[],
  now: Date,
): Promise<void> {
  await db.run(sql`
    update practice set looked_at = ${now} where hospital_id = any(${[...hospitalIds]}::uuid[])`);
}

/**
 * The doctors' lines of a practice hospital. A line in which the trainee acted after `since` is the
 * trainee's.
 */
export function listPracticeLines(
  db: Queryable,
  { hospitalId, madeBy }: MoverRow,
  since: Date,
): Promise<PracticeLine[]> {
  const ofLine = sql`from queue_entry e where e.doctor_id = d.id`;
  const inside = sql`${ofLine} and e.status = ${entryStatus.in_progress} limit 1`;
  const line = {
    doctorId: d.id,
    status: d.status,
    waiting: typed<number>(sql`
      (select count(*) ${ofLine} and e.status = ${entryStatus.waiting})`),
    pending: typed<number>(sql`
      (select count(*) ${ofLine} and e.status = ${entryStatus.pending_approval})`),
    firstId: typed<string | null>(sql`(select e.id ${ofLine} and e.status = ${entryStatus.waiting}
      order by e.order_key, e.id limit 1)`),
    insideId: typed<string | null>(sql`(select e.id ${inside})`),
    insideSince: typed<Date | null>(sql`(select e.started_at ${inside})`),
    isTrainees: typed<boolean>(sql`exists (select ${ofLine} and e.changed_by = ${madeBy}
      and e.started_at is not null and e.changed_at >= ${since})
      or exists (select from practice_exercise x
        where x.doctor_id = d.id and x.started_at >= ${since})`),
  };
  return db.many(select(line)`
    from doctor d where d.hospital_id = ${hospitalId} and d.deactivated_at is null
    order by d.id limit 20`);
}

/** How many patients the practice hospital has had, and whether one of them was absent. */
export function findMorning(
  db: Queryable,
  hospitalId: string,
): Promise<{ patients: number; hadNoShow: boolean }> {
  return db.one(select({
    patients: typed<number>(sql`count(*)`),
    hadNoShow: typed<boolean>(sql`coalesce(bool_or(e.status = ${entryStatus.no_show}), false)`),
  })`
    from queue_entry e where e.hospital_id = ${hospitalId}`);
}
