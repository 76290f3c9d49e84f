/** All SQL on the exercises of practice hospitals [ADM-1]. */
import type { ExerciseName } from '@baari/contract/hospital/practice.ts';
import sql from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { entryStatus } from '../platform/hospital-sql/statuses.ts';

const x = table('practice_exercise', 'x');
const p = table('practice', 'p');
const e = table('queue_entry', 'e');
const d = table('doctor', 'd');

const exercise = {
  name: typed<ExerciseName>(x.name),
  startedAt: x.started_at,
  doctorId: x.doctor_id,
  doctorName: d.name,
  doctorStatus: d.status,
  entryIds: x.entry_ids,
};
export type ExerciseRow = RowOf<typeof exercise>;

/** The exercises that were started in a practice hospital. */
export function listExerciseRows(db: Queryable, hospitalId: string): Promise<ExerciseRow[]> {
  return db.many(select(exercise)`
    from practice_exercise x join doctor d on d.id = x.doctor_id
    where x.hospital_id = ${hospitalId} order by x.name limit 10`);
}

const patient = {
  id: e.id,
  name: typed<string>(sql`(select name from patient where id = e.patient_id)`),
  status: e.status,
  doctorId: e.doctor_id,
  approvedAt: e.approved_at,
  broughtBackAt: e.brought_back_at,
  orderKey: e.order_key,
};

/** The patients of exercises, as the data are now. */
export function listExercisePatients(
  db: Queryable,
  hospitalId: string,
  entryIds: readonly string[],
): Promise<RowOf<typeof patient>[]> {
  return db.many(select(patient)`
    from queue_entry e
    where e.id = any(${[...entryIds]}::uuid[]) and e.hospital_id = ${hospitalId} limit 50`);
}

/** Who practises in a practice hospital, and who acts for everybody else; undefined elsewhere. */
export function findPlayers(
  db: Queryable,
  hospitalId: string,
): Promise<{ hospitalId: string; actsAs: string; madeBy: string } | undefined> {
  return db.maybeOne(select({ hospitalId: p.hospital_id, actsAs: p.acts_as, madeBy: p.made_by })`
    from practice p where p.hospital_id = ${hospitalId}`);
}

/** The patients who wait for a doctor, the next one first. */
export async function listWaitingIds(db: Queryable, doctorId: string): Promise<string[]> {
  const rows = await db.many(select({ id: e.id })`
    from queue_entry e where e.doctor_id = ${doctorId} and e.status = ${entryStatus.waiting}
    order by e.order_key, e.id limit 20`);
  return rows.map(({ id }) => id);
}

/** Records that an exercise was started, also once more. */
export async function saveExercise(
  tx: Queryable,
  given: {
    readonly hospitalId: string;
    readonly name: ExerciseName;
    readonly startedAt: Date;
    readonly doctorId: string;
    readonly entryIds: readonly string[];
  },
): Promise<void> {
  const { hospitalId, name, startedAt, doctorId, entryIds } = given;
  await tx.run(sql`
    insert into practice_exercise (hospital_id, name, started_at, doctor_id, entry_ids)
    values (${hospitalId}, ${name}, ${startedAt}, ${doctorId}, ${[...entryIds]}::uuid[])
    on conflict (hospital_id, name) do update set started_at = excluded.started_at,
      doctor_id = excluded.doctor_id, entry_ids = excluded.entry_ids`);
}
