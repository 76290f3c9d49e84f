/**
 * All SQL on today's visits of a hospital, used to search visits and to restore them [DESK-1,
 * DESK-2].
 */
import { withPlainDigits } from '@baari/contract/text/digits.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { likeText } from '../../platform/database/like.ts';
import { hasLetters, soundsLike } from '../../platform/hospital-sql/name-search.ts';
import type { PageWanted } from '../../platform/database/page.rules.ts';
import { entriesWithoutVisit, openEntries } from '../../platform/hospital-sql/statuses.ts';
import { goneBefore } from '../transfer/going-on.rules.ts';
import { visitsGoingOn, waitsForClosed } from '../transfer/going-on.store.ts';
import { type EntryRow, entryJoins, lineOfOne, visitOfDay } from '../queue.store.ts';

const p = table('patient', 'p');

export interface VisitsWanted {
  readonly hospitalId: string;
  /** The start of the present day in the hospital's time zone. */
  readonly since: Date;
  readonly search: string | undefined;
  /** The stored hash of the scanned ticket; undefined if no ticket was scanned. */
  readonly ticketHash: string | undefined;
  readonly now: Date;
  readonly doctorId: string | undefined;
  readonly withOpen: boolean;
}

/**
 * The order of the list: open entries first, then the entries that ended last, then the entries
 * that joined last.
 */
const order = sql`(coalesce(e.ended_at, 'infinity'), e.joined_at, e.id)`;

/** Lists one page of visits, beginning after a given visit. */
export function listVisits(
  db: Queryable,
  wanted: VisitsWanted,
  { after, limit }: PageWanted,
): Promise<EntryRow[]> {
  const behind =
    after === undefined
      ? empty
      : sql`and ${order} < (
          select coalesce(a.ended_at, 'infinity'), a.joined_at, a.id
          from queue_entry a where a.id = ${after})`;
  return db.many(select(visitOfDay)`
    from (
      select e.id from ${visitsWanted(wanted)} ${behind}
      order by ${order} desc limit ${limit}
    ) page join queue_entry e on e.id = page.id ${entryJoins} ${lineOfOne}
    order by ${order} desc`);
}

const goingOn = {
  ...visitOfDay,
  next_id: typed<string>(sql`page.line_id`),
  next_name: typed<string>(sql`page.line_name`),
};

/**
 * Lists patients whose planned next line accepts no patients now. The patient who finished the last
 * step earliest comes first.
 */
export function listGoingOn(
  db: Queryable,
  { hospitalId, doctorId, now }: Pick<VisitsWanted, 'hospitalId' | 'doctorId' | 'now'>,
  limit: number,
): Promise<RowOf<typeof goingOn>[]> {
  const ofDoctor = doctorId === undefined ? empty : sql`and e.doctor_id = ${doctorId}`;
  return db.many(select(goingOn)`
    from (
      select e.id, n.line_id, coalesce(od.name, os.name) as line_name
      from ${visitsGoingOn}
        join line ol on ol.id = n.line_id and ol.hospital_id = ${hospitalId}
        left join doctor od on od.id = n.line_id
        left join shared_line os on os.id = n.line_id
      where e.ended_at >= ${goneBefore(now)} ${ofDoctor}
        and ${waitsForClosed}
      order by e.ended_at, e.id limit ${limit}
    ) page join queue_entry e on e.id = page.id ${entryJoins} ${lineOfOne}
    order by e.ended_at, e.id`);
}

export async function countVisits(db: Queryable, wanted: VisitsWanted): Promise<number> {
  const row = await db.one(select({ total: typed<number>(sql`count(*)`) })`
    from ${visitsWanted(wanted)}`);
  return row.total;
}

function visitsWanted(wanted: VisitsWanted): Sql {
  const { hospitalId, since, doctorId, withOpen } = wanted;
  const orOpen = withOpen ? sql`or e.status in ${openEntries}` : empty;
  const ofDoctor = doctorId === undefined ? empty : sql`and e.doctor_id = ${doctorId}`;
  return sql`queue_entry e join patient p on p.id = e.patient_id
    where e.hospital_id = ${hospitalId} and (e.ended_at >= ${since} ${orOpen}) ${ofDoctor} ${foundBy(wanted)}`;
}

/**
 * Finds visits by the search text or by a scanned ticket. A ticket is matched by its hash only,
 * because letters of the ticket's web address could match a name.
 */
function foundBy({ search, ticketHash, now }: VisitsWanted): Sql {
  if (ticketHash !== undefined) {
    return sql`and e.id in (select entry_id from ticket
      where secret_hash = ${ticketHash} and expires_at > ${now})`;
  }
  return search === undefined || search === '' ? empty : sql`and ${matches(search)}`;
}

/**
 * The fewest digits of a phone number in a search. Fewer digits would match half of the hospital's
 * patients.
 */
const fewestDigits = 3;

/**
 * Matches part of the name, or the token with or without its dash. Matches the phone number only
 * where staff may read it.
 */
function matches(typed: string): Sql {
  const search = withPlainDigits(typed);
  const token = likeText(search.toLowerCase().replaceAll(/[^\p{L}\d]/gu, ''));
  const digits = search.replaceAll(/\D/gu, '');
  const byToken =
    token === '' ? empty : sql`or replace(lower(e.token), '-', '') like ${`${token}%`}`;
  const byPhone =
    digits.length < fewestDigits || /\p{L}/u.test(search)
      ? empty
      : sql`or (e.contact_phone like ${`%${digits}%`}
          and (p.account_id is null or e.status not in ${entriesWithoutVisit}))`;
  return sql`(${hasLetters(p.name_letters, search)} or ${soundsLike(p, search)} ${byToken} ${byPhone})`;
}
