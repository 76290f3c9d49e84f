/**
 * Every change of an entry runs through this module: lock the line, read, check rights, apply the
 * rule, write the entry with its event and audit row. All steps are one transaction [INV-5, INV-9].
 * Actions differ only in their declaration (`queue-actions.ts`) and their rule (`queue.rules.ts`).
 */
import { isCalledLongAgo } from '@baari/contract/called-long-ago.ts';
import { type CheckInWay, slipMinutes, statusesToCome } from '@baari/contract/constants.ts';
import { placeChangesShown } from '@baari/contract/queue/queue.ts';
import { auditedAs, type PayloadOf, queueActions } from '@baari/contract/queue/queue-actions.ts';
import { hasRight } from '@baari/contract/queue/entry-state.ts';
import type { Sql } from 'sql-template-tag';
import { takeDueBreak } from '../doctors/presence/auto-break.ts';
import { endBreakOf } from '../doctors/presence/end-breaks.ts';
import { leftRoom } from '../doctors/presence/set-presence.ts';
import { notifyDoctor } from '../doctors/leaving/notify-doctor.ts';
import { type Actor, isStaff } from '../platform/actor.ts';
import { auditStatement } from '../platform/audit/audit.store.ts';
import type { Context } from '../platform/context.ts';
import { type Queryable, violates } from '../platform/database/database.ts';
import { lockLineOf } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { lateStart, withStart } from '../waits/late-start.rules.ts';
import { withCall } from '../waits/usual-pause.rules.ts';
import { firstOpening } from '../waits/point-hours.rules.ts';
import {
  learn,
  type ServiceTime,
  serviceTimeOf,
  visitMinutes,
} from '../waits/service-time.rules.ts';
import { usualChangeOver } from '../waits/constants.rules.ts';
import type { LineNow } from '../waits/announced-wait.rules.ts';
import { defaultCalibration } from '../waits/calibration.rules.ts';
import { giveUpBooking } from './booking.store.ts';
import { type QueueChange, queueUpdate, teachLine } from './doctor-queue.store.ts';
import {
  answerOf,
  type EntryAnswer,
  recordEntryEvent,
  type PublishedEntry,
} from './entry-event.ts';
import { movePromise, promiseOf, reopenPromises, settlePromise } from './promises/keep-promise.ts';
import { type Line, shiftsBetween } from './order/line.rules.ts';
import {
  keyAt,
  listLineIds,
  listLineMembers,
  listLineOrder,
  recordPlaceChanges,
  settleLine,
} from './order/line.store.ts';
import { mayUse } from './queue.access.ts';
import {
  type RuleInput,
  changeOf,
  type EntryChange,
  keyBetween,
  mayBecome,
  type NamedPoint,
  type Past,
  type Rule,
  type RuledName,
  rules,
  type EntryState,
} from './queue.rules.ts';
import {
  type EntryInLine,
  type EntryRow,
  findEntryInLine,
  isInQueue,
  readPlace,
  type ChangeAuthor,
  updateEntry,
} from './queue.store.ts';
import { lineAround, workDayOf } from './queue.view.ts';
import type { Token } from './tokens/token.rules.ts';
import { fulfilPlan } from './transfer/transfer.store.ts';
import { issueToken, isTokenTaken } from './tokens/token.store.ts';

export interface ActionRequest<Name extends RuledName> {
  readonly payload: PayloadOf<Name>;
  /** Optimistic concurrency: the version of the entry or line that the caller saw. */
  readonly seen?: number | undefined;
  /** How the patient's arrival became known. By default it follows from who calls the API. */
  readonly by?: CheckInWay;
  /** The service point of a shared line that calls the patient. */
  readonly point?: NamedPoint;
  /**
   * Set if the caller's right to work at the service point of a shared line was already checked.
   */
  readonly mayServe?: true;
  /** Set if the change is part of a larger staff action that has its own audit row. */
  readonly isPart?: true;
  /** Set if the length of this visit is unknown, so that the service time learns nothing from it. */
  readonly isUnmeasured?: true;
}

/** An action's name and its input. */
interface Action<Name extends RuledName> {
  readonly name: Name;
  readonly wish: ActionRequest<Name>;
}

/** A side effect of an action on an entry, in the same transaction. */
type Afterwards = (
  tx: Queryable,
  entry: EntryInLine,
  now: Date,
  change: EntryChange,
) => Promise<void>;

