/** Transfers a patient to another line, and undoes a transfer within seconds [LINE-3]. */
import type { BodyOf } from '@baari/contract/endpoint.ts';
import {
  type Journey,
  maxPlannedStops,
  maxStops,
  type planStops as planStopsCall,
  undoSendOnSeconds,
} from '@baari/contract/lines/journey.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { HandOffGiven } from '@baari/contract/visit/hand-offs.ts';
import { addSentHandOff, strikeSentHandOffs } from '../../hand-offs/write-hand-off.use-case.ts';
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
  type LineToJoin,
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
  /**
   * For a patient who is being served: whether the patient comes back to the present line after the
   * other line.
   */
  readonly comesBack: boolean;
  readonly notes?: string | undefined;
  /** The hand-off note for the next stop. */
  readonly handOff?: HandOffGiven | undefined;
  /** Optimistic concurrency: the version of the entry that the caller saw. */
  readonly seen?: number | undefined;
}

/**
 * Transfers a patient. If the patient is being served, this step ends and the next one begins in
 * the other line. A waiting patient moves to the other line. A patient whose next planned line is
 * closed joins the other line too. Of two concurrent transfers the second is refused.
 */
export function sendOn(
  context: StaffContext,
  entryId: string,
  { lineId, comesBack, notes, handOff, seen }: Sending,
): Promise<Result<{ queue: StaffEntry }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const stop = await findStop(tx, entryId);
    const may = await maySend(tx, context, stop);
    if (!may.ok) return may;
    const from = may.value.line_id;
    if (from === lineId) return refuse('already_there');
    for (const id of [from, lineId].toSorted()) await lockLine(tx, id);
    const [target, entry] = await Promise.all([findLine(tx, lineId), findEntryInLine(tx, entryId)]);
    if (target?.hospital_id !== actor.hospitalId) return refuse('not_found');
    if (target.status === 'Offline') {
      return refuse(target.is_shared ? 'line_closed' : 'doctor_not_available');
    }
    if (entry === undefined) return refuse('not_found');
    // The entry is checked in this order: first whether it has ended, then whether somebody else
    // changed it.
    const isThere = entry.status === 'waiting' || entry.status === 'in_progress';
    const now = clock.now();
    if (!isThere && !(await isGoingOn(tx, entryId, now))) return refuse('illegal_transition');
    const isNewer = seen !== undefined && entry.changed_version > seen;
    if (isNewer || entry.line_id !== from) return refuse('entry_changed');
    const isAway = entry.called_at !== null && entry.back_at === null;
    // Only a waiting patient can be on hold. A patient being served after a missed call is present.
    if (entry.status === 'waiting' && isAway) return refuse('is_on_hold');
    const sent = await send(tx, context, { entry, target, comesBack, notes }, now);
    if (!sent.ok) return sent;
    await recordAudit(tx, context, {
      action: 'send on',
      patientIds: [entry.patient_id],
      entryId,
      details: { from: entry.line_name, to: sent.value.doctor.name },
    });
    if (handOff !== undefined) {
      const note = { entryId, fromLineId: from, lineId, lines: handOff.lines };
      await addSentHandOff(tx, context, note);
    }
    return ok({ queue: sent.value });
  });
}

/**
 * Returns the step of a visit if the caller may transfer its patient. A step of another hospital is
 * not found.
 */
async function maySend(
  tx: Queryable,
  { actor }: StaffContext,
  stop: StopLink | undefined,
): Promise<Result<StopLink>> {
  if (stop === undefined) return refuse('not_found');
  const isPoint =
    actor.doctorId !== null && (await isPointOfLine(tx, stop.line_id, actor.doctorId));
  const allowed = maySendOn(actor, stop, isPoint);
  return allowed.ok ? ok(stop) : allowed;
}

