/**
 * The one way an entry changes: who may → lock the doctor's line → read → rule → write, with its
 * event and its audit row, in one transaction [INV-5, INV-9].
 */
import type { QueueEntry } from '@baari/contract/queue.ts';
import type { Actor } from '../platform/actor.ts';
import { isStaff } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit.store.ts';
import type { Context } from '../platform/context.ts';
import type { Queryable } from '../platform/database.ts';
import { lockDoctor } from '../platform/doctor-lock.store.ts';
import { recordEvent } from '../platform/event-log.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { learn } from '../waits/pace.rules.ts';
import { type EntryOwners, maySee } from './queue.access.ts';
import { type EntryChange, keyBetween, type Standing } from './queue.rules.ts';
import {
  countWaiting,
  type EntryRow,
  findEntry,
  findOwners,
  keysAround,
  lastKey,
  readPace,
  recordCompletion,
  renumberLine,
  setQueueVersion,
  updateEntry,
} from './queue.store.ts';
import { forPatient, staffEntryView } from './queue.view.ts';
import type { Token } from './token.rules.ts';
import { issueToken } from './token.store.ts';

export interface EntryAction<A extends Actor> {
  /** How the audit trail calls it. */
  readonly name: string;
  readonly may: (actor: A, entry: EntryOwners) => boolean;
  readonly rule: (standing: Standing, now: Date) => Result<EntryChange>;
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
  return context.db.transaction(async (tx) => {
    await lockDoctor(tx, owners.doctorId);
    const entry = await findEntry(tx, entryId);
    if (entry === undefined) return refuse('not_found');
    const now = context.clock.now();
    const waiting = await countWaiting(tx, entry.doctor_id);
    const decided = action.rule(standingOf(entry, waiting), now);
    if (!decided.ok) return decided;
    const answer = await carryOut(tx, context, entry, action.name, decided.value, waiting, now);
    await action.afterwards?.(tx, entry, now);
    return ok(answer);
  });
}

export function ownersOf(entry: EntryRow): EntryOwners {
  return {
    hospitalId: entry.hospital_id,
    doctorId: entry.doctor_id,
    accountId: entry.account_id,
  };
}

function standingOf(entry: EntryRow, waiting: number): Standing {
  return {
    status: entry.status,
    place: entry.place,
    waiting,
    consultationRuns: entry.running_since !== null,
    isCheckedIn: entry.checked_in_at !== null,
  };
}

async function carryOut(
  tx: Queryable,
  context: Context,
  entry: EntryRow,
  actionName: string,
  change: EntryChange,
  waiting: number,
  now: Date,
): Promise<EntryAnswer> {
  const orderKey =
    change.place > 0 && change.place !== entry.place
      ? await keyForPlace(tx, entry, change.place, waiting)
      : undefined;
  const token =
    change.approvedAt === undefined ? undefined : await issueToken(tx, entry.doctor_id, now);
  await updateEntry(tx, entry.id, change, orderKey, token);
  if (change.status === 'completed') await learnFrom(tx, entry, now);
  const version = entry.queue_version + 1;
  await setQueueVersion(tx, entry.doctor_id, version);
  const after = staffEntryView(rowAfter(entry, change, token, version), now);
  await recordEvent(tx, {
    type: change.event,
    at: now,
    hospitalId: entry.hospital_id,
    doctorId: entry.doctor_id,
    entryId: entry.id,
    accountId: entry.account_id,
    body: after,
  });
  const { actor } = context;
  if (actor === null || !isStaff(actor)) return { queue: forPatient(after) };
  await recordAudit(
    tx,
    { ...context, actor },
    { action: actionName, patientIds: [entry.patient_id], entryId: entry.id, outcome: 'ok' },
  );
  return { queue: after };
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

async function learnFrom(tx: Queryable, entry: EntryRow, now: Date): Promise<void> {
  if (entry.started_at === null) return;
  const minutes = (now.getTime() - entry.started_at.getTime()) / 60_000;
  const pace = await readPace(tx, entry.doctor_id);
  await recordCompletion(tx, entry.doctor_id, learn(pace, minutes, now));
}

/** The row as reading it again would give it, without the reading. */
function rowAfter(
  entry: EntryRow,
  change: EntryChange,
  token: Token | undefined,
  version: number,
): EntryRow {
  const checkedIn = change.checkIn ?? { at: entry.checked_in_at, by: entry.checked_in_by };
  return {
    ...entry,
    status: change.status ?? entry.status,
    place: change.place,
    notes: change.notes ?? entry.notes,
    rejection_reason: change.rejectionReason ?? entry.rejection_reason,
    cancelled_by: change.cancelledBy ?? entry.cancelled_by,
    approved_at: change.approvedAt ?? entry.approved_at,
    started_at: change.startedAt ?? entry.started_at,
    ended_at: change.endedAt ?? entry.ended_at,
    token: token?.text ?? entry.token,
    checked_in_at: checkedIn.at,
    checked_in_by: checkedIn.by,
    queue_version: version,
  };
}