const afterwards: { readonly [Name in RuledName]?: Afterwards } = {
  // Calling a patient in ends the doctor's break.
  start: async (tx, entry, now) => {
    if (entry.break_until !== null) await endBreakOf(tx, entry.line_id, now);
  },
  complete: async (tx, entry, now) => {
    if (entry.break_after !== null) await takeDueBreak(tx, entry.line_id, now);
    await teachLineOfCall(tx, entry, now);
  },
  check_in: (tx, { line_id: doctorId, account_id: accountId }, now) =>
    notifyDoctor(tx, { doctorId, what: 'check-in', accountId }, now),
  // When a patient with a booking leaves the line, the booking is cancelled and its slot is free.
  leave: async (tx, entry, now) => {
    if (entry.appointment_id !== null) await giveUpBooking(tx, entry.appointment_id, now);
  },
  bring_back: async (tx, entry, now, { status }) => {
    // If a break began when this visit ended, undoing the end of the visit also undoes the break.
    const isInside = status === 'in_progress' && entry.break_until !== null;
    if (isInside) await endBreakOf(tx, entry.line_id, now);
    // The patient is in this line again, so a planned return to this line is no longer needed.
    if (entry.visit_id !== null) await fulfilPlan(tx, entry.visit_id, entry.line_id);
  },
};

/**
 * Counts a visit in the measured service time of the line that called the patient. A patient called
 * from a line for any doctor moves to the doctor's own line. The visit must also count for the line
 * of the call [LINE-2].
 */
async function teachLineOfCall(tx: Queryable, entry: EntryInLine, now: Date): Promise<void> {
  const { moved_from_line_id: lineId, moved_at: movedAt, started_at: startedAt } = entry;
  // A call from a line for any doctor sets the time of the move and the start to the same moment.
  if (lineId === null || startedAt === null || movedAt?.getTime() !== startedAt.getTime()) return;
  if (wasMeasured(entry)) return;
  await teachLine(tx, lineId, minutesAtPoint(startedAt, now) / entry.counts_as, now);
}

/**
 * Whether the end of this visit was undone. The first end was measured, so the next end must not be
 * measured.
 */
function wasMeasured({ brought_back_at: backAt, started_at: startedAt }: EntryInLine): boolean {
  return backAt !== null && startedAt !== null && backAt > startedAt;
}

/**
 * The minutes that a patient takes at one service point, including the usual time between two
 * patients. In a line with several points, the time between calls cannot be measured.
 */
function minutesAtPoint(startedAt: Date, now: Date): number {
  return (now.getTime() - startedAt.getTime()) / 60_000 + usualChangeOver;
}

/** A check that runs before an action. It is in addition to the action's declaration and rule. */
type Beforehand = (tx: Queryable, entry: EntryInLine) => Promise<Result<void>>;

const beforehand: { readonly [Name in RuledName]?: Beforehand } = {
  // A hospital that the operator has closed accepts no new patients. Patients already in line are
  // still served.
  approve: (_, entry) =>
    Promise.resolve(entry.is_closed ? refuse('hospital_closed') : ok(undefined)),
  async bring_back(tx, entry) {
    if (entry.is_closed) return refuse('hospital_closed');
    if (entry.is_former) return refuse('doctor_not_available');
    return (await isInQueue(tx, entry.patient_id)) ? refuse('already_in_queue') : ok(undefined);
  },
};

/** Carries out an action on an entry. If the action is refused, nothing changes. */
export function changeEntry<Name extends RuledName, A extends Actor>(
  context: Context<A>,
  name: Name,
  entryId: string,
  request: ActionRequest<Name>,
): Promise<Result<EntryAnswer<A>>> {
  const { actor } = context;
  const { right } = queueActions[name];
  return carryOut(context, name, entryId, request, (entry) => mayUse(right, actor, entry));
}

/**
 * Carries out an action on an entry for a caller whose right was checked elsewhere, such as at a
 * kiosk.
 */
export function changeShownEntry<Name extends RuledName>(
  context: Context,
  name: Name,
  entryId: string,
  request: ActionRequest<Name>,
): Promise<Result<unknown>> {
  return carryOut(context, name, entryId, request, () => ok(undefined));
}

