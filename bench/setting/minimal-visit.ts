/**
 * A visit with the few SQL statements that its rules need, written by hand. This reference stays
 * the same when the server does more work. Join, approve, start and complete are one transaction
 * each, under the lock of the doctor's line. Each transaction writes the entry, the version of the
 * queue, the event and, for staff, the audit row.
 */
import type { Desk } from './desks.ts';
import type { Pool, PoolClient } from './stage.ts';

const lock = `select pg_advisory_xact_lock(hashtextextended($1::text, 0))`;
const insertEntry = `
  insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at, changed_at)
  values ($1, $2, $3, 'pending_approval', 'medium', now(), now()) returning id`;
const approve = `
  update queue_entry set status = 'waiting', approved_at = now(), order_key = coalesce((
      select max(order_key) from queue_entry where doctor_id = $2 and status = 'waiting'), 0) + 1,
    changed_at = now(), changed_by = $3
  where id = $1 and doctor_id = $2 and status = 'pending_approval'`;
const start = `
  update queue_entry set status = 'in_progress', started_at = now(), order_key = null,
    changed_at = now(), changed_by = $3
  where id = $1 and doctor_id = $2 and status = 'waiting'`;
const complete = `
  update queue_entry set status = 'completed', ended_at = now(), changed_at = now(), changed_by = $3
  where id = $1 and doctor_id = $2 and status = 'in_progress'`;
const nextVersion = `update doctor_queue set version = version + 1 where doctor_id = $1`;
const insertEvent = `
  insert into event (type, at, hospital_id, doctor_id, entry_id, account_id, body)
  values ($1, now(), $2, $3, $4, $5, $6::jsonb)`;
const insertAudit = `
  insert into audit (at, user_id, role, hospital_id, action, patient_ids, entry_id, address, outcome)
  values (now(), $1, 'hospital_admin', $2, $3, array[$4::uuid], $5, '127.0.0.1', 'ok')`;

const byStaff = [
  ['queue_approved', approve],
  ['consultation_started', start],
  ['consultation_completed', complete],
] as const;

/** Number of statements of a visit, including `begin` and `commit`. */
export const minimalStatements = 6 + 7 * byStaff.length;

/** Makes one visit; `body` is the body of each event about the entry. */
export async function minimalVisit(pool: Pool, desk: Desk, body: string): Promise<void> {
  const { hospitalId, doctorId, patient, admin } = desk;
  const { userId } = patient;
  const publish = (run: Run, type: string, id: string) =>
    run(insertEvent, [type, hospitalId, doctorId, id, userId, body]);
  const entry = await inTransaction(pool, async (run) => {
    await run(lock, [doctorId]);
    const { rows } = await run(insertEntry, [hospitalId, doctorId, userId]);
    const id = String(rows[0]?.['id']);
    await run(nextVersion, [doctorId]);
    await publish(run, 'queue_requested', id);
    return id;
  });
  for (const [type, change] of byStaff) {
    await inTransaction(pool, async (run) => {
      await run(lock, [doctorId]);
      const { rowCount } = await run(change, [entry, doctorId, admin.userId]);
      if (rowCount !== 1) throw new Error(`The entry was not ready for ${type}.`);
      await run(nextVersion, [doctorId]);
      await publish(run, type, entry);
      await run(insertAudit, [admin.userId, hospitalId, type, userId, entry]);
    });
  }
}

interface Answer {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly rowCount: number | null;
}
type Run = (text: string, values: readonly unknown[]) => Promise<Answer>;

async function inTransaction<T>(pool: Pool, work: (run: Run) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(runnerOf(client));
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
}

/**
 * Returns a function that runs a statement. Statements are prepared once per connection, like those
 * of the server.
 */
function runnerOf(client: PoolClient): Run {
  return (text, values) =>
    client.query({ name: names.get(text) ?? text, text, values: [...values] });
}

const names = new Map(
  [lock, insertEntry, approve, start, complete, nextVersion, insertEvent, insertAudit].map(
    (text, index) => [text, `minimal-${index}`],
  ),
);