interface Sent {
  readonly entry: EntryInLine;
  readonly target: LineToJoin;
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
  // The patient has finished here and waits for a closed line. The step in the closed line stays
  // planned after the new step.
  if (entry.status === 'completed') {
    const gone = await nextStop(tx, context.actor.userId, { entryId: entry.id, target }, now);
    // The closed line has opened meanwhile, and the patient already waits in it.
    return !gone.ok && gone.code === 'already_in_queue' ? refuse('entry_changed') : gone;
  }
  const request = { payload: { notes }, isPart: true } as const;
  const done = await changeEntryIn(tx, context, entry.id, { name: 'complete', wish: request }, now);
  if (!done.ok) return done;
  const next = await nextStop(tx, context.actor.userId, { entryId: entry.id, target }, now);
  if (!next.ok || !comesBack) return next;
  const visitId = entry.visit_id ?? entry.id;
  const back = { line_id: entry.line_id, is_return: true };
  await replacePlanned(tx, visitId, [back, ...(await listPlanned(tx, visitId))]);
  return next;
}

/**
 * Whether the visit stays within the limit of steps if one more step is added to the planned ones.
 */
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
  target: LineToJoin,
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

/** Publishes that the line that the patient left is now one patient shorter. */
async function publishFormerLine(tx: Queryable, left: EntryInLine, now: Date): Promise<void> {
  const { hospital_id: hospitalId, line_id: lineId } = left;
  if (left.is_shared) await publishLine(tx, { hospitalId, lineId }, now);
  else await publishLeftLine(tx, lineId, now);
}

/**
 * Undoes a transfer. A patient who was being served is served again at the earlier step. A waiting
 * patient returns to the former position in the former line. Refuses after the time limit, once the
 * patient was called or transferred again, or if another patient is being served at that point.
 */
export function undoSendOn(
  context: StaffContext,
  entryId: string,
  seen: number | undefined,
): Promise<Result<{ queue: StaffEntry }>> {
  return context.db.transaction(async (tx) => {
    const stop = await findStop(tx, entryId);
    if (stop === undefined) return refuse('not_found');
    // An entry may have been created by one transfer and moved by a later one. Only a caller who
    // has seen the move undoes the move.
    const movedFrom = stop.moved_from_line_id;
    const isMove = movedFrom !== null && (stop.sent_from_id === null || seen !== undefined);
    const back = isMove
      ? await takeMoveBack(tx, context, stop, movedFrom, seen)
      : await takeStopBack(tx, context, stop);
    if (back.ok) {
      await strikeSentHandOffs(tx, context, { entryId: stop.id, lineId: stop.line_id });
    }
    return back;
  });
}

