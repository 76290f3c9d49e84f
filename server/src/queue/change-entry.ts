/**
 * The one way an entry changes: who may → lock the doctor's line → read → rule → write, with its
 * event and its audit row, in one transaction [INV-5, INV-9].
 */
import type { QueueAuditAction } from '@baari/contract/audit.ts';
import type { EntryActionName } from '@baari/contract/constants.ts';
import { placeChangesShown, type QueueEntry } from '@baari/contract/queue.ts';
import type { Actor } from '../platform/actor.ts';
import { isStaff } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit.store.ts';
import type { Context } from '../platform/context.ts';
import type { Queryable } from '../platform/database.ts';
import { lockDoctor } from '../platform/doctor-lock.store.ts';
import { recordEvent } from '../platform/event-log.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { cycleMinutes, learn } from '../waits/pace.rules.ts';
import { recordPromise, settlePromise } from './keep-promise.ts';
import { type Line, shiftsBetween } from './line.rules.ts';
import { type EntryOwners, maySee } from './queue.access.ts';
import { type EntryChange, keyBetween, type Standing } from './queue.rules.ts';
import {
  countCompletion,
  findLastConsultation,
  readPace,
  savePace,
  setQueueVersion,
} from './doctor-queue.store.ts';
import {
  countWaiting,
  keysAround,
  lastKey,
  listLineIds,
  listLineMembers,
  listLineOrder,
  recordPlaceChanges,
  renumberLine,
  settleLine,
} from './line.store.ts';
import {
  type EntryRow,
  findEntry,
  findOwners,
  readPlace,
  type Signature,
  updateEntry,
} from './queue.store.ts';
import { forPatient, lineAhead, staffEntryView } from './queue.view.ts';
import type { Token } from './token.rules.ts';
import { issueToken } from './token.store.ts';

interface LineReader {
  readonly line: () => Promise<Line>;
  /** Their order alone: many times quicker than the line with all that was ever passed in it. */
  readonly order: () => ReturnType<typeof listLineOrder>;
}

export interface EntryAction<A extends Actor> {
  /** How the audit trail calls it. */
  readonly name: QueueAuditAction;
  /** How colleagues are told of it. */
  readonly as: EntryActionName;
  /** The version of the entry that the caller looked at; a later change is not overruled. */
  readonly seen?: number | undefined;
  /** The version of the line that the caller looked at, where its order matters. */
  readonly seenLine?: number | undefined;
  readonly may: (actor: A, entry: EntryOwners) => boolean;
  /** `read` reads those who wait, for the rules that need them. */
  readonly rule: (
    standing: Standing,
    now: Date,
    read: LineReader,
  ) => Result<EntryChange> | Promise<Result<EntryChange>>;
  /** What else becomes of it, in the same transaction and after its event. */
  readonly afterwards?: (tx: Queryable, entry: EntryRow, now: Date) => Promise<void>;
}

export interface EntryAnswer {
  readonly queue: QueueEntry;
}

/** Carries an action out on an entry, or refuses and leaves everything as it was. */
export async function changeEntry<A extends Actor>(
  context: Context<A>,
  entryId: string,
  action: EntryAction<A>,
): Promise<Result<EntryAnswer>> {
  const owners = await findOwners(context.db, entryId);
  if (owners === undefined || !maySee(context.actor, owners)) return refuse('not_found');
  if (!action.may(context.actor, owners)) return refuse('forbidden');
  return changeEntryOf(context, entryId, owners.doctorId, action);
}

/** The same for a caller whose right to it was shown otherwise, such as before a kiosk. */
export function changeEntryOf(
  context: Context,
  entryId: string,
  doctorId: string,
  action: Omit<EntryAction<Actor>, 'may'>,
): Promise<Result<EntryAnswer>> {
  return context.db.transaction(async (tx) => {
    await lockDoctor(tx, doctorId);
    const entry = await findEntry(tx, entryId);
    if (entry === undefined) return refuse('not_found');
    const now = context.clock.now();
    const waiting = await countWaiting(tx, entry.doctor_id);
    const decided = await action.rule(standingOf(entry, waiting), now, {
      line: () => readLine(tx, entry, now),
      order: () => listLineOrder(tx, doctorId),
    });
    if (!decided.ok && decided.code === 'illegal_transition') return decided;
    if (isNewer(entry.changed_version, action.seen)) return refuse('entry_changed');
    if (isNewer(entry.order_version, action.seenLine)) return refuse('line_changed');
    if (!decided.ok) return decided;
    const answer = await carryOut(tx, context, entry, action, decided.value, waiting, now);
    await action.afterwards?.(tx, entry, now);
    return ok(answer);
  });
}

