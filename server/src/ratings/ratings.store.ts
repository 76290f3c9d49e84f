/** All SQL on ratings. Database triggers keep the sums of each doctor's ratings. */
import { namesShown } from '@baari/contract/constants.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import { returning, type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { goneBefore } from '../queue/transfer/going-on.rules.ts';
import { visitsGoingOn } from '../queue/transfer/going-on.store.ts';

const e = table('queue_entry', 'e');
const r = table('rating', 'r');
const d = table('doctor', 'd');

const visit = {
  id: e.id,
  doctor_id: e.doctor_id,
  status: e.status,
  /** The id of the visit's first step, also for a visit with only one step. */
  visit_id: typed<string>(sql`coalesce(e.visit_id, e.id)`),
};
export type VisitRow = RowOf<typeof visit>;

const ownRating = {
  entry_id: r.entry_id,
  stars: r.stars,
  words: r.words,
  rated_at: r.rated_at,
};
export type OwnRatingRow = RowOf<typeof ownRating>;

const receivedRating = {
  id: r.id,
  doctor_id: r.doctor_id,
  doctor_name: d.name,
  patient_id: e.patient_id,
  stars: r.stars,
  words: r.words,
  rated_on: typed<string>(sql`to_char(r.rated_at at time zone h.time_zone, 'YYYY-MM-DD')`),
};
export type ReceivedRatingRow = RowOf<typeof receivedRating>;

const m = table('rating_month', 'm');
const countOf = typed<number>(sql`sum(m.ratings)`);

/**
 * A visit to a doctor by one of the account's people. Locks the visit's first step until the
 * transaction ends, so that two steps of one visit are not rated at the same moment.
 */
export async function lockVisitOfAccount(
  tx: Queryable,
  entryId: string,
  accountId: string,
): Promise<VisitRow | undefined> {
  const read = () =>
    tx.maybeOne(select(visit)`
      from queue_entry e join patient p on p.id = e.patient_id
      where e.id = ${entryId} and p.account_id = ${accountId} and not e.is_shared`);
  const found = await read();
  if (found === undefined) return undefined;
  await tx.run(sql`select from queue_entry where id = ${found.visit_id} for no key update`);
  return read();
}

/** The rating of a visit, whichever step of the visit it was given for. */
export function findRating(
  db: Queryable,
  { visit_id: visitId }: VisitRow,
): Promise<OwnRatingRow | undefined> {
  return db.maybeOne(select(ownRating)`
    from queue_entry e join rating r on r.entry_id = e.id
    where e.id = ${visitId} or e.visit_id = ${visitId}
    order by coalesce(r.changed_at, r.rated_at) desc, r.id desc limit 1`);
}

/** Whether a visit has an open or planned step left. */
export async function goesOn(
  db: Queryable,
  { visit_id: visitId }: VisitRow,
  now: Date,
): Promise<boolean> {
  const found = typed<boolean>(sql`
    exists (select from queue_entry stop
      where (stop.id = ${visitId} or stop.visit_id = ${visitId}) and stop.ended_at is null)
    or exists (select from ${visitsGoingOn}
      where n.visit_id = ${visitId} and e.ended_at >= ${goneBefore(now)})`);
  return (await db.one(select({ found })``)).found;
}

/**
 * Inserts the rating of a visit, or changes the visit's existing rating, whichever step of the
 * visit that rating was given for.
 */
export function upsertRating(
  tx: Queryable,
  { id, doctor_id: doctorId }: VisitRow,
  before: OwnRatingRow | undefined,
  given: { readonly stars: number; readonly words: string },
  now: Date,
): Promise<OwnRatingRow> {
  if (before !== undefined) {
    return tx.one(returning(ownRating)`
      update rating r set entry_id = ${id}, doctor_id = ${doctorId}, stars = ${given.stars},
        words = ${given.words}, changed_at = ${now}
      where r.entry_id = ${before.entry_id}`);
  }
  return tx.one(returning(ownRating)`
    insert into rating as r (entry_id, doctor_id, stars, words, rated_at)
    values (${id}, ${doctorId}, ${given.stars}, ${given.words}, ${now})`);
}

export function listRatingsOfAccount(
  db: Queryable,
  accountId: string,
  limit: number,
): Promise<OwnRatingRow[]> {
  return db.many(select(ownRating)`
    from patient p join queue_entry e on e.patient_id = p.id join rating r on r.entry_id = e.id
    where p.account_id = ${accountId}
    order by e.ended_at desc, e.id limit ${limit}`);
}

export interface RatingFilter {
  readonly doctorId?: string | undefined;
  readonly stars?: number | undefined;
}

/**
 * Lists the latest ratings. Reads at most `limit` ratings of each doctor, since more cannot be
 * listed. The patient is read only for the audit trail.
 */
export function listRatingsOfHospital(
  db: Queryable,
  hospitalId: string,
  { doctorId, stars }: RatingFilter,
  limit: number,
): Promise<ReceivedRatingRow[]> {
  return db.many(select(receivedRating)`
    from (
      select latest.id, d.name, d.hospital_id
      from doctor d, lateral (
        select r.id from rating r
        where r.doctor_id = d.id ${stars === undefined ? empty : sql`and r.stars = ${stars}`}
        order by r.rated_at desc, r.id limit ${limit}) latest
      where d.hospital_id = ${hospitalId} ${ofDoctor(doctorId)}) d
      join rating r on r.id = d.id join queue_entry e on e.id = r.entry_id
      join hospital h on h.id = d.hospital_id
    order by r.rated_at desc, r.id limit ${limit}`);
}

function ofDoctor(doctorId: string | undefined): Sql {
  return doctorId === undefined ? empty : sql`and d.id = ${doctorId}`;
}

export function countByStars(
  db: Queryable,
  hospitalId: string,
  doctorId: string | undefined,
): Promise<{ stars: number; count: number }[]> {
  return db.many(select({ stars: m.stars, count: countOf })`
    from doctor d join rating_month m on m.doctor_id = d.id
    where d.hospital_id = ${hospitalId} ${ofDoctor(doctorId)} and m.ratings > 0
    group by m.stars`);
}

/** The latest months with ratings, newest first. */
export function listRatedMonths(
  db: Queryable,
  hospitalId: string,
  doctorId: string | undefined,
  limit: number,
): Promise<{ month: string; average: number; count: number }[]> {
  const month = {
    month: m.month,
    average: typed<number>(sql`round(sum(m.stars * m.ratings)::numeric / sum(m.ratings), 1)`),
    count: countOf,
  };
  return db.many(select(month)`
    from doctor d join rating_month m on m.doctor_id = d.id
    where d.hospital_id = ${hospitalId} ${ofDoctor(doctorId)} and m.ratings > 0
    group by m.month order by m.month desc limit ${limit}`);
}

export function listDoctorNames(
  db: Queryable,
  hospitalId: string,
): Promise<{ id: string; name: string }[]> {
  return db.many(select({ id: d.id, name: d.name })`
    from doctor d where d.hospital_id = ${hospitalId}
    order by lower(d.name), d.id limit ${namesShown}`);
}
