/** Queries with which the desk, the doctor and the administrator read their hospital's lines. */
import { ticketPath } from '@baari/contract/visit/arrival.ts';
import type { AuditAction } from '@baari/contract/account/audit.ts';
import { lineShown, queuePageSize } from '@baari/contract/constants.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import {
  type getDoctorQueue as doctorQueueCall,
  type listInside as insideCall,
  type listPending as pendingCall,
  type listVisitsOfDay as visitsOfDayCall,
  type listWaiting as waitingCall,
  type StaffEntry,
  visitsOfDayShown,
  visitsShown,
} from '@baari/contract/queue/queue.ts';
import type { z } from 'zod';
import { hashOfScanned } from '../../platform/secrets/link-secret.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { StaffContext } from '../../platform/context.ts';
import { pageOf } from '../../platform/database/page.rules.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { type CountedDay, readDayCounts } from '../day/day-counts.query.ts';
import { countCompletedSince, findDay, findLineOfHospital } from '../day/day-counts.store.ts';
import { readQueueVersion } from '../doctor-queue.store.ts';
import { countWaiting } from '../order/line.store.ts';
import {
  countOfHospital,
  type EntryRow,
  isPatientOf,
  listEntriesOfDoctor,
  listFinishedOfPatient,
  listInsideOfHospital,
  listPendingOfHospital,
  listWaitingOfHospital,
} from '../queue.store.ts';
import { staffEntryViews } from '../queue.view.ts';
import { countVisits, listGoingOn, listVisits } from '../day/visits-of-day.store.ts';

/**
 * One page of the hospital's pending requests, oldest first. Requests at another hospital are not
 * found [API-10, KEEP-9].
 */
export async function listPending(
  context: StaffContext,
  hospitalId: string,
  after: string | undefined,
): Promise<Result<ReplyOf<typeof pendingCall>>> {
  const page = await readPage(context, hospitalId, after, {
    list: listPendingOfHospital,
    status: 'pending_approval',
    action: 'read pending requests',
  });
  if (!page.ok) return page;
  const { queues: pendingQueues, ...around } = page.value;
  return ok({ pendingQueues, ...around });
}

/** One page of the hospital's waiting entries, by doctor and position [STAFF-3, KEEP-9]. */
export async function listWaiting(
  context: StaffContext,
  hospitalId: string,
  after: string | undefined,
): Promise<Result<ReplyOf<typeof waitingCall>>> {
  return readPage(context, hospitalId, after, {
    list: listWaitingOfHospital,
    status: 'waiting',
    action: 'read waiting patients',
  });
}

/** One page of the patients with the hospital's doctors, by doctor [DESK-4, KEEP-9]. */
export async function listInside(
  context: StaffContext,
  hospitalId: string,
  after: string | undefined,
): Promise<Result<ReplyOf<typeof insideCall>>> {
  return readPage(context, hospitalId, after, {
    list: listInsideOfHospital,
    status: 'in_progress',
    action: 'read who is inside',
  });
}

interface Listed {
  readonly list: typeof listWaitingOfHospital;
  readonly status: Parameters<typeof countOfHospital>[2];
  readonly action: AuditAction;
}

async function readPage(
  context: StaffContext,
  hospitalId: string,
  after: string | undefined,
  { list, status, action }: Listed,
): Promise<Result<ReplyOf<typeof waitingCall>>> {
  if (hospitalId !== context.actor.hospitalId) return refuse('not_found');
  const [found, total] = await Promise.all([
    list(context.db, hospitalId, { after, limit: queuePageSize + 1 }),
    countOfHospital(context.db, hospitalId, status),
  ]);
  const { rows, next } = pageOf(found, queuePageSize, ({ id }) => id);
  return ok({ queues: await read(context, rows, action), total, next });
}

/**
 * Reads one page of the hospital's visits of today, for searching visits and for restoring ended
 * ones [DESK-1, DESK-2].
 */
