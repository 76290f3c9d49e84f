/** All SQL on the answers that ABDM waits for [API-38]. */
import sql from 'sql-template-tag';
import {
  leftJoined,
  returning,
  type RowOf,
  table,
  typed,
} from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';

const s = table('abdm_share', 's');
const e = leftJoined('queue_entry', 'e');

/**
 * The lease of an answer in ms, by the database's clock. It is longer than one attempt, so that only
 * the answers of a killed process are sent by another.
 */
const leaseMs = 12_000;

const due = {
  id: s.id,
  request_id: s.request_id,
  counter_code: s.counter_code,
  abha_address: s.abha_address,
  refusal: s.refusal,
  tries: s.tries,
  /** The token that the place has now. */
  token: typed<string | null>(e.token),
};
export type DueAnswer = RowOf<typeof due>;

/** Claims answers that are due, the oldest first. The attempt counts at once. */
export function claimAnswers(db: Queryable, now: Date, limit: number): Promise<DueAnswer[]> {
  return db.many(returning(due)`
    update abdm_share s set tries = s.tries + 1,
      leased_until = now() + ${leaseMs} * interval '1 ms'
    from abdm_share own left join queue_entry e on e.id = own.entry_id
    where own.id = s.id and s.id = any(array(
      select id from abdm_share
      where answer_state = 'waiting' and next_at <= ${now}
        and (leased_until is null or leased_until <= now())
      order by next_at limit ${limit} for update skip locked))`);
}

export async function markAnswered(db: Queryable, id: string): Promise<void> {
  await db.run(sql`
    update abdm_share set answer_state = 'sent', leased_until = null
    where id = ${id} and answer_state = 'waiting'`);
}

/** Records a failed try: due again at this time, or never. */
export async function markTried(
  db: Queryable,
  { id, tries }: Pick<DueAnswer, 'id' | 'tries'>,
  nextAt: Date | undefined,
): Promise<void> {
  const state = nextAt === undefined ? 'failed' : 'waiting';
  await db.run(sql`
    update abdm_share set answer_state = ${state}, next_at = coalesce(${nextAt ?? null}, next_at),
      leased_until = null
    where id = ${id} and tries = ${tries} and answer_state = 'waiting'`);
}

/** Gives a claim back without a try, because the process stops. */
export async function releaseAnswer(
  db: Queryable,
  { id, tries }: Pick<DueAnswer, 'id' | 'tries'>,
): Promise<void> {
  await db.run(sql`
    update abdm_share set tries = tries - 1, leased_until = null
    where id = ${id} and tries = ${tries} and answer_state = 'waiting'`);
}
