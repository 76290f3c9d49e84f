/** Brings about the situation of an exercise in a practice hospital [ADM-1]. */
import type { Exercise, ExerciseName } from '@baari/contract/hospital/practice.ts';
import { here } from '../doctors/presence/doctor-status.rules.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { changeEntryIn } from '../queue/change-entry.ts';
import { readExercises } from './exercises.query.ts';
import { leastLeft, lineOf } from './exercises.rules.ts';
import { findPlayers, listExerciseRows, listWaitingIds, saveExercise } from './exercises.store.ts';
import { inventedPatient, relaxedPatient, urgentPatient } from './invented.rules.ts';
import {
  joinAsWalkIn,
  practiceActor,
  requestInvented,
  setDoctorPresence,
} from './make-practice.ts';
import type { PracticeLine } from './morning.rules.ts';
import { findMorning, listPracticeLines } from './morning.store.ts';
import { lockPracticeOf } from './practice.store.ts';

/** What an exercise needs: the practice hospital, played by everybody else, at one time. */
interface Scene {
  readonly tx: Queryable;
  readonly context: MemberContext;
  readonly line: PracticeLine;
  /** The number of the next invented patient. */
  readonly patient: number;
  readonly now: Date;
}

/**
 * Starts an exercise, also once more: patients arrive or a doctor leaves, as in reality. Refuses
 * outside a practice hospital.
 */
export async function startExercise(
  context: MemberContext,
  { exercise: name }: { readonly exercise: ExerciseName },
): Promise<Result<{ exercises: Exercise[] }>> {
  const { actor, clock, db } = context;
  if (actor.practice === undefined) return refuse('not_found');
  const { hospitalId } = actor;
  return db.transaction(async (tx) => {
    await lockPracticeOf(tx, actor.userId);
    const players = await findPlayers(tx, hospitalId);
    if (players === undefined) return refuse('not_found');
    const read = (): Promise<PracticeLine[]> => listPracticeLines(tx, players, clock.now());
    for (const { doctorId } of await read()) await lockLine(tx, doctorId);
    const now = clock.now();
    await bringBack(tx, hospitalId, now);
    const line = lineOf(name, await read());
    if (line === undefined) return refuse('not_found');
    const { patients: patient } = await findMorning(tx, hospitalId);
    const played = { ...context, actor: practiceActor(hospitalId, players.actsAs) };
    const entryIds = await situations[name]({ tx, context: played, line, patient, now });
    const { doctorId } = line;
    await saveExercise(tx, { hospitalId, name, startedAt: now, doctorId, entryIds });
    await recordAudit(tx, context, { action: 'start exercise' });
    return ok({ exercises: await readExercises(tx, hospitalId) });
  });
}

/** A doctor who left in an earlier exercise is back, so that doctors do not run out. */
async function bringBack(tx: Queryable, hospitalId: string, now: Date): Promise<void> {
  for (const { name, doctorId, doctorStatus } of await listExerciseRows(tx, hospitalId)) {
    if (name !== 'doctor_leaves' || doctorStatus !== 'Offline') continue;
    await setDoctorPresence(tx, doctorId, here, now);
  }
}

/** Brings each situation about; returns the patients whom it is about. */
const situations: Readonly<Record<ExerciseName, (scene: Scene) => Promise<string[]>>> = {
  two_at_once: async ({ tx, line: { doctorId }, patient, now }) => {
    await setDoctorPresence(tx, doctorId, here, now);
    // The one who can wait is the first of the list, so that the trainee has to look.
    const other = await requestInvented(tx, doctorId, relaxedPatient(patient), now);
    const urgent = await requestInvented(tx, doctorId, urgentPatient(patient + 1), now);
    return [urgent, other].filter((id) => id !== undefined);
  },
  undo: async ({ tx, line: { doctorId }, patient, now }) => {
    await setDoctorPresence(tx, doctorId, here, now);
    const id = await joinAsWalkIn(tx, doctorId, inventedPatient(patient), now);
    return id === undefined ? [] : [id];
  },
  doctor_leaves: async ({ tx, context, line, patient, now }) => {
    const { doctorId, insideId } = line;
    await setDoctorPresence(tx, doctorId, here, now);
    for (let more = 0; more < leastLeft - line.waiting; more += 1) {
      await joinAsWalkIn(tx, doctorId, inventedPatient(patient + more), now);
    }
    if (insideId !== null) {
      const wish = { payload: {}, mayServe: true, isPart: true } as const;
      await changeEntryIn(tx, context, insideId, { name: 'complete', wish }, now);
    }
    await setDoctorPresence(tx, doctorId, { status: 'Offline', breakUntil: null }, now);
    return listWaitingIds(tx, doctorId);
  },
};
