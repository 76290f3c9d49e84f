/** Transfers a patient to another line, and undoes that within seconds [LINE-3]. */
import type { BodyOf } from '@baari/contract/endpoint.ts';
import {
  type Journey,
  maxPlannedStops,
  maxStops,
  type planStops as planStopsCall,
  undoSendOnSeconds,
} from '@baari/contract/lines/journey.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { asSeen } from '../../platform/audit/as-seen.rules.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { StaffContext } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { lockLine } from '../../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { changeEntryIn } from '../../queue/change-entry.ts';
import { queueUpdate } from '../../queue/doctor-queue.store.ts';
import { recordEntryEvent } from '../../queue/entry-event.ts';
import {
  type DoctorForLine,
  type EntryInLine,
  findLine,
  findEntryInLine,
} from '../../queue/queue.store.ts';
import { staffEntryView } from '../../queue/queue.view.ts';
import { findBeforeMove } from '../../queue/transfer/transfer.store.ts';
import { moveOne, publishLeftLine } from '../../queue/transfer/transfer.use-case.ts';
import { reopenSettled } from '../../waits/promises.store.ts';
import { nextStop, placeByRule } from './go-on.ts';
import { readJourney } from './journey.query.ts';
import {
  beginVisit,
  findPassedOn,
  findStop,
  hasBeenIn,
  isGoingOn,
  listPlanned,
  listStopIds,
  replacePlanned,
  type StopLink,
} from './journey.store.ts';
import { maySendOn } from '../lines.access.ts';
import { isPointOfLine } from '../lines.store.ts';
import { publishLine } from '../line-event.ts';

interface Sending {
  /** The id of a shared line or a doctor. */
  readonly lineId: string;
  /** For a patient being served: the right to return here after that stop. */
  readonly comesBack: boolean;
  readonly notes?: string | undefined;
  /** Optimistic concurrency: the version of the entry that the caller saw. */
  readonly seen?: number | undefined;
}

/**
 * Transfers a patient. One being served finishes here and waits there; a waiting one moves to the
 * other line. A finished one due for a closed line joins the other line too. Of two concurrent
 * transfers the second is refused.
 */
export function sendOn(
  context: StaffContext,
  entryId: string,
  { lineId, comesBack, notes, seen }: Sending,
): Promise<Result<{ queue: StaffEntry }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const stop = await findStop(tx, entryId);
    const may = await maySend(tx, context, stop);
    if (!may.ok) return may;
    const from = may.value.doctor_id;
    if (from === lineId) return refuse('already_there');
    for (const id of [from, lineId].toSorted()) await lockLine(tx, id);
    const [target, entry] = await Promise.all([findLine(tx, lineId), findEntryInLine(tx, entryId)]);
    if (target?.hospital_id !== actor.hospitalId) return refuse('not_found');
    if (target.status === 'Offline') {
      return refuse(target.is_shared ? 'line_closed' : 'doctor_not_available');
    }
    if (entry === undefined) return refuse('not_found');
    // An ended entry is refused first; then, for a waiting one, a later change by somebody else.
    const isThere = entry.status === 'waiting' || entry.status === 'in_progress';
    const now = clock.now();
    if (!isThere && !(await isGoingOn(tx, entryId, now))) return refuse('illegal_transition');
    const isNewer = seen !== undefined && entry.changed_version > seen;
    if (isNewer || entry.doctor_id !== from) return refuse('entry_changed');
    const isAway = entry.called_at !== null && entry.back_at === null;
    // A patient being served after a missed call is present.
    if (entry.status === 'waiting' && isAway) return refuse('is_on_hold');
    const sent = await send(tx, context, { entry, target, comesBack, notes }, now);
    if (!sent.ok) return sent;
    await recordAudit(tx, context, {
      action: 'send on',
      patientIds: [entry.patient_id],
      entryId,
      details: { from: entry.line_name, to: sent.value.doctor.name },
    });
    return ok({ queue: sent.value });
  });
}

/** The entry, if the caller may transfer it; another hospital's entry is not found. */
async function maySend(
  tx: Queryable,
  { actor }: StaffContext,
  stop: StopLink | undefined,
): Promise<Result<StopLink>> {
  if (stop === undefined) return refuse('not_found');
  const isPoint =
    actor.doctorId !== null && (await isPointOfLine(tx, stop.doctor_id, actor.doctorId));
  const allowed = maySendOn(actor, stop, isPoint);
  return allowed.ok ? ok(stop) : allowed;
}

