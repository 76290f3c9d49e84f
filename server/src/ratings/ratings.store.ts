/** The only SQL on ratings; the sums on the doctor are kept by the table itself. */
import { namesShown, type QueueStatus } from '@baari/contract/constants.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';

export interface VisitRow {
  id: string;
  doctor_id: string;
  status: QueueStatus;
}

export interface OwnRatingRow {
  entry_id: string;
  stars: number;
  words: string;
  rated_at: Date;
}

export interface ReceivedRatingRow {
  id: string;
  doctor_id: string;
  doctor_name: string;
  patient_id: string;
  stars: number;
  words: string;
  rated_on: string;
}

/** A visit of one of the account's people, held until the transaction ends. */
export function lockVisitOfAccount(
  tx: Queryable,
  entryId: string,
  accountId: string,
): Promise<VisitRow | undefined> {
  return tx.maybeOne<VisitRow>(sql`
    select e.id, e.doctor_id, e.status
    from queue_entry e join patient p on p.id = e.patient_id
    where e.id = ${entryId} and p.account_id = ${accountId}
    for no key update of e`);
}

export function findRating(db: Queryable, entryId: string): Promise<OwnRatingRow | undefined> {
  return db.maybeOne<OwnRatingRow>(sql`
    select entry_id, stars, words, rated_at from rating where entry_id = ${entryId}`);
}

/** Writes or changes the rating of a visit. */
export function upsertRating(
  tx: Queryable,
  visit: VisitRow,
  given: { readonly stars: number; readonly words: string },
  now: Date,
): Promise<OwnRatingRow> {
  return tx.one<OwnRatingRow>(sql`
    insert into rating (entry_id, doctor_id, stars, words, rated_at)
    values (${visit.id}, ${visit.doctor_id}, ${given.stars}, ${given.words}, ${now})
    on conflict (entry_id) do update set stars = excluded.stars, words = excluded.words,
      changed_at = excluded.rated_at
    returning entry_id, stars, words, rated_at`);
}

export function listRatingsOfAccount(
  db: Queryable,
  accountId: string,
  limit: number,
): Promise<OwnRatingRow[]> {
  return db.many<OwnRatingRow>(sql`
    select r.entry_id, r.stars, r.words, r.rated_at
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
  return db.many<ReceivedRatingRow>(sql`
    select r.id, r.doctor_id, d.name as doctor_name, e.patient_id, r.stars, r.words,
      to_char(r.rated_at at time zone h.time_zone, 'YYYY-MM-DD') as rated_on
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
  return db.many(sql`
    select r.stars, count(*) as count from doctor d join rating r on r.doctor_id = d.id
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
  return db.many(sql`
    select to_char(r.rated_at at time zone h.time_zone, 'YYYY-MM') as month,
      round(avg(r.stars), 1) as average, count(*) as count
    from doctor d join rating r on r.doctor_id = d.id join hospital h on h.id = d.hospital_id
    where d.hospital_id = ${hospitalId} ${ofDoctor(doctorId)}
    group by 1 order by 1 desc limit ${limit}`);
}

export function listDoctorNames(
  db: Queryable,
  hospitalId: string,
): Promise<{ id: string; name: string }[]> {
  return db.many(sql`
    select id, name from doctor where hospital_id = ${hospitalId}
    order by lower(name), id limit ${namesShown}`);
}