function carryOut<Name extends RuledName, A extends Actor | null>(
  context: Context<A>,
  name: Name,
  entryId: string,
  request: ActionRequest<Name>,
  may: (entry: EntryRow) => Result<void>,
): Promise<Result<EntryAnswer<A>>> {
  const changed = context.db.transaction(async (tx): Promise<Result<EntryAnswer<A>>> => {
    // The queries are pipelined on one connection. The second query runs after the lock is taken
    // and reads the locked state.
    const [locked, entry] = await Promise.all([
      lockLineOf(tx, entryId),
      findEntryInLine(tx, entryId),
    ]);
    if (entry === undefined) return refuse('not_found');
    // The entry moved to another line while this transaction waited for the former line's lock.
    const isElsewhere = locked !== entry.line_id;
    const allowed = may(entry);
    if (!allowed.ok) return allowed;
    if (isElsewhere) return refuse('entry_changed');
    const now = context.clock.now();
    const published = await changeFound(tx, context, entry, { name, wish: request }, now);
    return published.ok ? ok(answerOf(context, published.value)) : published;
  });
  return changed.catch((error: unknown) => {
    // The patient joined another line in a concurrent transaction.
    if (violates(error, 'one_open_entry_per_patient')) return refuse('already_in_queue');
    throw error;
  });
}

/**
 * Changes an entry as part of a larger action. The caller has checked the right and holds the lock
 * of the doctor's line. Refuses if the entry does not exist.
 */
export async function changeEntryIn<Name extends RuledName>(
  tx: Queryable,
  context: Context,
  entryId: string,
  action: Action<Name>,
  now: Date,
): Promise<Result<PublishedEntry>> {
  const entry = await findEntryInLine(tx, entryId);
  return entry === undefined ? refuse('not_found') : changeFound(tx, context, entry, action, now);
}

async function changeFound<Name extends RuledName>(
  tx: Queryable,
  context: Context,
  entry: EntryInLine,
  action: Action<Name>,
  now: Date,
): Promise<Result<PublishedEntry>> {
  const { name, wish: request } = action;
  // Patients of a shared line are called only from a service point.
  if (name === 'start' && entry.is_shared && request.point === undefined) {
    return refuse('call_at_point');
  }
  const decided = await decide(tx, context.actor, entry, action, now);
  if (!decided.ok) return decided;
  const change = ofPoint(entry, decided.value, request.point);
  const isOnRecord = request.isPart !== true;
  const isMeasured = request.isUnmeasured !== true;
  return ok(await write(tx, context, name, { entry, change, isOnRecord, isMeasured }, now));
}

/**
 * Adds to the change the service point that serves the patient. Only entries in a shared line have
 * a service point.
 */
function ofPoint(
  { is_shared, status }: EntryInLine,
  change: EntryChange,
  point: ActionRequest<RuledName>['point'],
): EntryChange {
  if (!is_shared) return change;
  if (change.status === 'in_progress' && point !== undefined) return { ...change, point };
  return change.status === 'waiting' && status !== 'pending_approval'
    ? { ...change, point: null }
    : change;
}

/**
 * Decides whether the action is possible. It first refuses an action that the entry's status no
 * longer allows. It then refuses if somebody else changed the entry later than the caller's
 * version.
 */
async function decide<Name extends RuledName>(
  tx: Queryable,
  actor: Actor | null,
  row: EntryInLine,
  { name, wish: request }: Action<Name>,
  now: Date,
): Promise<Result<EntryChange>> {
  const { payload, seen, by, mayServe } = request;
  const entry = entryStateOf(row, now);
  const possible = mayBecome(name, entry);
  if (!possible.ok && possible.code === 'illegal_transition') return possible;
  if (isNewer(row.changed_version, seen)) return refuse('entry_changed');
  if ('needsSameLine' in queueActions[name] && isNewer(row.order_version, seen)) {
    return refuse('line_changed');
  }
  if (!possible.ok) return possible;
  const allowed = await beforehand[name]?.(tx, row);
  if (allowed?.ok === false) return allowed;
  const self = actor !== null && isStaff(actor) ? 'staff' : 'patient';
  const mayConsult = mayServe ?? (actor !== null && hasRight('consult', actor, row.line_id));
  const patch = await patchOf(tx, name, row, { entry, payload, by: by ?? self, mayConsult, now });
  return patch.ok ? ok(changeOf(name, entry, patch.value, now)) : patch;
}