interface Sent {
  readonly entry: EntryInLine;
  readonly target: DoctorForLine;
  readonly comesBack: boolean;
  readonly notes: string | undefined;
}

async function send(
  tx: Queryable,
  context: StaffContext,
  { entry, target, comesBack, notes }: Sent,
  now: Date,
): Promise<Result<StaffEntry>> {
  if (entry.status === 'waiting') return ok(await bring(tx, context, entry, target, now));
  if (!(await hasRoomFor(tx, entry, target.id, comesBack))) return refuse('too_many_stops');
  // Already finished and due for a closed line: that stop stays planned after the new one.
  if (entry.status === 'completed') {
    const gone = await nextStop(tx, context.actor.userId, { entryId: entry.id, target }, now);
    // The line opened at this moment, and the visit has gone on.
    return !gone.ok && gone.code === 'already_in_queue' ? refuse('entry_changed') : gone;
  }
  const request = { payload: { notes }, isPart: true } as const;
  const done = await changeEntryIn(tx, context, entry.id, { name: 'complete', wish: request }, now);
  if (!done.ok) return done;
  const next = await nextStop(tx, context.actor.userId, { entryId: entry.id, target }, now);
  if (!next.ok || !comesBack) return next;
  const visitId = entry.visit_id ?? entry.id;
  const back = { line_id: entry.doctor_id, is_return: true };
  await replacePlanned(tx, visitId, [back, ...(await listPlanned(tx, visitId))]);
  return next;
}

/** Whether one more stop, with the planned ones, is within a visit's limit. */
async function hasRoomFor(
  tx: Queryable,
  { id, visit_id: visitId }: EntryInLine,
  lineId: string,
  comesBack: boolean,
): Promise<boolean> {
  if (visitId === null) return true;
  const stops = await listStopIds(tx, id);
  const planned = await listPlanned(tx, visitId);
  const isPlanned = planned[0]?.line_id === lineId;
  const behind = planned.length - Number(isPlanned) + Number(comesBack);
  return behind <= maxPlannedStops && stops.length + 1 + behind <= maxStops;
}

/** Moves a waiting entry to the other line, by that line's rule of order. */
async function bring(
  tx: Queryable,
  context: StaffContext,
  entry: EntryInLine,
  target: DoctorForLine,
  now: Date,
): Promise<StaffEntry> {
  const { arrivedAt } = await findPassedOn(tx, entry.id);
  const isReturn = entry.visit_id !== null && (await hasBeenIn(tx, entry.visit_id, target.id));
  const newcomer = { id: entry.id, arrivedAt, isReturn };
  const placeIn = (within: Queryable) => placeByRule(within, target.id, newcomer);
  const how = { to: target.id, placeIn, isPart: true } as const;
  const moved = await moveOne(tx, context, entry, how, now);
  await publishFormerLine(tx, entry, now);
  return staffEntryView(moved, now);
}

/** Publishes that the former line is now one patient shorter. */
async function publishFormerLine(tx: Queryable, left: EntryInLine, now: Date): Promise<void> {
  const { hospital_id: hospitalId, doctor_id: lineId } = left;
  if (left.is_shared) await publishLine(tx, { hospitalId, lineId }, now);
  else await publishLeftLine(tx, lineId, now);
}

/**
 * Undoes a transfer: the earlier stop is served again, or a waiting patient returns to the former
 * place. Refuses after the time limit, once the patient was called or sent further, or if somebody
 * else is served there.
 */
export function undoSendOn(
  context: StaffContext,
  entryId: string,
  seen: number | undefined,
): Promise<Result<{ queue: StaffEntry }>> {
  return context.db.transaction(async (tx) => {
    const stop = await findStop(tx, entryId);
    if (stop === undefined) return refuse('not_found');
    // A stop that was created by a transfer and then moved: only a caller who saw the move undoes
    // the move.
    const movedFrom = stop.moved_from_doctor_id;
    const isMove = movedFrom !== null && (stop.sent_from_id === null || seen !== undefined);
    return isMove
      ? takeMoveBack(tx, context, stop, movedFrom, seen)
      : takeStopBack(tx, context, stop);
  });
}