function isNewer(version: number, seen: number | undefined): boolean {
  return seen !== undefined && version > seen;
}

/** Those who wait with this entry, and how fast they are called. */
export async function readLine(tx: Queryable, entry: EntryRow, now: Date): Promise<Line> {
  return {
    members: await listLineMembers(tx, entry.doctor_id),
    outlook: lineAhead(entry, now),
    fit: entry.fit ?? undefined,
  };
}

export function ownersOf(entry: EntryRow): EntryOwners {
  return {
    hospitalId: entry.hospital_id,
    doctorId: entry.doctor_id,
    accountId: entry.account_id,
  };
}

export function standingOf(entry: EntryRow, waiting: number): Standing {
  return {
    status: entry.status,
    place: entry.place,
    waiting,
    consultationRuns: entry.running_since !== null,
    urgency: entry.urgency,
    isCheckedIn: entry.checked_in_at !== null,
    isAway: entry.called_at !== null && entry.back_at === null,
  };
}

async function carryOut(
  tx: Queryable,
  context: Context,
  entry: EntryRow,
  action: Pick<EntryAction<Actor>, 'name' | 'as'>,
  change: EntryChange,
  waiting: number,
  now: Date,
): Promise<EntryAnswer> {
  const { actor } = context;
  const version = entry.queue_version + 1;
  const signed = { action: action.as, at: now, by: actor?.userId ?? null, version };
  const token =
    change.approvedAt === undefined ? undefined : await issueToken(tx, entry.doctor_id, now);
  if (change.status === 'in_progress') await learnFromCall(tx, entry, now);
  const written = await write(tx, entry, change, waiting, token, signed);
  if (change.status === 'completed') await learnFromEnd(tx, entry, waiting, now);
  await setQueueVersion(tx, entry.doctor_id, version, written.isReordered);
  const placed = { ...change, place: written.place };
  const changed = rowAfter(entry, placed, token, actor?.name ?? null, signed);
  if (entry.status === 'waiting' && changed.status !== 'waiting') {
    await settlePromise(tx, changed, now);
  }
  if (entry.status !== 'waiting' && changed.status === 'waiting') {
    await recordPromise(tx, changed, 'joined', now);
  }
  const after = staffEntryView(changed, now);
  await recordEvent(tx, {
    type: change.event,
    at: now,
    hospitalId: entry.hospital_id,
    doctorId: entry.doctor_id,
    entryId: entry.id,
    accountId: entry.account_id,
    body: after,
  });
  if (actor === null || !isStaff(actor)) return { queue: forPatient(after) };
  await recordAudit(
    tx,
    { ...context, actor },
    { action: action.name, patientIds: [entry.patient_id], entryId: entry.id, outcome: 'ok' },
  );
  return { queue: after };
}

/** Writes the entry and what its change means for the order of the line. */
async function write(
  tx: Queryable,
  entry: EntryRow,
  change: EntryChange,
  waiting: number,
  token: Token | undefined,
  signed: Signature,
): Promise<{ place: number; isReordered: boolean }> {
  const { reason } = change;
  const before = reason === undefined ? undefined : await listLineIds(tx, entry.doctor_id);
  const moves = change.place > 0 && change.place !== entry.place;
  const orderKey = moves ? await keyForPlace(tx, entry, change.place, waiting) : undefined;
  await updateEntry(tx, entry.id, change, orderKey, token, signed);
  const isSettled = await settleLine(tx, entry.doctor_id);
  const place = isSettled && change.place > 0 ? await readPlace(tx, entry.id) : change.place;
  const { at, by } = signed;
  // Nobody but a person moves people: a kiosk only says that somebody is here.
  if (before !== undefined && reason !== undefined && by !== null) {
    const shifts = shiftsBetween(before, await listLineIds(tx, entry.doctor_id));
    await recordPlaceChanges(tx, shifts, { entryId: entry.id, by, reason, at });
  }
  const isAppended = entry.status !== 'waiting' && change.place > waiting;
  return { place, isReordered: isSettled || (change.place !== entry.place && !isAppended) };
}

