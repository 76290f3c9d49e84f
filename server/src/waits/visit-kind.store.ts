/**
 * SQL on kinds of visits: the stated kind, the kind that past visits imply, and their measured
 * factors [QST-12].
 */
import type { VisitKind, VisitKindSource } from '@baari/contract/constants.ts';
import sql, { type Sql } from 'sql-template-tag';
import { select, table, typed } from '../platform/database/columns.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { entryStatus } from '../platform/hospital-sql/statuses.ts';
import { isUnlocked } from './line-columns.store.ts';
import type { KindFactors, KindSum } from './visit-kind.rules.ts';
import { fewestKindVisits, followUpDays, longestKindVisit } from './constants.rules.ts';

const e = table('queue_entry', 'e');
const dayMs = 86_400_000;

/** The highest number of visits that are read. More visits would not change the result. */
const visitsCounted = 5000;

/** The facts about a new visit that decide which kind of visit it is. */
export interface KindKnown {
  readonly doctorId: string;
  readonly patientId: string;
  readonly visitKind: VisitKind | undefined;
  /** Who stated the kind of visit; used only if a kind was stated. */
  readonly visitKindBy: Exclude<VisitKindSource, 'record'>;
  readonly joinedAt: Date;
}

/**
 * A subquery for the insert of a new entry, with its columns kind, by and counts_as. `offset 0`
 * makes the planner read the past visits once, and not for each of the three columns.
 */
export function kindOf(visit: KindKnown): Sql {
  const { doctorId, patientId, joinedAt } = visit;
  const given = visit.visitKind ?? null;
  const since = new Date(joinedAt.getTime() - followUpDays * dayMs);
  return sql`(
    select known.kind, known.by, ${factorOf(sql`known.kind`)} as counts_as
    from doctor_queue q cross join lateral (
      select coalesce(${given}::text, record.kind) as kind,
        case when ${given}::text is not null then ${visit.visitKindBy}::text
          when record.kind is not null then 'record' end as by
      from (
        select case when exists (
          select from queue_entry k where k.patient_id = ${patientId} and k.doctor_id = ${doctorId}
            and k.status = ${entryStatus.completed} and k.ended_at > ${since})
          then 'follow_up' end as kind offset 0) record) known
    where q.doctor_id = ${doctorId}) said`;
}

/** The SQL for the length factor of a kind of visit for the doctor of `q`. */
function factorOf(kind: Sql): Sql {
  return sql`case ${kind} when 'new' then q.new_factor when 'follow_up' then q.follow_up_factor
    else 1 end`;
}

/** The SQL for the length factor of an entry that moves to another doctor's line. */
export function countsAsWith(doctorId: string): Sql {
  return sql`(
    select ${factorOf(sql`queue_entry.visit_kind`)} from doctor_queue q
    where q.doctor_id = ${doctorId})`;
}

const kindSum = {
  doctorId: e.doctor_id,
  kind: typed<VisitKind>(sql`e.visit_kind`),
  visits: typed<number>(sql`count(*)`),
  means: typed<number>(sql`sum(least(e.minutes / e.mean, ${longestKindVisit}))`),
};

/**
 * Reads the visits of a known kind since a given time: their lengths relative to the mean of their
 * doctor.
 */
export function listKindSums(db: Queryable, hospitalId: string, since: Date): Promise<KindSum[]> {
  return db.many(select(kindSum)`
    from (
      with e as (
        select doctor_id, visit_kind, 1 + extract(epoch from ended_at - started_at)::float8 / 60 as minutes
        from queue_entry
        where hospital_id = ${hospitalId} and ended_at >= ${since}
          and status = ${entryStatus.completed} and started_at is not null
        order by ended_at desc limit ${visitsCounted})
      select e.doctor_id, e.visit_kind, e.minutes, avg(minutes) over (partition by doctor_id) as mean,
        count(*) over (partition by doctor_id) as of_doctor
      from e) e
    where e.visit_kind is not null and e.of_doctor >= ${fewestKindVisits}
    group by e.doctor_id, e.visit_kind`);
}

/** Stores the length factors of each doctor whose factors have changed. */
export async function saveKindFactors(
  db: Database,
  factors: readonly { readonly doctorId: string; readonly factors: KindFactors }[],
): Promise<void> {
  await db.run(sql`
    update doctor_queue set new_factor = given.new_factor, follow_up_factor = given.follow_up_factor
    from unnest(${factors.map(({ doctorId }) => doctorId)}::uuid[],
      ${factors.map(({ factors: of }) => of.new)}::float8[],
      ${factors.map(({ factors: of }) => of.follow_up)}::float8[])
      as given (doctor_id, new_factor, follow_up_factor)
    where doctor_queue.doctor_id = given.doctor_id
      and (doctor_queue.new_factor, doctor_queue.follow_up_factor)
        is distinct from (given.new_factor, given.follow_up_factor)
      and ${isUnlocked(factors)}`);
}
