/** The only SQL on tokens. The caller holds the doctor's lock. */
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import { lettersFor, type Token, tokenOf } from './token.rules.ts';

/** The doctor's next token of the hospital's day; no number is ever given out twice [ARR-3]. */
export async function issueToken(tx: Queryable, doctorId: string, now: Date): Promise<Token> {
  const doctor = await tx.one<DoctorOfToken>(sql`
    select d.name, d.hospital_id, l.letters,
      to_char(${now}::timestamptz at time zone h.time_zone, 'YYYY-MM-DD') as day
    from doctor d join hospital h on h.id = d.hospital_id
      left join token_letters l on l.doctor_id = d.id
    where d.id = ${doctorId}`);
  const letters = doctor.letters ?? (await takeLetters(tx, doctorId, doctor));
  const next = await tx.one<{ number: number }>(sql`
    select coalesce(max(token_number), 0) + 1 as number from queue_entry
    where doctor_id = ${doctorId} and token_day = ${doctor.day}`);
  return tokenOf(letters, doctor.day, next.number);
}

interface DoctorOfToken {
  name: string;
  hospital_id: string;
  letters: string | null;
  day: string;
}

/** For good, with the doctor's first token; a colleague who takes the same at this moment is seen. */
async function takeLetters(
  tx: Queryable,
  doctorId: string,
  doctor: DoctorOfToken,
): Promise<string> {
  const seen = await tx.many<{ letters: string }>(sql`
    select letters from token_letters where hospital_id = ${doctor.hospital_id}`);
  const taken = new Set(seen.map(({ letters }) => letters));
  for (;;) {
    const letters = lettersFor(doctor.name, taken);
    const mine = await tx.maybeOne<{ letters: string }>(sql`
      insert into token_letters (doctor_id, hospital_id, letters)
      values (${doctorId}, ${doctor.hospital_id}, ${letters})
      on conflict (hospital_id, letters) do nothing returning letters`);
    if (mine !== undefined) return letters;
    taken.add(letters);
  }
}
