/** All SQL on a hospital's patients as its desk finds them [DESK-7 … DESK-9]. */
import type { ConsentPurpose } from '@baari/contract/patient/consent.ts';
import type { OpenStatus } from '@baari/contract/constants.ts';
import type { PatientFacts } from '@baari/contract/patient/patient.ts';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { lastGiven } from '../people/relation.store.ts';
import { leftJoined, type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { entryStatus, openEntries } from '../platform/hospital-sql/statuses.ts';

const p = table('patient', 'p');
const holder = leftJoined('patient', 'holder');

const sharesProfile: ConsentPurpose = 'profile';

interface LastVisit {
  /** The date on the hospital's calendar, YYYY-MM-DD. */
  readonly day: string;
  readonly doctorName: string;
}
interface OpenHere {
  readonly status: OpenStatus;
  readonly token: string | null;
  readonly doctorName: string;
}

/**
 * The SQL columns by which the desk distinguishes patients of a hospital, for the tables `p`,
 * `holder` and `last`.
 */
function facts(hospitalId: string) {
  return {
    id: p.id,
    account_id: p.account_id,
    name: p.name,
    date_of_birth: p.date_of_birth,
    birth_year: p.birth_year,
    gender: typed<PatientFacts['gender']>(p.gender),
    through: holder.name,
    phone: typed<string | null>(sql`last.phone`),
    /**
     * The account's last decision whether to share its profile with this hospital; null if it never
     * decided.
     */
    said_shared: typed<boolean | null>(sql`
      (select c.given from consent c where c.account_id = p.account_id
        and c.hospital_id = ${hospitalId} and c.purpose = ${sharesProfile}
        order by c.id desc limit 1)`),
    last_visit: typed<LastVisit | null>(sql`
      (select jsonb_build_object('doctorName', coalesce(d.name, l.name),
          'day', (k.ended_at at time zone h.time_zone)::date)
        from queue_entry k left join doctor d on d.id = k.doctor_id
          left join shared_line l on l.id = k.doctor_id
          join hospital h on h.id = k.hospital_id
        where k.patient_id = p.id and k.hospital_id = ${hospitalId}
          and k.status = ${entryStatus.completed}
        order by k.ended_at desc limit 1)`),
    open_here: typed<OpenHere | null>(sql`
      (select jsonb_build_object('status', k.status, 'token', k.token,
          'doctorName', coalesce(d.name, l.name))
        from queue_entry k left join doctor d on d.id = k.doctor_id
          left join shared_line l on l.id = k.doctor_id
        where k.patient_id = p.id and k.hospital_id = ${hospitalId} and k.status in ${openEntries}
        limit 1)`),
  };
}

const patientsHere = (hospitalId: string): Sql => sql`
  patient p left join patient holder on holder.id = p.account_id and holder.id <> p.id,
    lateral ${lastGiven(sql`p`, hospitalId)} last`;

export type FactsRow = RowOf<ReturnType<typeof facts>>;

/** The facts about the given patients; patients unknown to the hospital are left out. */
export function listFacts(
  db: Queryable,
  hospitalId: string,
  ids: readonly string[],
): Promise<FactsRow[]> {
  return db.many(select(facts(hospitalId))`
    from ${patientsHere(hospitalId)}
    where p.removed_at is null and p.erased_at is null and p.id = any(${[...ids]}::uuid[])`);
}

export interface AlikeWanted {
  readonly hospitalId: string;
  /** Each possible spelling of the name, in lower case. */
  readonly spellings: readonly string[];
  /** The last digits of the phone; undefined without a phone. */
  readonly phoneEnd: string | undefined;
}

/**
 * The most patients compared in detail; patients beyond these share only some letters with the
 * name.
 */
const candidatesMost = 60;

/**
 * Finds known patients by a phone given at this hospital, or by a name that shares enough parts;
 * the most similar first. Leaves out erased people and people removed from an account.
 */
export function listCandidates(
  db: Queryable,
  { hospitalId, spellings, phoneEnd }: AlikeWanted,
): Promise<(FactsRow & { has_phone: boolean })[]> {
  const byPhone = phoneEnd === undefined ? undefined : givenBy(hospitalId, phoneEnd);
  const byName = spellings.map((spelling) => nearName(spelling, hospitalId));
  const sought = [...byName, ...(byPhone === undefined ? [] : [byPhone])];
  if (sought.length === 0) return Promise.resolve([]);
  const candidate = {
    ...facts(hospitalId),
    has_phone: typed<boolean>(byPhone === undefined ? sql`false` : sql`p.id in (${byPhone})`),
  };
  const nearest = spellings.map((each) => sql`similarity(lower(p.name), ${each})`);
  const byLikeness = nearest.length === 0 ? empty : sql`greatest(${join(nearest, ', ')}) desc,`;
  return db.many(select(candidate)`
    from ${patientsHere(hospitalId)}
    where p.removed_at is null and p.erased_at is null and p.id in (${join(sought, ' union all ')})
    order by has_phone desc, ${byLikeness} p.id limit ${candidatesMost}`);
}

/**
 * Searches only the hospital's own patients; otherwise similar names of all other hospitals would
 * fill the list. `offset 0` makes the planner look up each patient, since it would otherwise read
 * the hospital's entire history.
 */
function nearName(spelling: string, hospitalId: string): Sql {
  return sql`
    select n.id from patient n
    where (lower(n.name) % ${spelling} or ${spelling} <% lower(n.name))
      and (exists (select from queue_entry k
          where k.patient_id = n.id and k.hospital_id = ${hospitalId} offset 0)
        or exists (select from appointment b
          where b.patient_id = n.id and b.hospital_id = ${hospitalId} offset 0))`;
}

/**
 * Finds patients who gave a phone ending in these digits. The text has only digits, so it contains
 * no LIKE wildcards.
 */
function givenBy(hospitalId: string, phoneEnd: string): Sql {
  const end = `%${phoneEnd}`;
  return sql`
    select patient_id from queue_entry
      where hospital_id = ${hospitalId} and status not in ${openEntries} and contact_phone like ${end}
    union all select patient_id from queue_entry
      where hospital_id = ${hospitalId} and status in ${openEntries} and contact_phone like ${end}
    union all select patient_id from appointment
      where hospital_id = ${hospitalId} and contact_phone like ${end}`;
}

/** Locks these patients, so that nobody else adds entries for them until the transaction ends. */
export async function lockPatientRows(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.many(sql`
    select from patient where id = any(${[...ids]}::uuid[]) order by id for no key update`);
}