/** Undoes the transfer of a patient who was being served. */
async function takeStopBack(
  tx: Queryable,
  context: StaffContext,
  stop: StopLink,
): Promise<Result<{ queue: StaffEntry }>> {
  const before = stop.sent_from_id === null ? undefined : await findStop(tx, stop.sent_from_id);
  // The rights are those of a transfer from there.
  const may = await maySend(tx, context, before ?? stop);
  if (!may.ok) return may;
  if (before === undefined) return refuse('illegal_transition');
  for (const id of [stop.doctor_id, before.doctor_id].toSorted()) await lockLine(tx, id);
  const now = context.clock.now();
  const sent = await findEntryInLine(tx, stop.id);
  const from = await findEntryInLine(tx, before.id);
  if (sent === undefined || from === undefined) return refuse('not_found');
  const possible = mayStopGoBack(stop, { sent, from }, now);
  if (!possible.ok) return possible;
  // The patient had finished long before: the visit waits again for its planned line.
  if (from.ended_at !== null && from.ended_at < stop.joined_at) {
    const back = await changeEntryIn(tx, context, stop.id, undoing, now);
    if (!back.ok) return back;
    await restorePlan(tx, from, stop);
    await recordUndo(tx, context, from);
    return ok({ queue: staffEntryView(from, now) });
  }
  if (from.running_since !== null || from.is_point_taken) return refuse('point_in_use');
  if (from.is_point_shut) return refuse('point_not_open');
  const left = await changeEntryIn(tx, context, stop.id, undoing, now);
  if (!left.ok) return left;
  await restorePlan(tx, from, stop);
  const request = { payload: {}, mayServe: true, isPart: true } as const;
  const back = await changeEntryIn(
    tx,
    context,
    from.id,
    { name: 'bring_back', wish: request },
    now,
  );
  if (!back.ok) return back;
  await recordUndo(tx, context, from);
  return ok({ queue: back.value.entry });
}

const undoing = { name: 'take_back', wish: { payload: {} } } as const;

/** Refuses once the patient was called or sent further, and after the time limit. */
function mayStopGoBack(
  stop: StopLink,
  { sent, from }: { readonly sent: EntryInLine; readonly from: EntryInLine },
  now: Date,
): Result<void> {
  // A colleague sent the patient further meanwhile, and is not overruled.
  if (sent.doctor_id !== stop.doctor_id || sent.moved_at !== null) return refuse('entry_changed');
  const isWaiting = sent.status === 'waiting' && sent.called_at === null;
  if (!isWaiting || from.status !== 'completed') return refuse('illegal_transition');
  return isOver(stop.joined_at, now) ? refuse('undo_over') : ok(undefined);
}

/** Undoes the transfer of a waiting patient: the same entry returns to its former place. */
async function takeMoveBack(
  tx: Queryable,
  context: StaffContext,
  stop: StopLink,
  movedFrom: string,
  seen: number | undefined,
): Promise<Result<{ queue: StaffEntry }>> {
  const may = await maySend(tx, context, { ...stop, doctor_id: movedFrom });
  if (!may.ok) return may;
  for (const id of [stop.doctor_id, movedFrom].toSorted()) await lockLine(tx, id);
  const now = context.clock.now();
  const [entry, before, target] = await Promise.all([
    findEntryInLine(tx, stop.id),
    findBeforeMove(tx, stop.id),
    findLine(tx, movedFrom),
  ]);
  if (entry === undefined) return refuse('not_found');
  const isCalled = entry.status !== 'waiting' || entry.called_at !== null;
  if (isCalled || before === undefined) return refuse('illegal_transition');
  const isNewer = seen !== undefined && entry.changed_version > seen;
  const isElsewhere = entry.doctor_id !== stop.doctor_id || before.lineId !== movedFrom;
  if (isNewer || isElsewhere) return refuse('entry_changed');
  if (isOver(before.movedAt, now)) return refuse('undo_over');
  if (target === undefined) return refuse('line_closed');
  // The patient may have been notified of the new place.
  const kind = entry.account_id === null ? 'undone' : 'undone_told';
  const placeIn = () => Promise.resolve(before.place);
  const how = { to: movedFrom, placeIn, kind, isPart: true } as const;
  const back = await moveOne(tx, context, entry, how, now);
  if (entry.visit_id !== null && before.planned !== null) {
    const again = { line_id: entry.doctor_id, is_return: before.planned };
    const planned = await listPlanned(tx, entry.visit_id);
    await replacePlanned(tx, entry.visit_id, [again, ...planned]);
  }
  // The forecasts made there are open again.
  reopenSettled(tx, entry.id, before.movedAt, { isOwed: true, now });
  await publishFormerLine(tx, entry, now);
  await recordUndo(tx, context, entry);
  return ok({ queue: staffEntryView(back, now) });
}

