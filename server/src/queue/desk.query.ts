/** What the desk, the doctor and the administrator read of their hospital's queues. */
import type { AuditAction } from '@baari/contract/audit.ts';
import {
  type DayCounts,
  type QueueEntry,
  type QueueStats,
  visitsShown,
} from '@baari/contract/queue.ts';
import { recordAudit } from '../platform/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { countCompletedSince, countDay, findDoctorOfHospital } from './day-counts.store.ts';
import { readQueueVersion } from './doctor-queue.store.ts';
import {
  type EntryRow,
  isPatientOf,
  listEntriesOfDoctor,
  listFinishedOfPatient,
  listPendingOfHospital,
  listWaitingOfHospital,
} from './queue.store.ts';
import { staffEntryView } from './queue.view.ts';

/** The hospital's pending requests, oldest first; another hospital's do not exist [API-10]. */
export async function listPending(
  context: StaffContext,
  hospitalId: string,
): Promise<Result<{ pendingQueues: QueueEntry[] }>> {
  if (hospitalId !== context.actor.hospitalId) return refuse('not_found');
  const rows = await listPendingOfHospital(context.db, hospitalId);
  return ok({ pendingQueues: await read(context, rows, 'read pending requests') });
}

/** Every waiting entry of the hospital, by doctor and place [STAFF-3]. */
export async function listWaiting(
  context: StaffContext,
  hospitalId: string,
): Promise<Result<{ queues: QueueEntry[] }>> {
  if (hospitalId !== context.actor.hospitalId) return refuse('not_found');
  const rows = await listWaitingOfHospital(context.db, hospitalId);
  return ok({ queues: await read(context, rows, 'read waiting patients') });
}

/** Counts of the hospital's day; no patient data [STAFF-2]. */
export async function getDayCounts(
  context: StaffContext,
  hospitalId: string,
): Promise<Result<{ counts: DayCounts }>> {
  if (hospitalId !== context.actor.hospitalId) return refuse('not_found');
  const row = await countDay(context.db, hospitalId, context.clock.now());
  return ok({
    counts: {
      pending: row.pending,
      waiting: row.waiting,
      inProgress: row.in_progress,
      approvedToday: row.approved_today,
      rejectedToday: row.rejected_today,
      completedToday: row.completed_today,
    },
  });
}

/** A doctor's queue with its counts [API-22, ENT-2]. */
export async function getDoctorQueue(
  context: StaffContext,
  doctorId: string,
  includeCompleted: boolean,
): Promise<Result<{ queue: QueueEntry[]; stats: QueueStats; queueVersion: number }>> {
  const { db, actor, clock } = context;
  const doctor = await findDoctorOfHospital(db, doctorId, actor.hospitalId, clock.now());
  if (doctor === undefined) return refuse('not_found');
  // Read before the entries: a change in between then shows as a version to come, not as one missed.
  const queueVersion = await readQueueVersion(db, doctorId);
  const rows = await listEntriesOfDoctor(
    db,
    doctorId,
    includeCompleted ? doctor.start_of_today : undefined,
  );
  const totalCompleted = await countCompletedSince(db, doctorId, doctor.start_of_today);
  return ok({
    queue: await read(context, rows, "read doctor's queue"),
    stats: {
      totalWaiting: rows.filter((row) => row.status === 'waiting').length,
      totalInProgress: rows.filter((row) => row.status === 'in_progress').length,
      totalCompleted,
    },
    queueVersion,
  });
}

/** What became of a patient here before; nobody learns of visits to other hospitals [CONS-2]. */
export async function listPatientVisits(
  context: StaffContext,
  patientId: string,
): Promise<Result<{ visits: QueueEntry[] }>> {
  const { db, actor } = context;
  if (!(await isPatientOf(db, patientId, actor.hospitalId))) return refuse('not_found');
  const rows = await listFinishedOfPatient(db, patientId, actor.hospitalId, visitsShown);
  return ok({ visits: await read(context, rows, 'read past visits') });
}

async function read(
  context: StaffContext,
  rows: readonly EntryRow[],
  action: AuditAction,
): Promise<QueueEntry[]> {
  await recordAudit(context.db, context, {
    action,
    patientIds: [...new Set(rows.map((row) => row.patient_id))],
    outcome: 'ok',
  });
  const now = context.clock.now();
  return rows.map((row) => staffEntryView(row, now));
}