async function patchOf<Name extends RuledName>(
  tx: Queryable,
  name: Name,
  row: EntryInLine,
  input: RuleInput<Name>,
): Promise<Result<Partial<EntryChange>>> {
  const rule: Rule<Name> = rules[name];
  switch (rule.reads) {
    case undefined:
      return rule.decide(input);
    case 'order':
      return rule.decide(input, await listLineOrder(tx, row.line_id));
    case 'line':
      return rule.decide(input, await readLine(tx, row, input.now));
  }
}

function isNewer(version: number, seen: number | undefined): boolean {
  return seen !== undefined && version > seen;
}

/** Reads the patients who wait in this entry's line, and the line's forecast. */
export async function readLine(tx: Queryable, entry: EntryRow, now: Date): Promise<Line> {
  return {
    members: await listLineMembers(tx, entry.line_id),
    at: lineAround(entry, now) ?? nothingKnown(now),
  };
}

/** The state of a line whose working hours were not read. */
function nothingKnown(now: Date): LineNow {
  const announced = { state: 'offline', at: null, usuallyAt: null } as const;
  return { now, announced, lineForecast: undefined, calibration: defaultCalibration };
}

export function entryStateOf(entry: EntryInLine, now: Date): EntryState {
  return {
    id: entry.id,
    status: entry.status,
    place: entry.place,
    waiting: entry.waiting,
    startedAt: entry.started_at,
    isCalledLongAgo: isCalledLongAgo(entry.started_at?.getTime() ?? null, now.getTime()),
    isLast: entry.place > 0 && entry.place === entry.waiting,
    isAway: entry.called_at !== null && entry.back_at === null,
    isCheckedIn: entry.checked_in_at !== null,
    checkedInBy: entry.checked_in_by,
    delays: entry.delays,
    consultationRuns: entry.running_since !== null || entry.is_point_taken || entry.is_point_shut,
    urgency: entry.urgency,
    notes: entry.notes,
    isGivenUp: entry.status === 'cancelled' && entry.cancelled_by !== 'staff',
    // An entry from yesterday can still be restored for some minutes, if it ended just before
    // midnight.
    isOfThePast: entry.past_from !== null && entry.past_from <= now && !isSlip(entry, now),
    past: pastOf(entry),
  };
}

function pastOf(entry: EntryInLine): Past | null {
  if (entry.ended_at === null) return null;
  const isIn = entry.approved_at === null ? 'request' : 'line';
  return {
    endedAt: entry.ended_at,
    stage: entry.started_at === null ? isIn : 'room',
    key: entry.order_key ?? 0,
    lineNumber: entry.line_number,
  };
}

interface Decided {
  readonly entry: EntryInLine;
  readonly change: EntryChange;
  /** Whether the action has its own audit row. */
  readonly isOnRecord: boolean;
  /** Whether the line's service time learns from the visit. */
  readonly isMeasured: boolean;
}

async function write(
  tx: Queryable,
  context: Context,
  name: RuledName,
  { entry, change, isOnRecord, isMeasured }: Decided,
  now: Date,
): Promise<PublishedEntry> {
  const { actor } = context;
  const version = entry.queue_version + 1;
  const author = {
    action: queueActions[name].publishedAs,
    at: now,
    by: actor?.userId ?? null,
    version,
  };
  // Only an entry restored after midnight needs a query here. All other changes continue without
  // waiting for the database.
  const isNeeded = needsToken(tx, entry, change, now);
  const token = (typeof isNeeded === 'boolean' ? isNeeded : await isNeeded)
    ? await issueToken(tx, entry.line_id, now)
    : undefined;
  const activity = activityOf(entry, change, now);
  const serviceTime = isMeasured ? serviceTimeAfter(entry, change, now) : undefined;
  const { written, isReordered } = await writeEntry(tx, entry, change, token, author);
  const changed: EntryRow = {
    ...written,
    changed_by_name: actor?.name ?? null,
    queue_version: version,
    ...shownAfter(entry, written, change, activity),
    waiting_since: entry.waiting_since ?? (change.place > 0 ? now : null),
  };
  const effect = effectOnForecast(entry, changed, change);
  const { isSettled, isMoved, isBack } = effect;
  const counted = {
    version,
    isReordered,
    serviceTime,
    completions: completionsOf(entry, change),
    isPromiseSettled: isSettled || isMoved || isBack,
    ...activity,
  };
  // The forecast is settled before the line's count of kept forecasts is updated, so that the count
  // includes it.
  if (isSettled) settlePromise(tx, changed, now);
  // These writes go in the same statement as the event.
  const along = [
    queueUpdate(entry.line_id, counted),
    ...promisesAfter(tx, name, { entry, changed, effect }, now),
    ...(isOnRecord ? auditOf(tx, context, name, entry) : []),
  ];
  const [event] = await Promise.all([
    recordEntryEvent(tx, change.event, changed, now, {
      action: name,
      along,
      drawn: entry.drawn_number,
    }),
    afterwards[name]?.(tx, entry, now, change),
  ]);
  const { line_id: id, doctor_status: status } = entry;
  const hasLeft = entry.status === 'in_progress' && changed.status !== 'in_progress';
  if (hasLeft && !entry.is_shared) await leftRoom(tx, { id, status }, now);
  return event;
}

