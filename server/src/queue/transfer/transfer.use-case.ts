/**
 * Moves one patient, or all of a doctor's patients, to another doctor. They keep their arrival time
 * [DAY-3].
 */
import type { BeyondReason } from '@baari/contract/lines/requests-taken.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { recordDoctorEvent } from '../../doctors/doctor-event.ts';
import { findDoctor } from '../../doctors/doctors.store.ts';
import type { BeyondDetails } from '../../limits/limits.rules.ts';
import { withinLimits } from '../../limits/within-limits.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { StaffContext } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { lockLine } from '../../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { movePromises, settlePromises } from '../../waits/promises.store.ts';
import { entryStateOf, lateStartsAfter } from '../change-entry.ts';
import { queueUpdate, readQueueVersion } from '../doctor-queue.store.ts';
import { recordEntryEvent } from '../entry-event.ts';
import { promiseOf } from '../promises/keep-promise.ts';
import { shiftsBetween } from '../order/line.rules.ts';
import { keyAt, listLineIds, recordPlaceChanges, settleLine } from '../order/line.store.ts';
import { mayBecome } from '../queue.rules.ts';
import { type EntryInLine, type EntryRow, findEntry, findEntryInLine } from '../queue.store.ts';
import { staffEntryView } from '../queue.view.ts';
import { firstFree, placeByArrival } from './transfer.rules.ts';
import {
  findLineOfEntry,
  findLineOwner,
  fulfilPlan,
  listArrivals,
  listTakers,
  listToMove,
  type MoveKind,
  writeMove,
} from './transfer.store.ts';

/** The doctor or shared line to move to; by default the first free doctor of the department. */
interface TransferWish {
  readonly doctorId?: string | undefined;
  /** Optimistic concurrency: the version of the entry that the caller saw. */
  readonly seen?: number | undefined;
  /** Why the patient is moved although a limit of the other line is reached. */
  readonly beyond?: BeyondReason | undefined;
}

/**
 * Moves a waiting or pending entry to another line. Of two concurrent moves the second is refused.
 * A move into a line whose limit is reached needs a reason. No reason is needed for moving a whole
 * line, or the patients of a doctor who leaves.
 */
export function transferEntry(
  context: StaffContext,
  entryId: string,
  { doctorId, seen, beyond }: TransferWish,
): Promise<Result<{ queue: StaffEntry }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const from = await findLineOfEntry(tx, entryId, actor.hospitalId);
    if (from === undefined) return refuse('not_found');
    const to = await lockLines(tx, context, from, doctorId);
    if (!to.ok) return to;
    const now = clock.now();
    const entry = await findEntryInLine(tx, entryId);
    if (entry === undefined) return refuse('not_found');
    const possible = mayBecome('transfer', entryStateOf(entry, now));
    if (!possible.ok) return possible;
    const isNewer = seen !== undefined && entry.changed_version > seen;
    if (isNewer || entry.line_id !== from) return refuse('entry_changed');
    const within = await withinLimits(tx, { id: to.value, status: 'Available' }, beyond, now);
    if (!within.ok) return within;
    const moved = await moveOne(tx, context, entry, { to: to.value, details: within.value }, now);
    await publishLeftLine(tx, from, now);
    return ok({ queue: staffEntryView(moved, now) });
  });
}

/**
 * Moves all waiting and pending entries of a doctor, in order of arrival. Returns how many entries
 * were moved.
 */
export function transferLine(
  context: StaffContext,
  from: string,
  { doctorId }: TransferWish,
): Promise<Result<{ moved: number; to: { id: string; name: string } }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const owner = await findLineOwner(tx, from);
    if (owner?.hospital_id !== actor.hospitalId) return refuse('not_found');
    const to = await lockLines(tx, context, from, doctorId);
    if (!to.ok) return to;
    const now = clock.now();
    const moved = await moveAll(tx, context, { from, to: to.value }, now);
    const taker = await findDoctor(tx, to.value, now);
    return ok({ moved, to: { id: to.value, name: taker?.name ?? '' } });
  });
}

/**
 * Locks both lines, and those in `besides`, in the order of their ids before anything is written.
 * Returns the id of the new line. Refuses if the new line does not exist, was removed, or belongs
 * to a doctor who no longer practises.
 */
export async function lockLines(
  tx: Queryable,
  { actor, clock }: StaffContext,
  from: string,
  wished: string | undefined,
  besides: readonly string[] = [],
): Promise<Result<string>> {
  const to = wished ?? firstFree(await listTakers(tx, from, clock.now()));
  if (to === undefined) return refuse('no_free_doctor');
  if (to === from) return refuse('already_there');
  for (const lineId of [...new Set([from, to, ...besides])].toSorted()) {
    await lockLine(tx, lineId);
  }
  const taker = await findLineOwner(tx, to);
  if (taker === undefined || taker.hospital_id !== actor.hospitalId) return refuse('not_found');
  if (taker.is_deactivated) return refuse('not_found');
  return taker.status === 'Offline' ? refuse('doctor_not_available') : ok(to);
}

