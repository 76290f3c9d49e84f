/**
 * What may happen to an entry, and what it becomes [QST-1…11]. Pure: the entry, its line and the
 * time in; the change or a refusal out.
 */
import type {
  CheckInWay,
  DoctorStatus,
  PlaceReason,
  QueueStatus,
  Urgency,
} from '@baari/contract/constants.ts';
import type { EntryEventType } from '@baari/contract/events.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

/** What the rules need to know of an entry and of the line it stands in. */
export interface Standing {
  readonly status: QueueStatus;
  /** 1…n while waiting, else 0. */
  readonly place: number;
  /** How many wait for this doctor. */
  readonly waiting: number;
  /** Whether the doctor has a consultation running. */
  readonly consultationRuns: boolean;
  readonly urgency: Urgency;
  readonly isCheckedIn: boolean;
  /** Called, and not back yet: on hold. */
  readonly isAway: boolean;
}

/** What an action makes of an entry; what is absent stays as it was. */
export interface EntryChange {
  readonly event: EntryEventType;
  readonly status?: QueueStatus;
  /** The place asked for: 1…n while waiting, else 0. Whoever is on hold may make it another one. */
  readonly place: number;
  /** Given where the order changes for a reason that its patients read [INV-12]. */
  readonly reason?: PlaceReason;
  /** A call that was missed; the patient is on hold from then on. */
  readonly missedCallAt?: Date;
  /** Back from being on hold. */
  readonly backAt?: Date;
  readonly notes?: string;
  readonly rejectionReason?: string;
  /** What staff judge the urgency to be, with the reason for staff. */
  readonly judged?: { readonly urgency: Urgency; readonly reason: string; readonly at: Date };
  readonly cancelledBy?: 'patient' | 'staff';
  readonly approvedAt?: Date;
  readonly startedAt?: Date | null;
  readonly endedAt?: Date;
  /** Seen to have arrived; nulls take that back. */
  readonly checkIn?: CheckIn | { readonly at: null; readonly by: null };
}

export interface CheckIn {
  readonly at: Date;
  readonly by: CheckInWay;
}

/** A patient holds one open entry anywhere, and only an Available doctor takes requests [QST-1]. */
export function mayRequest(facts: {
  readonly hasOpenEntry: boolean;
  readonly doctorStatus: DoctorStatus;
}): Result<void> {
  if (facts.hasOpenEntry) return refuse('already_in_queue');
  if (facts.doctorStatus !== 'Available') return refuse('doctor_not_available');
  return ok(undefined);
}

/** Who has an appointment joins without being let in, unless the doctor is not at work [APPT-1]. */
export function mayJoinLine(facts: {
  readonly hasOpenEntry: boolean;
  readonly doctorStatus: DoctorStatus;
}): Result<void> {
  if (facts.hasOpenEntry) return refuse('already_in_queue');
  if (facts.doctorStatus === 'Offline') return refuse('doctor_not_available');
  return ok(undefined);
}

/** pending_approval → waiting, at the end of the line [QST-2]. */
export function approve(
  entry: Standing,
  notes: string | undefined,
  now: Date,
): Result<EntryChange> {
  if (entry.status !== 'pending_approval') return notPossible('approve', entry);
  return ok({
    event: 'queue_approved',
    status: 'waiting',
    place: entry.waiting + 1,
    approvedAt: now,
    ...noteOf(notes),
  });
}

/** pending_approval → rejected [QST-3]. */
export function reject(entry: Standing, reason: string, now: Date): Result<EntryChange> {
  if (entry.status !== 'pending_approval') return notPossible('reject', entry);
  return ok({
    event: 'queue_rejected',
    status: 'rejected',
    place: 0,
    rejectionReason: reason,
    endedAt: now,
  });
}

/** waiting → in_progress: the first in line, and one consultation at a time [QST-4, INV-3]. */
export function start(entry: Standing, notes: string | undefined, now: Date): Result<EntryChange> {
  if (entry.status !== 'waiting') return notPossible('start', entry);
  if (entry.consultationRuns) return refuse('consultation_running');
  if (entry.place !== 1) return refuse('not_first_in_line');
  return ok({
    event: 'queue_updated',
    status: 'in_progress',
    place: 0,
    startedAt: now,
    ...noteOf(notes),
  });
}

/** in_progress → completed [QST-5]. */
export function complete(
  entry: Standing,
  notes: string | undefined,
  now: Date,
): Result<EntryChange> {
  if (entry.status !== 'in_progress') return notPossible('complete', entry);
  return ok({
    event: 'queue_updated',
    status: 'completed',
    place: 0,
    endedAt: now,
    ...noteOf(notes),
  });
}

/** waiting or in_progress (called, not there) → no_show [QST-6]. */
export function markNoShow(
  entry: Standing,
  notes: string | undefined,
  now: Date,
): Result<EntryChange> {
  if (entry.status !== 'waiting' && entry.status !== 'in_progress') {
    return notPossible('no show', entry);
  }
  return ok({
    event: 'queue_updated',
    status: 'no_show',
    place: 0,
    endedAt: now,
    ...noteOf(notes),
  });
}

