/** All SQL on tokens. The caller holds the lock of the doctor's line. */
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { hospitalToday } from '../../platform/hospital-sql/hospital-time.ts';
import {
  leftJoined,
  returning,
  type RowOf,
  select,
  table,
  typed,
} from '../../platform/database/columns.ts';
import { entriesInLine } from '../../platform/hospital-sql/statuses.ts';
import { firstFreeAfter, lettersFor, type Token, tokenOf } from './token.rules.ts';

const line = table('line', 'line');
const t = table('token_letters', 't');
const l = leftJoined('token_letters', 'l');
/**
 * The doctor or shared line to which token letters belong. The letters follow from the name of the
 * doctor or line.
 */
const ownerOfToken = {
  name: typed<string>(sql`coalesce(
    (select d.name from doctor d where d.id = line.id),
    (select s.name from shared_line s where s.id = line.id))`),
  hospital_id: line.hospital_id,
  letters: l.letters,
};

/**
 * The doctor's next token of the hospital's day. A number is issued once a day, and not while a
 * patient of another day still holds it. Among open entries a token is unique [ARR-3].
 */
export async function issueToken(tx: Queryable, doctorId: string, now: Date): Promise<Token> {
  const next = {
    ...ownerOfToken,
    day: hospitalToday(now),
    highest: typed<number>(sql`
      (select coalesce(max(e.token_number), 0) from queue_entry e
        where coalesce(e.token_doctor_id, e.doctor_id) = line.id
          and e.token_day = ${hospitalToday(now)})`),
    held: typed<readonly number[]>(sql`
      array(select e.token_number from queue_entry e
        where e.hospital_id = line.hospital_id and coalesce(e.token_doctor_id, e.doctor_id) = line.id
          and e.token_number is not null and e.status in ${entriesInLine})`),
  };
  const doctor = await tx.one(select(next)`
    from line join hospital h on h.id = line.hospital_id
      left join token_letters l on l.doctor_id = line.id
    where line.id = ${doctorId}`);
  const letters = doctor.letters ?? (await takeLetters(tx, doctorId, doctor));
  return tokenOf(letters, doctor.day, firstFreeAfter(doctor.highest, new Set(doctor.held)));
}

/** Whether another patient has the same token as an entry, today or still in line. */
export async function isTokenTaken(tx: Queryable, entryId: string, now: Date): Promise<boolean> {
  const others = sql`select from queue_entry o
    where o.id <> e.id and o.token_number = e.token_number
      and coalesce(o.token_doctor_id, o.doctor_id) = coalesce(e.token_doctor_id, e.doctor_id)`;
  const found = typed<boolean>(sql`(
    exists (${others} and o.token_day = ${hospitalToday(now)})
    or exists (${others} and o.hospital_id = e.hospital_id and o.status in ${entriesInLine}))`);
  const row = await tx.one(select({ found })`
    from queue_entry e join hospital h on h.id = e.hospital_id where e.id = ${entryId}`);
  return row.found;
}

/**
 * Assigns token letters permanently when the doctor's first token is issued. Detects a colleague
 * who gets the same letters in a concurrent transaction.
 */
async function takeLetters(
  tx: Queryable,
  doctorId: string,
  doctor: Pick<RowOf<typeof ownerOfToken>, 'name' | 'hospital_id'>,
): Promise<string> {
  const seen = await tx.many(select({ letters: t.letters })`
    from token_letters t where t.hospital_id = ${doctor.hospital_id}`);
  const taken = new Set(seen.map(({ letters }) => letters));
  for (;;) {
    const letters = lettersFor(doctor.name, taken);
    const mine = await tx.maybeOne(returning({ letters: t.letters })`
      insert into token_letters as t (doctor_id, hospital_id, letters)
      values (${doctorId}, ${doctor.hospital_id}, ${letters})
      on conflict (hospital_id, letters) do nothing`);
    if (mine !== undefined) return letters;
    taken.add(letters);
  }
}