/**
 * Moves all waiting and pending entries of a doctor to another doctor. The caller holds the locks
 * of both lines.
 */
export async function moveAll(
  tx: Queryable,
  context: StaffContext,
  { from, to }: { readonly from: string; readonly to: string },
  now: Date,
): Promise<number> {
  const ids = await listToMove(tx, from);
  for (const id of ids) {
    const entry = await findEntryInLine(tx, id);
    if (entry === undefined) throw new Error('An entry that was just listed is not there.');
    await moveOne(tx, context, entry, { to }, now);
  }
  if (ids.length > 0) await publishLeftLine(tx, from, now);
  return ids.length;
}

/** How an entry joins the line to which it is moved. */
interface Moving {
  /** The id of the line to which the entry is moved. */
  readonly to: string;
  /**
   * Chooses the position in the new line; a result of undefined means the end. If the function is
   * missing, the arrival time decides.
   */
  readonly placeIn?: (tx: Queryable) => Promise<number | undefined>;
  /**
   * Why the entry is moved; `sent` by default. `called`: the move is itself the call that was
   * forecast.
   */
  readonly kind?: MoveKind;
  /** Set if the move is part of a larger action that has its own audit row. */
  readonly isPart?: true;
  /** Further details for the audit row: why a limit was exceeded. */
  readonly details?: BeyondDetails;
}

/**
 * If the patient was called, settles the entry's forecasts of the former line. Otherwise closes
 * those forecasts, because a new forecast follows.
 */
function endPromises(tx: Queryable, entryId: string, kind: MoveKind, now: Date): void {
  if (kind === 'called') return settlePromises(tx, entryId, { outcome: 'called' }, now);
  const isUndone = kind === 'undone' || kind === 'undone_told';
  movePromises(tx, entryId, isUndone ? 'former' : 'all', now);
}

/** Moves a waiting or pending entry to another line. The caller holds the locks of both lines. */
export async function moveOne(
  tx: Queryable,
  context: StaffContext,
  entry: EntryInLine,
  { to, placeIn, kind = 'sent', isPart, details }: Moving,
  now: Date,
): Promise<EntryRow> {
  const { actor } = context;
  const by = actor.userId;
  const byArrival = async () => placeByArrival(await listArrivals(tx, to), entry.joined_at);
  const waits = entry.status === 'waiting';
  // The version is higher than the versions of both lines, so that clients accept this event as
  // newer.
  const version = Math.max(entry.queue_version, await readQueueVersion(tx, to)) + 1;
  const before = await listLineIds(tx, to);
  const place = waits ? ((await (placeIn ?? byArrival)(tx)) ?? before.length + 1) : undefined;
  const orderKey = place && (await keyAt(tx, { doctorId: to, entryId: entry.id, place }, now));
  const visitId = kind === 'sent' ? entry.visit_id : null;
  const planned = visitId === null ? undefined : (await fulfilPlan(tx, visitId, to))?.isReturn;
  const written = { entryId: entry.id, to, orderKey, version, by, at: now, kind, planned };
  await writeMove(tx, written);
  await Promise.all([settleLine(tx, entry.line_id), settleLine(tx, to)]);
  const after = await listLineIds(tx, to);
  const shifts = shiftsBetween(before, after).filter(({ from }) => from > 0);
  await recordPlaceChanges(tx, shifts, { entryId: entry.id, by, reason: 'desk', at: now });
  if (waits) endPromises(tx, entry.id, kind, now);
  // A call from a line for any doctor also shows that this line is being served.
  const call = kind === 'called' ? { calledAt: now, lateStarts: lateStartsAfter(entry, now) } : {};
  const left = {
    version: entry.queue_version + 1,
    isReordered: waits,
    isPromiseSettled: waits,
    ...call,
  };
  await tx.run(queueUpdate(entry.line_id, left));
  await tx.run(queueUpdate(to, { version, isReordered: waits }));
  const moved = await findEntry(tx, entry.id);
  if (moved === undefined) throw new Error('The entry just written cannot be read.');
  const along = waits && kind !== 'called' ? promiseOf(moved, 'joined', now) : [];
  await recordEntryEvent(tx, waits ? 'queue_joined' : 'queue_requested', moved, now, {
    action: 'transfer',
    along,
  });
  if (isPart) return moved;
  await recordAudit(tx, context, {
    action: 'move to another doctor',
    patientIds: [entry.patient_id],
    entryId: entry.id,
    details: { doctorId: to, from: entry.line_name, to: moved.line_name, ...details },
  });
  return moved;
}

/**
 * Publishes the doctor whose line became shorter. Everyone who watches the doctor gets the shorter
 * line. Patients behind the patient who left get their new positions.
 */
export async function publishLeftLine(tx: Queryable, doctorId: string, now: Date): Promise<void> {
  const doctor = await findDoctor(tx, doctorId, now);
  if (doctor !== undefined) await recordDoctorEvent(tx, doctor, now);
}
