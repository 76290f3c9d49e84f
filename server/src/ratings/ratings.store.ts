/** The only SQL on ratings; the sums on the doctor are kept by the table itself. */
import { namesShown } from '@baari/contract/constants.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import { returning, type RowOf, select, table, typed } from '../platform/columns.ts';
import type { Queryable } from '../platform/database.ts';

const e = table('queue_entry', 'e');
const r = table('rating', 'r');
const d = table('doctor', 'd');

const visit = { id: e.id, doctor_id: e.doctor_id, status: e.status };
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

const countOf = typed<number>(sql`count(*)`);

/** A visit of one of the account's people, held until the transaction ends. */
export function lockVisitOfAccount(
  tx: Queryable,
  entryId: string,
  accountId: string,
): Promise<VisitRow | undefined> {
  return tx.maybeOne(select(visit)`
    from queue_entry e join patient p on p.id = e.patient_id
    where e.id = ${entryId} and p.account_id = ${accountId}
    for no key update of e`);
}

export function findRating(db: Queryable, entryId: string): Promise<OwnRatingRow | undefined> {
  return db.maybeOne(select(ownRating)`from rating r where r.entry_id = ${entryId}`);
}

/** Writes or changes the rating of a visit. */
export function upsertRating(
  tx: Queryable,
  { id, doctor_id: doctorId }: VisitRow,
  given: { readonly stars: number; readonly words: string },
  now: Date,
): Promise<OwnRatingRow> {
  return tx.one(returning(ownRating)`
    insert into rating as r (entry_id, doctor_id, stars, words, rated_at)
    values (${id}, ${doctorId}, ${given.stars}, ${given.words}, ${now})
    on conflict (entry_id) do update set stars = excluded.stars, words = excluded.words,
      changed_at = excluded.rated_at`);
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

/** Whose words they are is read for the audit trail alone. */
export function listRatingsOfHospital(
  db: Queryable,
  hospitalId: string,
  { doctorId, stars }: RatingFilter,
  limit: number,
): Promise<ReceivedRatingRow[]> {
  return db.many(select(receivedRating)`
    from doctor d join rating r on r.doctor_id = d.id join queue_entry e on e.id = r.entry_id
      join hospital h on h.id = d.hospital_id
    where d.hospital_id = ${hospitalId} ${ofDoctor(doctorId)}
      ${stars === undefined ? empty : sql`and r.stars = ${stars}`}
    order by r.rated_at desc, r.id limit ${limit}`);
}

function ofDoctor(doctorId: string | undefined): Sql {
  return doctorId === undefined ? empty : sql`and r.doctor_id = ${doctorId}`;
}

export function countByStars(
  db: Queryable,
  hospitalId: string,
  doctorId: string | undefined,
): Promise<{ stars: number; count: number }[]> {
  return db.many(select({ stars: r.stars, count: countOf })`
    from doctor d join rating r on r.doctor_id = d.id
    where d.hospital_id = ${hospitalId} ${ofDoctor(doctorId)}
    group by r.stars`);
}

/** The latest months with ratings, newest first. */
export function listRatedMonths(
  db: Queryable,
  hospitalId: string,
  doctorId: string | undefined,
  limit: number,
): Promise<{ month: string; average: number; count: number }[]> {
  const month = {
    month: typed<string>(sql`to_char(r.rated_at at time zone h.time_zone, 'YYYY-MM')`),
    average: typed<number>(sql`round(avg(r.stars), 1)`),
    count: countOf,
  };
  return db.many(select(month)`
    from doctor d join rating r on r.doctor_id = d.id join hospital h on h.id = d.hospital_id
    where d.hospital_id = ${hospitalId} ${ofDoctor(doctorId)}
    group by 1 order by 1 desc limit ${limit}`);
}

export function listDoctorNames(
  db: Queryable,
  hospitalId: string,
): Promise<{ id: string; name: string }[]> {
  return db.many(select({ id: d.id, name: d.name })`
    from doctor d where d.hospital_id = ${hospitalId}
    order by lower(d.name), d.id limit ${namesShown}`);
}
