/**
 * The work at a service point: open the point, call the next patient, call again, finish [LINE-2].
 * Each action is one transaction under the line's lock. At a doctor's point the transaction also
 * holds the doctor's lock.
 */
import type { finishAtPoint as finishCall } from '@baari/contract/lines/counter.ts';
import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { PointState, SharedLine } from '@baari/contract/lines/shared-line.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { changeEntryIn } from '../queue/change-entry.ts';
import { queueUpdate } from '../queue/doctor-queue.store.ts';
import { recordEntryEvent } from '../queue/entry-event.ts';
import { findLine, findEntry, findEntryInLine } from '../queue/queue.store.ts';
import { holdWhereCalled } from '../queue/hold.use-case.ts';
import { findLineOfCall } from '../queue/transfer/transfer.store.ts';
import { moveOne } from '../queue/transfer/transfer.use-case.ts';
import { type Head, nextOf } from './points/call.rules.ts';
import { countCall, countSinceReturn, findHead, writeRecall } from './points/counter.store.ts';
import { goOnLater } from './visits/go-on-later.ts';
import { goOn, lineOfPlan, nowhere } from './visits/go-on.ts';
import { publishLine } from './line-event.ts';
import { mayServe, type PointWork } from './lines.access.ts';
import { findPoint, type PointRow, writePointState } from './lines.store.ts';

/** Opens, pauses or closes a service point, and records the person who changed it. */
export function setPointState(
  context: StaffContext,
  pointId: string,
  state: PointState,
): Promise<Result<{ line: SharedLine }>> {
  const { actor, clock } = context;
  const change = async (tx: Queryable, point: PointRow) => {
    if (point.state === state) return refuse('point_already_so');
    if (state === 'paused' && point.state === 'closed') return refuse('point_not_open');
    if (state === 'closed' && isServing(point)) return refuse('point_in_use');
    if (!(await mayBeIn(tx, point, state))) return refuse('doctor_not_available');
    const now = clock.now();
    await writePointState(tx, pointId, { state, by: actor.userId, at: now });
    await recordAudit(tx, context, { action: 'open or close a service point' });
    const { hospital_id: hospitalId, line_id: lineId } = point;
    return ok({ line: await publishLine(tx, { hospitalId, lineId }, now) });
  };
  return atPoint(context, pointId, change, { work: state === 'closed' ? 'end' : 'any' });
}

/**
 * Whether the service point may change to this state. A deactivated doctor's point may not open or
 * pause, and an Offline doctor's point may not open.
 */
async function mayBeIn(
  tx: Queryable,
  { doctor_id: doctorId }: PointRow,
  state: PointState,
): Promise<boolean> {
  if (state === 'closed' || doctorId === null) return true;
  const doctor = await findLine(tx, doctorId);
  return doctor !== undefined && (state === 'paused' || doctor.status !== 'Offline');
}

function isServing({ serving_id }: PointRow): boolean {
  return serving_id !== null;
}

/**
 * Calls the next patient to an open service point. Concurrent calls get different patients: the
 * line's lock orders the calls, and a unique index lets each point serve only one patient [INV-3].
 */
export function callNext(
  context: StaffContext,
  pointId: string,
): Promise<Result<{ queue: StaffEntry }>> {
  return atPoint(context, pointId, async (tx, point) => {
    if (point.state === 'closed') return refuse('point_not_open');
    if (point.state === 'paused') return refuse('point_paused');
    if (isServing(point)) return refuse('point_in_use');
    const now = context.clock.now();
    return point.doctor_id === null
      ? callToCounter(tx, context, point, now)
      : callToDoctor(tx, context, point, point.doctor_id, now);
  });
}

async function callToCounter(
  tx: Queryable,
  context: StaffContext,
  { id, name, names, line_id: lineId }: PointRow,
  now: Date,
): Promise<Result<{ queue: StaffEntry }>> {
  const next = await findHead(tx, lineId);
  if (next === undefined) return refuse('nobody_to_call');
  const request = { payload: {}, point: { id, name, names } };
  const called = await changeEntryIn(tx, context, next.id, { name: 'start', wish: request }, now);
  if (!called.ok) return called;
  await countCall(tx, lineId, next.returns);
  return ok({ queue: called.value.entry });
}

/**
 * Calls the next patient to a doctor. A patient from the shared line moves to the doctor's own
 * line, because the consultation is recorded in that line.
 */
async function callToDoctor(
  tx: Queryable,
  context: StaffContext,
  { line_id: lineId }: PointRow,
  doctorId: string,
  now: Date,
): Promise<Result<{ queue: StaffEntry }>> {
  if ((await findLine(tx, doctorId)) === undefined) return refuse('not_found');
  const own = await findHead(tx, doctorId);
  const shared = await findHead(tx, lineId);
  const next = nextOf(own, shared, (await countSinceReturn(tx, doctorId, 1)) === 0);
  if (next === undefined) return refuse('nobody_to_call');
  if (next === shared) await bringToDoctor(tx, context, { lineId, doctorId }, next, now);
  const start = { name: 'start', wish: { payload: {} } } as const;
  const called = await changeEntryIn(tx, context, next.id, start, now);
  return called.ok ? ok({ queue: called.value.entry }) : called;
}