/** The values of an entry that are taken from its line or hospital, as they are after a change. */
function shownAfter(
  entry: EntryInLine,
  written: EntryRow,
  { point }: EntryChange,
  { calledAt, endedAt }: Signs,
) {
  return {
    // Opening hours are included only for waiting and pending entries.
    ...(isAwaited(written) ? {} : { week: null, hospital_hours: null }),
    ...(point === undefined
      ? {}
      : { point_name: point?.name ?? null, point_names: point?.names ?? null }),
    // The doctor's patient has left, so no consultation is running.
    running_since: endedAt === undefined ? entry.running_since : null,
    last_call_at: calledAt ?? entry.last_call_at,
    last_end_at: endedAt ?? entry.last_end_at,
  };
}

/**
 * The effect of a change on the forecast of the entry's wait: whether the change settles the
 * forecast, makes it obsolete, or reopens it.
 */
function effectOnForecast(entry: EntryInLine, changed: EntryRow, change: EntryChange) {
  const leaves = isAwaited(entry) && !isAwaited(changed);
  // A missed call also settles the forecast: the wait ended with the first call.
  const isSettled = leaves || change.missedCallAt !== undefined;
  const isMoved = !isSettled && entry.place > 0 && changed.place !== entry.place;
  return { isSettled, isMoved, isBack: change.broughtBackAt !== undefined };
}

/**
 * The SQL statements that record forecasts after a change. A patient who was approved, moved or
 * restored gets a new forecast.
 */
function promisesAfter(
  tx: Queryable,
  name: RuledName,
  given: {
    readonly entry: EntryInLine;
    readonly changed: EntryRow;
    readonly effect: ReturnType<typeof effectOnForecast>;
  },
  now: Date,
): readonly Sql[] {
  const { entry, changed, effect } = given;
  if (effect.isBack) return reopenPromises(tx, entry, changed, now);
  if (effect.isMoved) return movePromise(tx, changed, name, now);
  const isLetIn = entry.status !== 'waiting' && changed.status === 'waiting';
  return isLetIn ? promiseOf(changed, 'joined', now) : [];
}

/** By how much a change alters the line's count of completed visits. */
function completionsOf(entry: EntryInLine, { status }: EntryChange): number {
  const wasCompleted = entry.status === 'completed' && status !== undefined;
  return Number(status === 'completed') - Number(wasCompleted);
}

/** The audit row of an action by staff. */
function auditOf(tx: Queryable, context: Context, name: RuledName, entry: EntryInLine): Sql[] {
  const { actor } = context;
  const action = auditedAs(name);
  if (actor === null || !isStaff(actor) || action === undefined) return [];
  const done = {
    action,
    patientIds: [entry.patient_id],
    entryId: entry.id,
    outcome: 'ok',
  } as const;
  return [auditStatement(tx, { ...context, actor }, done)];
}

/**
 * Whether the entry needs a new token: it joins the line, or is restored with a token of a past
 * day. An entry restored within minutes keeps its token, also across midnight, unless another
 * patient has it [ARR-3, INV-13].
 */
function needsToken(
  tx: Queryable,
  entry: EntryInLine,
  change: EntryChange,
  now: Date,
): boolean | Promise<boolean> {
  if (change.approvedAt !== undefined) return true;
  const isBack = change.broughtBackAt !== undefined && change.status !== 'pending_approval';
  const { token_until: until } = entry;
  if (!isBack || (until !== null && until > now)) return false;
  if (until === null || !isSlip(entry, now)) return true;
  return isTokenTaken(tx, entry.id, now);
}

function isSlip({ ended_at: endedAt }: EntryRow, now: Date): boolean {
  return endedAt !== null && now.getTime() - endedAt.getTime() <= slipMinutes * 60_000;
}