/** Undoes the transfer of a patient who was being served. */
async function takeStopBack(
  tx: Queryable,
  context: StaffContext,
  stop: StopLink,
): Promise<Result<{ queue: StaffEntry }>> {
  const before = stop.sent_from_id === null ? undefined : await findStop(tx, stop.sent_from_id);
  // The caller needs the right to transfer patients from the line that the patient came from.
  const may = await maySend(tx, context, before ?? stop);
  if (!may.ok) return may;
  if (before === undefined) return refuse('illegal_transition');
  for (const id of [stop.line_id, before.line_id].toSorted()) await lockLine(tx, id);
  const now = context.clock.now();
  const sent = await findEntryInLine(tx, stop.id);
  const from = await findEntryInLine(tx, before.id);
  if (sent === undefined || from === undefined) return refuse('not_found');
  const possible = mayStopGoBack(stop, { sent, from }, now);
  if (!possible.ok) return possible;
  // The patient had finished the earlier step well before the transfer. After the undo, the visit
  // again waits for its planned line.
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

/**
 * Refuses an undo of a transfer once the patient was called or transferred again, and after the
 * time limit.
 */
function mayStopGoBack(
  stop: StopLink,
  { sent, from }: { readonly sent: EntryInLine; readonly from: EntryInLine },
  now: Date,
): Result<void> {
  // A colleague has transferred the patient again meanwhile, and this undo must not overrule that.
  if (sent.line_id !== stop.line_id || sent.moved_at !== null) return refuse('entry_changed');
  const isWaiting = sent.status === 'waiting' && sent.called_at === null;
  if (!isWaiting || from.status !== 'completed') return refuse('illegal_transition');
  return isOver(stop.joined_at, now) ? refuse('undo_over') : ok(undefined);
}

/**
 * Undoes the transfer of a waiting patient: the same entry returns to its former position in the
 * former line.
 */
async function takeMoveBack(
  tx: Queryable,
  context: StaffContext,
  stop: StopLink,
  movedFrom: string,
  seen: number | undefined,
): Promise<Result<{ queue: StaffEntry }>> {
  const may = await maySend(tx, context, { ...stop, line_id: movedFrom });
  if (!may.ok) return may;
  for (const id of [stop.line_id, movedFrom].toSorted()) await lockLine(tx, id);
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
  const isElsewhere = entry.line_id !== stop.line_id || before.lineId !== movedFrom;
  if (isNewer || isElsewhere) return refuse('entry_changed');
  if (isOver(before.movedAt, now)) return refuse('undo_over');
  if (target === undefined) return refuse('line_closed');
  // The patient may have been notified of the transfer. The patient is then notified of the undo
  // too.
  const kind = entry.account_id === null ? 'undone' : 'undone_told';
  const placeIn = () => Promise.resolve(before.place);
  const how = { to: movedFrom, placeIn, kind, isPart: true } as const;
  const back = await moveOne(tx, context, entry, how, now);
  if (entry.visit_id !== null && before.planned !== null) {
    const again = { line_id: entry.line_id, is_return: before.planned };
    const planned = await listPlanned(tx, entry.visit_id);
    await replacePlanned(tx, entry.visit_id, [again, ...planned]);
  }
  // The transfer recorded outcomes for the waits shown in the former line. The undo deletes these outcomes.
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
 * Restores the plan as it was before the transfer. The planned return to the former line is
 * removed, and the planned step is due again.
 */
async function restorePlan(tx: Queryable, from: EntryInLine, sent: StopLink): Promise<void> {
  const visitId = from.visit_id ?? from.id;
  const planned = await listPlanned(tx, visitId);
  const [first, ...rest] = planned;
  const comesBack = first?.is_return === true && first.line_id === from.line_id;
  if (!comesBack && !sent.was_planned) return;
  const again = { line_id: sent.line_id, is_return: sent.is_return };
  await replacePlanned(tx, visitId, [
    ...(sent.was_planned ? [again] : []),
    ...(comesBack ? rest : planned),
  ]);
}

/**
 * Replaces the planned steps after the present step. Refuses if the present step has ended, or if
 * the plan has changed since the caller saw it.
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
    await lockLine(tx, may.value.line_id);
    const entry = await findEntryInLine(tx, entryId);
    if (entry === undefined) return refuse('not_found');
    if (entry.status !== 'waiting' && entry.status !== 'in_progress') {
      return refuse('illegal_transition');
    }
    // The patient was transferred while this transaction waited for the lock. The plan is now
    // protected by another line's lock.
    if (entry.line_id !== may.value.line_id) return refuse('entry_changed');
    const visitId = entry.visit_id ?? entryId;
    const there = (await listPlanned(tx, visitId)).map(({ line_id }) => line_id);
    const allowed = asSeen(seen, { lineIds: there });
    if (!allowed.ok) return allowed;
    const stops = [];
    for (const lineId of lineIds) {
      const target = await findLine(tx, lineId);
      if (target?.hospital_id !== context.actor.hospitalId) return refuse('not_found');
      const isReturn = lineId === entry.line_id || (await hasBeenIn(tx, visitId, lineId));
      stops.push({ line_id: lineId, is_return: isReturn });
    }
    if (lineIds[0] === entry.line_id) return refuse('already_there');
    // Counter screens show the whole visit with every step, so an event is recorded for each step.
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
    // The entry itself is unchanged; the event makes screens fetch the visit again.
    const version = entry.queue_version + 1;
    const published = { ...entry, visit_id: visitId, queue_version: version };
    await recordEntryEvent(tx, 'queue_updated', published, now, {
      action: null,
      along: [queueUpdate(entry.line_id, { version })],
    });
    return ok({ journey: await readJourney(tx, { ...entry, visit_id: visitId }, now) });
  });
}
