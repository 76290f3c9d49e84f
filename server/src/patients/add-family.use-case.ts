import type { FamilyMember, FamilyOutcome } from '@baari/contract/patient/patient.ts';
import { lockKnownPatient } from '../appointments/appointments.store.ts';
import { withinLimits } from '../limits/within-limits.ts';
import { newWalkIn } from '../people/people.rules.ts';
import { insertWalkInPatient } from '../people/people.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { chooseDoctor } from '../queue/choose-doctor.ts';
import { joinLine } from '../queue/join-line.ts';
import { mayJoinLine } from '../queue/queue.rules.ts';
import { findLine, isInQueue } from '../queue/queue.store.ts';
import { lockPatientRows } from './patients.store.ts';

export interface FamilyWish {
  readonly phone?: string | undefined;
  readonly people: readonly FamilyMember[];
}

/**
 * Adds several people to lines at once, in the order of the list, with the family's phone for new
 * patients [DESK-9]. If one person is refused, the outcome names the reason and the others are
 * still added. Refuses the whole call with not_found for an unknown doctor or patient, or if a
 * person joins another line at this moment.
 */
export function addFamily(
  context: StaffContext,
  { phone, people }: FamilyWish,
): Promise<Result<{ outcomes: FamilyOutcome[] }>> {
  const { actor, clock } = context;
  return context.db.transaction(async (tx) => {
    const now = clock.now();
    const lines: Result<string>[] = [];
    for (const each of people) lines.push(await chooseDoctor(tx, actor.hospitalId, each, now));
    await lockAll(tx, lines, people);
    const outcomes: FamilyOutcome[] = [];
    for (const [at, line] of lines.entries()) {
      const member = people[at];
      if (member === undefined) throw new Error('Every line is for somebody of the list.');
      if (!line.ok) {
        outcomes.push({ queue: null, refused: line.code });
        continue;
      }
      const outcome = await addMember(tx, context, member, line.value, phone);
      if (!outcome.ok) return outcome;
      outcomes.push(outcome.value);
    }
    await recordAudit(tx, context, {
      action: 'add a family',
      patientIds: outcomes.flatMap(({ queue }) => (queue === null ? [] : [queue.patient.id])),
    });
    return ok({ outcomes });
  });
}

/**
 * Locks the lines, then the patients, each in a fixed order, so that two families do not deadlock.
 */
async function lockAll(
  tx: Queryable,
  lines: readonly Result<string>[],
  people: readonly FamilyMember[],
): Promise<void> {
  const doctorIds = new Set(lines.flatMap((line) => (line.ok ? [line.value] : [])));
  for (const doctorId of [...doctorIds].toSorted()) await lockLine(tx, doctorId);
  await lockPatientRows(
    tx,
    people.flatMap(({ patientId }) => (patientId === undefined ? [] : [patientId])),
  );
}

/**
 * Adds one person to a line. A refusal that is thrown refuses the whole call and undoes this
 * person's writes.
 */
async function addMember(
  tx: Queryable,
  context: StaffContext,
  member: FamilyMember,
  doctorId: string,
  phone: string | undefined,
): Promise<Result<FamilyOutcome>> {
  const { actor, clock } = context;
  const doctor = await findLine(tx, doctorId);
  if (doctor?.hospital_id !== actor.hospitalId) return refuse('not_found');
  const now = clock.now();
  const known = await findMember(tx, actor.hospitalId, member.patientId);
  if (!known.ok) return known;
  const hasOpenEntry = known.value !== undefined && (await isInQueue(tx, known.value.id));
  // Checked before a patient record is created, so that a refusal creates no record.
  const allowed = mayJoinLine({ hasOpenEntry, doctorStatus: doctor.status });
  if (!allowed.ok) return ok({ queue: null, refused: allowed.code });
  const within = await withinLimits(tx, doctor, member.beyond, now);
  if (!within.ok) return ok({ queue: null, refused: within.code });
  const { name = '', age, gender, symptoms, urgency, visitKind } = member;
  const patient = known.value ?? {
    id: await insertWalkInPatient(tx, newWalkIn({ name, phone, age, gender }, now), now),
    account_id: null,
  };
  const joined = await joinLine(
    tx,
    doctor,
    { id: patient.id, accountId: patient.account_id },
    { by: 'staff', symptoms, urgency, visitKind },
    now,
  );
  if (!joined.ok) return joined;
  if (within.value !== undefined) {
    await recordAudit(tx, context, {
      action: 'add a family',
      patientIds: [patient.id],
      entryId: joined.value.id,
      details: within.value,
    });
  }
  return ok({ queue: joined.value, refused: null });
}

/** The known patient that the list names; undefined for a new patient. */
async function findMember(
  tx: Queryable,
  hospitalId: string,
  patientId: string | undefined,
): Promise<Result<Awaited<ReturnType<typeof lockKnownPatient>>>> {
  if (patientId === undefined) return ok(undefined);
  const known = await lockKnownPatient(tx, hospitalId, patientId);
  return known === undefined ? refuse('not_found') : ok(known);
}