function isAwaited({ status }: EntryRow): boolean {
  return statusesToCome.some((toCome) => toCome === status);
}

/**
 * The line's new service time per patient, if this change measures one. The measured minutes are
 * divided by the length factor of the visit's kind.
 */
function serviceTimeAfter(
  entry: EntryInLine,
  change: EntryChange,
  now: Date,
): ServiceTime | undefined {
  if (entry.is_shared) return serviceTimeOfPoints(entry, change, now);
  const minutes =
    change.startedAt instanceof Date
      ? minutesSinceCall(entry, now)
      : change.status === 'completed'
        ? minutesInside(entry, now)
        : undefined;
  const countsAs = change.status === 'completed' ? entry.counts_as : (entry.last_counts_as ?? 1);
  return minutes === undefined ? undefined : learn(serviceTimeOf(entry), minutes / countsAs, now);
}

/**
 * The new service time per patient of a shared line. Several points serve patients at once, so the
 * time at a single point is measured.
 */
function serviceTimeOfPoints(
  entry: EntryInLine,
  change: EntryChange,
  now: Date,
): ServiceTime | undefined {
  if (change.status !== 'completed' || entry.started_at === null) return undefined;
  if (wasMeasured(entry)) return undefined;
  return learn(serviceTimeOf(entry), minutesAtPoint(entry.started_at, now), now);
}

/**
 * The minutes from the last call to this one. They are the doctor's time per patient, including the
 * time between two patients.
 */
function minutesSinceCall(entry: EntryInLine, now: Date): number | undefined {
  const { last_started_at: startedAt, last_ended_at: endedAt } = entry;
  if (startedAt === null || endedAt === null) return undefined;
  // If nobody waited when the last visit ended, that visit was already measured at its end.
  if (entry.pace_at !== null && entry.pace_at >= endedAt) return undefined;
  if (hasTaught(entry, startedAt)) return undefined;
  return visitMinutes({
    startedAt: startedAt.getTime(),
    endedAt: endedAt.getTime(),
    nextCallAt: now.getTime(),
    nextHereAt: entry.checked_in_at?.getTime() ?? null,
    statusSince: entry.interrupted_at?.getTime() ?? null,
    pauses: workDayOf(entry, now)?.pauses ?? [],
  });
}

/**
 * Whether this consultation was already measured. That is the case if the consultation was
 * completed and its end was then undone.
 */
function hasTaught({ pace_at }: EntryInLine, startedAt: Date): boolean {
  return pace_at !== null && pace_at > startedAt;
}

type Signs = Pick<QueueChange, 'calledAt' | 'endedAt' | 'lateStarts' | 'pausesTaken'>;

/**
 * What this change shows about whether the doctor is at work: a call, answered or missed, or the
 * end of a visit.
 */
function activityOf(entry: EntryInLine, change: EntryChange, now: Date): Signs {
  // Undoing the end of a visit does not show that the doctor is at work.
  if (change.broughtBackAt !== undefined) {
    return { calledAt: undefined, endedAt: undefined };
  }
  const isMissed = change.missedCallAt !== undefined && entry.status === 'waiting';
  const isCall = change.status === 'in_progress' || isMissed;
  const leaves = entry.status === 'in_progress' && change.status !== undefined;
  return {
    calledAt: isCall ? now : undefined,
    endedAt: leaves ? now : undefined,
    lateStarts: isCall ? lateStartsAfter(entry, now) : undefined,
    pausesTaken: isCall ? pausesAfter(entry, now) : undefined,
  };
}

/**
 * A patient who is called earlier than this before the opening time was called in the previous
 * night's working hours.
 */
const earliestMs = 60 * 60_000;

/**
 * How late the doctor began on recent days. Today is included if this is the first call of today.
 */
export function lateStartsAfter(entry: EntryInLine, now: Date): number[] | undefined {
  const { at_points: points, hospital_time_zone: zone } = entry;
  const hoursFrom = workDayOf(entry, now)?.hours?.from;
  if (hoursFrom === undefined) return undefined;
  const opensAt = Math.max(hoursFrom, firstOpening(points ?? [], zone, now) ?? hoursFrom);
  if ((entry.last_call_at?.getTime() ?? 0) >= opensAt - earliestMs) return undefined;
  const minutes = lateStart(opensAt, {
    firstCallAt: now.getTime(),
    waitingSince: (entry.approved_at ?? entry.joined_at).getTime(),
  });
  return minutes === undefined ? undefined : withStart(entry.late_starts, minutes);
}