/** pending_approval or waiting → cancelled by the patient [QST-7]. */
export function leave(entry: Standing, now: Date): Result<EntryChange> {
  if (entry.status !== 'pending_approval' && entry.status !== 'waiting') {
    return notPossible('leave', entry);
  }
  return ok({
    event: 'queue_left',
    status: 'cancelled',
    place: 0,
    cancelledBy: 'patient',
    endedAt: now,
  });
}

/** waiting → cancelled by the staff [QST-8]. */
export function remove(entry: Standing, now: Date): Result<EntryChange> {
  if (entry.status !== 'waiting') return notPossible('remove', entry);
  return ok({
    event: 'queue_left',
    status: 'cancelled',
    place: 0,
    cancelledBy: 'staff',
    endedAt: now,
  });
}

/** To another place of the line, as asked for by somebody with a reason [QST-9, INV-12]. */
export function move(entry: Standing, place: number, reason: PlaceReason): Result<EntryChange> {
  if (entry.status !== 'waiting') return notPossible('move', entry);
  return ok({ event: 'position_changed', place, reason });
}

/**
 * Called and not there: back into the line, or still in it, with the right to go next on arrival.
 * For the one inside, the first in line and, as another call, for whoever is on hold.
 */
export function hold(entry: Standing, now: Date): Result<EntryChange> {
  const missed = { event: 'queue_updated', missedCallAt: now, reason: 'held' } as const;
  if (entry.status === 'in_progress') {
    return ok({ ...missed, status: 'waiting', place: 1, startedAt: null });
  }
  if (entry.status !== 'waiting') return notPossible('hold', entry);
  if (!entry.isAway && entry.place !== 1) return refuse('not_first_in_line');
  return ok({ ...missed, place: entry.place });
}

/** Back after a missed call: goes next, at the place the line gives. */
export function comeBack(entry: Standing, place: number, now: Date): Result<EntryChange> {
  if (entry.status !== 'waiting') return notPossible('come back', entry);
  if (!entry.isAway) return refuse('not_on_hold');
  return ok({ event: 'position_changed', place, reason: 'returned', backAt: now });
}

/** The staff's note on a waiting entry [QST-9]. */
export function annotate(entry: Standing, notes: string): Result<EntryChange> {
  if (entry.status !== 'waiting') return notPossible('add notes', entry);
  return ok({ event: 'queue_updated', place: entry.place, notes });
}

/**
 * The staff's judgement of how urgent a pending or waiting entry is. It moves nobody: the desk then
 * suggests who is next, and a change of place has its own reason [INV-12].
 */
export function judgeUrgency(
  entry: Standing,
  urgency: Urgency,
  reason: string,
  now: Date,
): Result<EntryChange> {
  if (entry.status !== 'pending_approval' && entry.status !== 'waiting') {
    return notPossible('change the urgency', entry);
  }
  if (entry.urgency === urgency) return refuse('urgency_unchanged');
  return ok({
    event: 'queue_updated',
    place: entry.place,
    judged: { urgency, reason, at: now },
  });
}

/** The patient of a pending or waiting entry has arrived [ARR-1]. */
export function checkIn(entry: Standing, by: CheckInWay, now: Date): Result<EntryChange> {
  if (entry.status !== 'pending_approval' && entry.status !== 'waiting') {
    return notPossible('check in', entry);
  }
  if (entry.isCheckedIn) return refuse('already_checked_in');
  return ok({ event: 'queue_updated', place: entry.place, checkIn: { at: now, by } });
}

/** The desk takes back what was a mistake [ARR-1]. */
export function undoCheckIn(entry: Standing): Result<EntryChange> {
  if (entry.status !== 'pending_approval' && entry.status !== 'waiting') {
    return notPossible('undo the check-in', entry);
  }
  if (!entry.isCheckedIn) return refuse('not_checked_in');
  return ok({ event: 'queue_updated', place: entry.place, checkIn: { at: null, by: null } });
}

/** A blank note leaves the one that is there. */
function noteOf(notes: string | undefined): { notes?: string } {
  return notes === undefined || notes === '' ? {} : { notes };
}

const described: Record<QueueStatus, string> = {
  pending_approval: 'still waiting for approval',
  waiting: 'waiting in line',
  in_progress: 'with the doctor',
  completed: 'completed',
  cancelled: 'cancelled',
  no_show: 'marked as no show',
  rejected: 'rejected',
};

/** Every transition the table does not list [QST-10]. */
function notPossible(action: string, entry: Standing): Result<never> {
  return refuse(
    'illegal_transition',
    `Cannot ${action}: this entry is ${described[entry.status]}.`,
  );
}

/**
 * A key that sorts between two neighbours (absent at either end of the line); undefined when
 * doubles have no room left between them and the line must be numbered anew.
 */
export function keyBetween(
  before: number | undefined,
  after: number | undefined,
): number | undefined {
  if (before === undefined) return after === undefined ? 1 : Math.ceil(after) - 1;
  if (after === undefined) return Math.floor(before) + 1;
  const middle = before + (after - before) / 2;
  return middle > before && middle < after ? middle : undefined;
}
