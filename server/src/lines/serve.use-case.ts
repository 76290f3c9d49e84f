/**
 * The work at a service point: opening it, calling the next one, calling once more, being done with somebody
 * [LINE-2]. Each is one transaction under the lock of the line; at a doctor's point, of the doctor's as well.
 */
import type { finishAtPoint as finishCall } from '@baari/contract/lines/counter.ts';
import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { PointState, SharedLine } from '@baari/contract/lines/shared-line.ts';
import { recordAudit } from '../platform/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockDoctor } from '../platform/hospital-sql/doctor-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { changeEntryIn } from '../queue/change-entry.ts';
import { queueUpdate } from '../queue/doctor-queue.store.ts';
import { recordEntryEvent } from '../queue/entry-event.ts';
import { findDoctorForLine, findEntry, findEntryInLine } from '../queue/queue.store.ts';
import { holdWhereCalled } from '../queue/hold.use-case.ts';
import { findLineOfCall } from '../queue/transfer/transfer.store.ts';
import { moveOne } from '../queue/transfer/transfer.use-case.ts';
import { type Head, nextOf } from './call.rules.ts';
import { countCall, countSinceReturn, findHead, writeRecall } from './counter.store.ts';
import { goOnLater } from './go-on-later.ts';
import { goOn, lineOfPlan, nowhere } from './go-on.ts';
import { tellLine } from './line-event.ts';
import { mayServe, type PointWork } from './lines.access.ts';
import { findPoint, type PointRow, writePointState } from './lines.store.ts';

/** Opens, pauses or closes a point; whoever opens it is who is there. */
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
    return ok({ line: await tellLine(tx, { hospitalId, lineId }, now) });
  };
  return atPoint(context, pointId, change, { work: state === 'closed' ? 'end' : 'any' });
}

/** Whoever has gone from the hospital calls nobody, and whoever is Offline opens nothing. */
async function mayBeIn(
  tx: Queryable,
  { doctor_id: doctorId }: PointRow,
  state: PointState,
): Promise<boolean> {
  if (state === 'closed' || doctorId === null) return true;
  const doctor = await findDoctorForLine(tx, doctorId);
  return doctor !== undefined && (state === 'paused' || doctor.status !== 'Offline');
}

function isServing({ serving_id }: PointRow): boolean {
  return serving_id !== null;
}

/**
 * Calls the next one to an open point. Of points that call at once each gets somebody else: the line's lock
 * puts the calls in an order, and an index lets no point serve two [INV-3].
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
  const wish = { given: {}, point: { id, name, names } };
  const called = await changeEntryIn(tx, context, 'start', next.id, wish, now);
  if (!called.ok) return called;
  await countCall(tx, lineId, next.returns);
  return ok({ queue: called.value.entry });
}

/** Whoever is called by a doctor is in that doctor's line from here on: the consultation is the doctor's. */
async function callToDoctor(
  tx: Queryable,
  context: StaffContext,
  { line_id: lineId }: PointRow,
  doctorId: string,
  now: Date,
): Promise<Result<{ queue: StaffEntry }>> {
  if ((await findDoctorForLine(tx, doctorId)) === undefined) return refuse('not_found');
  const own = await findHead(tx, doctorId);
  const shared = await findHead(tx, lineId);
  const next = nextOf(own, shared, (await countSinceReturn(tx, doctorId, 1)) === 0);
  if (next === undefined) return refuse('nobody_to_call');
  if (next === shared) await bringToDoctor(tx, context, { lineId, doctorId }, next, now);
  const called = await changeEntryIn(tx, context, 'start', next.id, { given: {} }, now);
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
  const how = { placeIn: () => Promise.resolve(1), kind: 'called', isPart: true } as const;
  await moveOne(tx, context, entry, doctorId, now, how);
  await countCall(tx, lineId, returns);
  await tellLine(tx, { hospitalId: entry.hospital_id, lineId }, now);
}

/** Calls the one who is at a point once more: the displays call out what they are told anew. */
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
    const told = await recordEntryEvent(tx, 'queue_updated', changed, now, [
      queueUpdate(entry.doctor_id, { version }),
    ]);
    await recordAudit(tx, context, {
      action: 'call once more',
      patientIds: [entry.patient_id],
      entryId: entry.id,
    });
    return ok({ queue: told.entry });
  };
  return atPoint(context, pointId, call, { work: 'end' });
}

const actionOfOutcome = { completed: 'complete', no_show: 'no_show' } as const;

/**
 * Is done with whoever is at a point, or refuses where that is somebody else than was seen there; a visit that was
 * completed here goes on to its next planned stop, and whoever was not there is on hold in the line of the call.
 */
export async function finishAtPoint(
  context: StaffContext,
  pointId: string,
  { as, notes, entryId: seenId }: BodyOf<typeof finishCall>,
): Promise<Result<ReplyOf<typeof finishCall>>> {
  const serving = (await findPoint(context.db, pointId))?.serving_id ?? null;
  // Read ahead, since lines are locked in one order: what has changed by then is found below.
  const planned =
    as === 'completed' && serving !== null ? await lineOfPlan(context.db, serving) : undefined;
  const calledFrom =
    as === 'not_here' && serving !== null ? await findLineOfCall(context.db, serving) : undefined;
  const work = async (tx: Queryable, { serving_id: entryId, doctor_id: doctorId }: PointRow) => {
    if (entryId === null) return refuse('nobody_inside');
    if (seenId !== undefined && seenId !== entryId) return refuse('entry_changed');
    const now = context.clock.now();
    if (as === 'not_here') {
      // Called since then, by a doctor who calls from several lines: its locks are not held.
      if (doctorId !== null && entryId !== serving) return refuse('nobody_inside');
      const held = await holdWhereCalled(tx, context, entryId, {}, now);
      return held.ok ? ok({ queue: held.value, ...nowhere }) : held;
    }
    const wish = { given: { notes } };
    const done = await changeEntryIn(tx, context, actionOfOutcome[as], entryId, wish, now);
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

/** What was planned next went, or was planned anew, at this very moment: the lock of what is next now is not held. */
async function goOnElsewhere(tx: Queryable, entryId: string, now: Date): Promise<void> {
  const lineId = await lineOfPlan(tx, entryId);
  if (lineId === undefined) return;
  await goOnLater(tx, { lineId, since: now, until: now, entryIds: [entryId] }, now);
}

interface AtPoint {
  /** What it is for whoever has opened the point and is assigned to it no longer. */
  readonly work?: PointWork;
  /** Another line that it may write to. */
  readonly besides?: string | undefined;
}

/** One act at a point, under its locks, by somebody who may serve there. */
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
    for (const id of [...new Set(ids)].toSorted()) await lockDoctor(tx, id);
    const point = await findPoint(tx, pointId);
    if (point === undefined) return refuse('not_found');
    const allowed = mayServe(context.actor, point, work);
    return allowed.ok ? act(tx, point) : allowed;
  });
}
