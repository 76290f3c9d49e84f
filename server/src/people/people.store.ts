/** All SQL on people, with or without an account [PROF-1, ARR-2, decision 014]. */
import type { Person, PersonGiven } from '@baari/contract/patient/person.ts';
import sql from 'sql-template-tag';
import { returning, type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { hospitalToday } from '../platform/hospital-sql/hospital-time.ts';
import { bookingStatus, openEntries } from '../platform/hospital-sql/statuses.ts';
import type { NewWalkIn } from './people.rules.ts';

const p = table('patient', 'p');

const person = {
  id: p.id,
  /** Not null, because every person read here belongs to an account. */
  account_id: typed<string>(p.account_id),
  name: p.name,
  relation: p.relation,
  date_of_birth: p.date_of_birth,
  gender: typed<Person['gender'] | null>(p.gender),
};
export type PersonRow = RowOf<typeof person>;

/** Lists the people of an account: its owner first, then the others in order of addition. */
export function listPeople(db: Queryable, accountId: string): Promise<PersonRow[]> {
  return db.many(select(person)`
    from patient p
    where account_id = ${accountId} and removed_at is null
    order by id <> account_id, created_at, id`);
}

/** Whether a person belongs or once belonged to this account; a removed person still counts. */
export async function isOfAccount(db: Queryable, id: string, accountId: string): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from patient where id = ${id} and account_id = ${accountId}`);
  return row !== undefined;
}

/**
 * Locks a person until the transaction ends, so that nobody removes them; undefined if not found.
 */
export function lockChosenPerson(
  tx: Queryable,
  id: string,
  accountId: string,
): Promise<PersonRow | undefined> {
  return tx.maybeOne(select(person)`
    from patient p
    where id = ${id} and account_id = ${accountId} and removed_at is null for share`);
}

/**
 * Locks a person until the transaction ends, so that nobody else changes them or adds an entry or
 * booking for them.
 */
export function lockPerson(
  tx: Queryable,
  id: string,
  accountId: string,
): Promise<PersonRow | undefined> {
  return tx.maybeOne(select(person)`
    from patient p
    where id = ${id} and account_id = ${accountId} and removed_at is null for update`);
}

/** Counts the people on an account besides its owner. */
export async function countAdded(tx: Queryable, accountId: string): Promise<number> {
  const row = await tx.one(select({ added: typed<number>(sql`count(*)`) })`
    from patient
    where account_id = ${accountId} and id <> ${accountId} and removed_at is null`);
  return row.added;
}

export function insertPerson(
  tx: Queryable,
  accountId: string,
  given: PersonGiven,
  now: Date,
): Promise<PersonRow> {
  return tx.one(returning(person)`
    insert into patient as p (account_id, name, relation, date_of_birth, gender, created_at)
    values (${accountId}, ${given.name}, ${given.relation}, ${orNull(given.dateOfBirth)},
      ${orNull(given.gender)}, ${now})`);
}

export function updatePerson(tx: Queryable, id: string, given: PersonGiven): Promise<PersonRow> {
  return tx.one(returning(person)`
    update patient p set name = ${given.name}, relation = ${given.relation},
      date_of_birth = ${orNull(given.dateOfBirth)}, gender = ${orNull(given.gender)}
    where p.id = ${id}`);
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}

/** A person's records at hospitals. */
export interface Ties {
  readonly isInQueue: boolean;
  readonly hasAppointment: boolean;
  /** Whether the person has any visit, booking or report, however old. */
  readonly hasPast: boolean;
}

export function readTies(tx: Queryable, id: string, now: Date): Promise<Ties> {
  return tx.one(
    select({
      isInQueue: typed<boolean>(sql`
      exists (select from queue_entry where patient_id = ${id}
        and status in ${openEntries})`),
      hasAppointment: typed<boolean>(sql`
      exists (select from appointment a join hospital h on h.id = a.hospital_id
        where a.patient_id = ${id} and a.status = ${bookingStatus.booked}
          and a.date >= ${hospitalToday(now)})`),
      hasPast: typed<boolean>(sql`
      exists (select from queue_entry where patient_id = ${id})
        or exists (select from appointment where patient_id = ${id})
        or exists (select from report where patient_id = ${id})`),
    })``,
  );
}

export async function markRemoved(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.run(sql`update patient set removed_at = ${now} where id = ${id}`);
}

export async function deletePerson(tx: Queryable, id: string): Promise<void> {
  await tx.run(sql`delete from patient where id = ${id}`);
}

/** Stores a person without an account, such as a walk-in. */
export async function insertWalkInPatient(
  tx: Queryable,
  { name, phone, birthYear, dateOfBirth, gender }: NewWalkIn,
  now: Date,
): Promise<string> {
  const row = await tx.one(returning({ id: p.id })`
    insert into patient as p (name, phone, birth_year, date_of_birth, gender, created_at)
    values (${name}, ${phone}, ${birthYear ?? null}, ${dateOfBirth ?? null}, ${gender ?? null},
      ${now})`);
  return row.id;
}