function isOver(sentAt: Date, now: Date): boolean {
  return now.getTime() - sentAt.getTime() > undoSendOnSeconds * 1000;
}

function recordUndo(tx: Queryable, context: StaffContext, entry: EntryInLine): Promise<void> {
  const { id: entryId, patient_id: patientId } = entry;
  const action = 'take sending on back';
  return recordAudit(tx, context, { action, patientIds: [patientId], entryId });
}

/**
 * Restores the plan: no return is needed to a line that was not left, and the planned stop is due
 * again.
 */
async function restorePlan(tx: Queryable, from: EntryInLine, sent: StopLink): Promise<void> {
  const visitId = from.visit_id ?? from.id;
  const planned = await listPlanned(tx, visitId);
  const [first, ...rest] = planned;
  const comesBack = first?.is_return === true && first.line_id === from.doctor_id;
  if (!comesBack && !sent.was_planned) return;
  const again = { line_id: sent.doctor_id, is_return: sent.is_return };
  await replacePlanned(tx, visitId, [
    ...(sent.was_planned ? [again] : []),
    ...(comesBack ? rest : planned),
  ]);
}

/**
 * Replaces the planned stops after the present one; refuses for an ended stop, and if the plan
 * changed since the caller saw it.
 */
export function planStops(
  context: StaffContext,
  entryId: string,
  { lineIds, seen }: BodyOf<typeof planStopsCall>,
): Promise<Result<{ journey: Journey }>> {
  return context.db.transaction(async (tx) => {
    const stop = await findStop(tx, entryId);
    const may = await maySend(tx, context, stop);
    if (!may.ok) return may;
    await lockLine(tx, may.value.doctor_id);
    const entry = await findEntryInLine(tx, entryId);
    if (entry === undefined) return refuse('not_found');
    if (entry.status !== 'waiting' && entry.status !== 'in_progress') {
      return refuse('illegal_transition');
    }
    // Transferred while this waited for the lock: another line's lock guards the plan now.
    if (entry.doctor_id !== may.value.doctor_id) return refuse('entry_changed');
    const visitId = entry.visit_id ?? entryId;
    const there = (await listPlanned(tx, visitId)).map(({ line_id }) => line_id);
    const allowed = asSeen(seen, { lineIds: there });
    if (!allowed.ok) return allowed;
    const stops = [];
    for (const lineId of lineIds) {
      const target = await findLine(tx, lineId);
      if (target?.hospital_id !== context.actor.hospitalId) return refuse('not_found');
      const isReturn = lineId === entry.doctor_id || (await hasBeenIn(tx, visitId, lineId));
      stops.push({ line_id: lineId, is_return: isReturn });
    }
    if (lineIds[0] === entry.doctor_id) return refuse('already_there');
    // Counter screens show the visit of every stop, so all stops get the event.
    const stopIds = await listStopIds(tx, entryId);
    if (stopIds.length + lineIds.length > maxStops) return refuse('too_many_stops');
    await beginVisit(tx, entryId);
    await replacePlanned(tx, visitId, stops);
    await recordAudit(tx, context, {
      action: 'plan stops',
      patientIds: [entry.patient_id],
      entryId,
    });
    const now = context.clock.now();
    // The stop itself is unchanged; the event makes its screens refetch the visit.
    const version = entry.queue_version + 1;
    const published = { ...entry, visit_id: visitId, queue_version: version };
    await recordEntryEvent(tx, 'queue_updated', published, now, {
      along: [queueUpdate(entry.doctor_id, { version })],
    });
    return ok({ journey: await readJourney(tx, { ...entry, visit_id: visitId }, now) });
  });
}