async function keyForPlace(
  tx: Queryable,
  entry: EntryRow,
  place: number,
  waiting: number,
): Promise<number> {
  if (place > waiting) return endKey(await lastKey(tx, entry.doctor_id));
  const around = await keysAround(tx, entry.doctor_id, entry.id, place);
  const key = keyBetween(around.before, around.after);
  if (key !== undefined) return key;
  await renumberLine(tx, entry.doctor_id);
  const roomy = await keysAround(tx, entry.doctor_id, entry.id, place);
  return keyBetween(roomy.before, roomy.after) ?? endKey(roomy.before);
}

function endKey(last: number | undefined): number {
  return keyBetween(last, undefined) ?? 1;
}

/** From one call to the next is what a patient takes of the doctor's time, change-over included. */
async function learnFromCall(tx: Queryable, entry: EntryRow, now: Date): Promise<void> {
  const before = await findLastConsultation(tx, entry.doctor_id);
  if (before === undefined) return;
  const { pace, interruptedAt } = await readPace(tx, entry.doctor_id);
  const next = { waitingSince: entry.approved_at ?? entry.joined_at, startedAt: now };
  const minutes = cycleMinutes(before, next, interruptedAt);
  if (minutes !== undefined) await savePace(tx, entry.doctor_id, learn(pace, minutes, now));
}

/** With somebody waiting the next call will tell more; without, the consultation itself is all. */
async function learnFromEnd(
  tx: Queryable,
  entry: EntryRow,
  waiting: number,
  now: Date,
): Promise<void> {
  await countCompletion(tx, entry.doctor_id);
  if (waiting > 0 || entry.started_at === null) return;
  const { pace } = await readPace(tx, entry.doctor_id);
  const minutes = (now.getTime() - entry.started_at.getTime()) / 60_000;
  await savePace(tx, entry.doctor_id, learn(pace, minutes, now));
}

/** The row as reading it again would give it, without the reading. */
function judgedIn(
  entry: EntryRow,
  { judged }: EntryChange,
): Pick<EntryRow, 'urgency' | 'stated_urgency' | 'urgency_reason' | 'urgency_changed_at'> {
  const { urgency, stated_urgency, urgency_reason, urgency_changed_at } = entry;
  if (judged === undefined) {
    return { urgency, stated_urgency, urgency_reason, urgency_changed_at };
  }
  return {
    urgency: judged.urgency,
    stated_urgency: stated_urgency ?? urgency,
    urgency_reason: judged.reason,
    urgency_changed_at: judged.at,
  };
}

function rowAfter(
  entry: EntryRow,
  change: EntryChange,
  token: Token | undefined,
  changerName: string | null,
  signed: Signature,
): EntryRow {
  const { at, version } = signed;
  const { place, reason, missedCallAt } = change;
  const checkedIn = change.checkIn ?? { at: entry.checked_in_at, by: entry.checked_in_by };
  const moved =
    reason === undefined || place === entry.place
      ? []
      : [{ at: at.toISOString(), from: entry.place, to: place, reason, own: true }];
  return {
    ...entry,
    status: change.status ?? entry.status,
    place,
    notes: change.notes ?? entry.notes,
    ...judgedIn(entry, change),
    rejection_reason: change.rejectionReason ?? entry.rejection_reason,
    cancelled_by: change.cancelledBy ?? entry.cancelled_by,
    approved_at: change.approvedAt ?? entry.approved_at,
    started_at: change.startedAt === undefined ? entry.started_at : change.startedAt,
    ended_at: change.endedAt ?? entry.ended_at,
    token: token?.text ?? entry.token,
    checked_in_at: checkedIn.at,
    checked_in_by: checkedIn.by,
    missed_calls: entry.missed_calls + (missedCallAt === undefined ? 0 : 1),
    called_at: missedCallAt ?? entry.called_at,
    back_at: missedCallAt === undefined ? (change.backAt ?? entry.back_at) : null,
    running_since:
      entry.status === 'in_progress' && change.status !== undefined ? null : entry.running_since,
    place_changes: [...moved, ...entry.place_changes].slice(0, placeChangesShown),
    changed_version: version,
    changed_at: at,
    changed_by: signed.by,
    changed_by_name: changerName,
    last_action: signed.action,
    queue_version: version,
  };
}