async function bringToDoctor(
  tx: Queryable,
  context: StaffContext,
  { lineId, doctorId }: { readonly lineId: string; readonly doctorId: string },
  { id, returns }: Head,
  now: Date,
): Promise<void> {
  const entry = await findEntryInLine(tx, id);
  if (entry === undefined) throw new Error('The head of a line that was just read is not there.');
  const placeIn = () => Promise.resolve(1);
  const how = { to: doctorId, placeIn, kind: 'called', isPart: true } as const;
  await moveOne(tx, context, entry, how, now);
  await countCall(tx, lineId, returns);
  await publishLine(tx, { hospitalId: entry.hospital_id, lineId }, now);
}

/** Calls the patient at a service point again; displays announce the call again. */
export function callAgain(
  context: StaffContext,
  pointId: string,
): Promise<Result<{ queue: StaffEntry }>> {
  const { actor, clock } = context;
  const call = async (tx: Queryable, { serving_id: entryId }: PointRow) => {
    const entry = entryId === null ? undefined : await findEntry(tx, entryId);
    if (entry === undefined) return refuse('nobody_inside');
    const now = clock.now();
    const version = entry.queue_version + 1;
    await writeRecall(tx, entry.id, { by: actor.userId, at: now, version });
    const changed = { ...entry, queue_version: version, changed_version: version };
    const published = await recordEntryEvent(tx, 'queue_updated', changed, now, {
      action: 'call_again',
      along: [queueUpdate(entry.line_id, { version })],
    });
    await recordAudit(tx, context, {
      action: 'call once more',
      patientIds: [entry.patient_id],
      entryId: entry.id,
    });
    return ok({ queue: published.entry });
  };
  return atPoint(context, pointId, call, { work: 'end' });
}

const actionOfOutcome = { completed: 'complete', no_show: 'no_show' } as const;

/**
 * Finishes with the patient at a service point. Refuses if the caller saw another patient at the
 * point. A completed visit goes on to its next planned step. A patient who did not come is put on
 * hold in the line that called.
 */
export async function finishAtPoint(
  context: StaffContext,
  pointId: string,
  { as, notes, entryId: seenId }: BodyOf<typeof finishCall>,
): Promise<Result<ReplyOf<typeof finishCall>>> {
  const serving = (await findPoint(context.db, pointId))?.serving_id ?? null;
  // Read before locking, because all locks are taken in a fixed order. Later changes are detected
  // after locking.
  const planned =
    as === 'completed' && serving !== null ? await lineOfPlan(context.db, serving) : undefined;
  const calledFrom =
    as === 'not_here' && serving !== null ? await findLineOfCall(context.db, serving) : undefined;
  const work = async (tx: Queryable, { serving_id: entryId, doctor_id: doctorId }: PointRow) => {
    if (entryId === null) return refuse('nobody_inside');
    if (seenId !== undefined && seenId !== entryId) return refuse('entry_changed');
    const now = context.clock.now();
    if (as === 'not_here') {
      // A doctor has meanwhile called this patient from a line whose lock this transaction does not
      // hold.
      if (doctorId !== null && entryId !== serving) return refuse('nobody_inside');
      const held = await holdWhereCalled(tx, context, entryId, {}, now);
      return held.ok ? ok({ queue: held.value, ...nowhere }) : held;
    }
    const end = { name: actionOfOutcome[as], wish: { payload: { notes } } };
    const done = await changeEntryIn(tx, context, entryId, end, now);
    if (!done.ok) return done;
    const queue = done.value.entry;
    if (planned === undefined || entryId !== serving) return ok({ queue, ...nowhere });
    const onward = await goOn(tx, context.actor.userId, entryId, planned, now);
    if (!onward.ok) return onward;
    if (onward.value === nowhere) await goOnElsewhere(tx, entryId, now);
    return ok({ queue, ...onward.value });
  };
  return atPoint(context, pointId, work, { work: 'end', besides: planned ?? calledFrom?.lineId });
}

/**
 * Queues a job that moves the visit to its next step. The job is needed if the plan changed
 * meanwhile and this transaction does not hold the lock of the next line.
 */
async function goOnElsewhere(tx: Queryable, entryId: string, now: Date): Promise<void> {
  const lineId = await lineOfPlan(tx, entryId);
  if (lineId === undefined) return;
  await goOnLater(tx, { lineId, since: now, until: now, entryIds: [entryId] }, now);
}

interface AtPoint {
  /** `end` also allows a person who opened the point and is no longer assigned to it. */
  readonly work?: PointWork;
  /** The id of another line that the action may change, so that this line is locked too. */
  readonly besides?: string | undefined;
}

/**
 * Performs one action at a service point. It takes the locks of the line and checks the caller's
 * rights first.
 */
function atPoint<T>(
  context: StaffContext,
  pointId: string,
  act: (tx: Queryable, point: PointRow) => Promise<Result<T>>,
  { work = 'any', besides }: AtPoint = {},
): Promise<Result<T>> {
  return context.db.transaction(async (tx) => {
    const found = await findPoint(tx, pointId);
    if (found === undefined) return refuse('not_found');
    const ids = [found.line_id, found.doctor_id, besides].filter((id) => typeof id === 'string');
    for (const id of [...new Set(ids)].toSorted()) await lockLine(tx, id);
    const point = await findPoint(tx, pointId);
    if (point === undefined) return refuse('not_found');
    const allowed = mayServe(context.actor, point, work);
    return allowed.ok ? act(tx, point) : allowed;
  });
}