export async function listVisitsOfDay(
  context: StaffContext,
  hospitalId: string,
  { search, doctorId, open, after }: z.output<typeof visitsOfDayCall.body>,
): Promise<Result<ReplyOf<typeof visitsOfDayCall>>> {
  if (hospitalId !== context.actor.hospitalId) return refuse('not_found');
  const now = context.clock.now();
  const day = await findDay(context.db, hospitalId, now);
  if (day === undefined) return refuse('not_found');
  const ticketHash = hashOfScanned(ticketPath, search ?? '');
  const wanted = {
    hospitalId,
    since: day.start,
    search,
    ticketHash,
    doctorId,
    withOpen: open,
    now,
  };
  const [found, total] = await Promise.all([
    listVisits(context.db, wanted, { after, limit: visitsOfDayShown + 1 }),
    countVisits(context.db, wanted),
  ]);
  const { rows, next } = pageOf(found, visitsOfDayShown, ({ id }) => id);
  const isFirst = after === undefined && (search ?? '') === '';
  const going = isFirst ? await listGoingOn(context.db, wanted, visitsOfDayShown) : [];
  const entries = await read(context, [...rows, ...going], "read today's visits");
  const goingOn = going.flatMap(({ next_id: id, next_name: name }, at) => {
    const entry = entries[rows.length + at];
    return entry === undefined ? [] : [{ entry, line: { id, name } }];
  });
  const visits = entries.slice(0, rows.length);
  return ok({ visits, goingOn, total, next, dayEndsAt: day.end.toISOString() });
}

/** Reads the counts of the hospital's day. They contain no patient data [STAFF-2]. */
export async function getDayCounts(
  context: StaffContext,
  hospitalId: string,
): Promise<Result<CountedDay>> {
  if (hospitalId !== context.actor.hospitalId) return refuse('not_found');
  const day = await readDayCounts(context, hospitalId);
  return day === undefined ? refuse('not_found') : ok(day);
}

/** The line of a doctor or a shared line, with its counts [API-22, ENT-2, LINE-1]. */
export async function getDoctorQueue(
  context: StaffContext,
  doctorId: string,
  includeCompleted: boolean,
): Promise<Result<ReplyOf<typeof doctorQueueCall>>> {
  const { db, actor, clock } = context;
  const line = await findLineOfHospital(db, doctorId, actor.hospitalId, clock.now());
  if (line === undefined) return refuse('not_found');
  // The version is read before the entries. A concurrent change then has a newer version, so the
  // client does not miss the change.
  const queueVersion = await readQueueVersion(db, doctorId);
  const rows = await listEntriesOfDoctor(
    db,
    doctorId,
    includeCompleted ? line.start_of_today : undefined,
  );
  const totalCompleted = await countCompletedSince(db, doctorId, line.start_of_today);
  const listed = rows.filter((row) => row.status === 'waiting').length;
  return ok({
    queue: await read(context, rows, "read doctor's queue"),
    stats: {
      // The waiting patients are counted only if the list of them is cut off.
      totalWaiting: listed < lineShown ? listed : await countWaiting(db, doctorId),
      totalInProgress: rows.filter((row) => row.status === 'in_progress').length,
      totalCompleted,
    },
    queueVersion,
    dayEndsAt: line.end_of_today.toISOString(),
  });
}

/**
 * Reads the patient's past visits to this hospital. Visits to other hospitals stay private
 * [CONS-2].
 */
export async function listPatientVisits(
  context: StaffContext,
  patientId: string,
): Promise<Result<{ visits: StaffEntry[] }>> {
  const { db, actor } = context;
  if (!(await isPatientOf(db, patientId, actor.hospitalId))) return refuse('not_found');
  const rows = await listFinishedOfPatient(db, patientId, actor.hospitalId, visitsShown);
  return ok({ visits: await read(context, rows, 'read past visits') });
}

async function read(
  context: StaffContext,
  rows: readonly EntryRow[],
  action: AuditAction,
): Promise<StaffEntry[]> {
  await recordAudit(context.db, context, {
    action,
    patientIds: [...new Set(rows.map((row) => row.patient_id))],
    outcome: 'ok',
  });
  const now = context.clock.now();
  return staffEntryViews(rows, now);
}
