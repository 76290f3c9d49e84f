import { type Exercise, exerciseNames } from '@baari/contract/hospital/practice.ts';
import type { MemberContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { stepsDone, stepsOf } from './exercises.rules.ts';
import { listExercisePatients, listExerciseRows } from './exercises.store.ts';

/** The exercises of the practice hospital for which the caller acts; refuses elsewhere [ADM-1]. */
export async function listExercises({
  db,
  actor,
}: MemberContext): Promise<Result<{ exercises: Exercise[] }>> {
  if (actor.practice === undefined) return refuse('not_found');
  return ok({ exercises: await readExercises(db, actor.hospitalId) });
}

/** Every exercise of a practice hospital, with the steps that are done now. */
export async function readExercises(db: Queryable, hospitalId: string): Promise<Exercise[]> {
  const rows = await listExerciseRows(db, hospitalId);
  const ids = rows.flatMap(({ entryIds }) => entryIds);
  const patients = await listExercisePatients(db, hospitalId, ids);
  return exerciseNames.map((name) => {
    const row = rows.find((each) => each.name === name);
    if (row === undefined) return notStarted(name);
    const own = row.entryIds.flatMap((id) => patients.filter((patient) => patient.id === id));
    return {
      name,
      startedAt: row.startedAt.toISOString(),
      doctorName: row.doctorName,
      patientNames: own.map((patient) => patient.name),
      stepsDone: stepsDone(name, row.doctorId, own),
    };
  });
}

function notStarted(name: Exercise['name']): Exercise {
  const stepsToDo = Array.from({ length: stepsOf[name] }, () => false);
  return { name, startedAt: null, doctorName: null, patientNames: [], stepsDone: stepsToDo };
}