/**
 * The doctor's unplanned pauses on recent days; undefined for a shared line, where only single
 * points pause.
 */
function pausesAfter(entry: EntryInLine, now: Date): number[] | undefined {
  const workDay = entry.is_shared ? undefined : workDayOf(entry, now);
  if (workDay === undefined) return undefined;
  const call = {
    at: now.getTime(),
    waitingSince: (entry.approved_at ?? entry.joined_at).getTime(),
    lastCallAt: entry.last_call_at?.getTime() ?? null,
    lastEndAt: entry.last_end_at?.getTime() ?? null,
  };
  return withCall(entry.pauses_taken, call, workDay);
}

/**
 * The minutes of the consultation itself. They are used only when nobody waits; otherwise the time
 * from call to call is used.
 */
function minutesInside(entry: EntryInLine, now: Date): number | undefined {
  const { waiting, started_at } = entry;
  if (waiting > 0 || started_at === null || hasTaught(entry, started_at)) return undefined;
  return (now.getTime() - started_at.getTime()) / 60_000 + usualChangeOver;
}

/** Writes the entry and the changes of the line's order that result from its change. */
async function writeEntry(
  tx: Queryable,
  entry: EntryInLine,
  change: EntryChange,
  token: Token | undefined,
  author: ChangeAuthor,
): Promise<{ written: EntryRow; isReordered: boolean }> {
  const { reason } = change;
  const before = reason === undefined ? undefined : await listLineIds(tx, entry.line_id);
  const moves = change.place > 0 && change.place !== entry.place;
  const orderKey = moves ? await keyForPlace(tx, entry, change.place, author.at) : undefined;
  const own = updateEntry(tx, entry, change, { orderKey, token }, author);
  // The order of the line needs repair only if an absent patient is at the front.
  const mayBeUnsettled =
    entry.away > 0 || change.missedCallAt !== undefined || change.broughtBackAt !== undefined;
  const isSettled = mayBeUnsettled && (await settleLine(tx, entry.line_id));
  const isPlaced = change.place > 0 && (isSettled || change.place !== entry.place);
  const isAppended = entry.status !== 'waiting' && change.place > entry.waiting;
  const { ahead, ahead_visits } = entry;
  const unmoved = { place: change.place, ahead, ahead_visits };
  const stands = isPlaced && (isSettled || !isAppended) ? await readPlace(tx, entry.id) : unmoved;
  const { at, by } = author;
  if (before !== undefined && reason !== undefined) {
    const shifts = shiftsBetween(before, await listLineIds(tx, entry.line_id));
    await recordPlaceChanges(tx, shifts, { entryId: entry.id, by, reason, at });
  }
  return {
    written: {
      ...entry,
      ...own,
      ...stands,
      place_changes: changesOfPlace(entry, stands.place, reason, at),
    },
    isReordered: isSettled || (change.place !== entry.place && !isAppended),
  };
}

/** The position changes of the entry, including the change that this action causes. */
function changesOfPlace(
  entry: EntryRow,
  to: number,
  reason: EntryChange['reason'],
  at: Date,
): EntryRow['place_changes'] {
  const { place: from, place_changes: before } = entry;
  if (reason === undefined || to === from) return before;
  const change = { at: at.toISOString(), from, to, reason, own: true };
  return [change, ...before].slice(0, placeChangesShown);
}

async function keyForPlace(
  tx: Queryable,
  entry: EntryInLine,
  place: number,
  now: Date,
): Promise<number> {
  // A restored entry keeps its former sort key where possible, because its neighbours may be
  // restored later, in any order.
  const former = entry.ended_at !== null && entry.started_at === null ? entry.order_key : null;
  if (place > entry.waiting) {
    const last = entry.last_key ?? undefined;
    return former !== null && former > (last ?? -Infinity) ? former : endKey(last);
  }
  // A patient who returns to the front gets a sort key that is not above the former one. The
  // patient is then ahead of all who were behind, including those who return later.
  const own = place === 1 && entry.status !== 'waiting' ? entry.order_key : null;
  const wanted = { doctorId: entry.line_id, entryId: entry.id, place, notBehind: own, former };
  return keyAt(tx, wanted, now);
}

function endKey(last: number | undefined): number {
  return keyBetween(last, undefined) ?? 1;
}
