/**
 * What the patient of an entry must hear now: the state of the entry and what was told already in,
 * at most one message out. State, not events: what is stale is never told, and a message that was
 * missed is told by whoever looks next.
 */
import type { CloseReason, QueueStatus } from '@baari/contract/constants.ts';
import { whatToDo } from '@baari/contract/leaving.ts';

export const queueNewsKinds = [
  'approved',
  'moved',
  'leave_now',
  'next',
  'called',
  'held',
  'rejected',
  'removed',
  'day_ended',
  'doctor_left',
  'no_show',
] as const;
export type QueueNewsKind = (typeof queueNewsKinds)[number];

/** What to do now, as far as it is told: come at once, be at the door, or nothing yet. */
export type Advice = 'leave_now' | 'next' | 'stay';

export interface FollowedEntry {
  readonly status: QueueStatus;
  /** 1…n while waiting, else 0. */
  readonly place: number;
  /** Minutes until it is time to set out, for a way of 0 where somebody is there; undefined: nobody can say. */
  readonly leavesIn: number | undefined;
  readonly cancelledBy: 'patient' | 'staff' | null;
  /** Why it was closed before its turn. */
  readonly closeReason: CloseReason | null;
  /** Offline without an announced return: nobody sets out for them [DAY-2]. */
  readonly hasDoctorLeft: boolean;
  readonly approvedAt: Date | null;
  /** When the place was moved from another doctor's line to this one's. */
  readonly movedAt: Date | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** Whether the patient is at the hospital already. */
  readonly isOnSite: boolean;
  /** Whether the place was made at the hospital, so that nobody waits for word of an approval. */
  readonly joinedOnSite: boolean;
  /** The way there, minutes. */
  readonly travelMinutes: number;
  /** Minutes until the hospital opens; 0 where it is open, Infinity where nobody knows when. */
  readonly shutForMinutes: number;
  /** The last call that was missed, while the place is kept and the patient not back. */
  readonly missedCallAt: Date | null;
}

export interface QueueNews {
  readonly kind: QueueNewsKind;
  /** Tells a second call from the first; else empty. */
  readonly occasion: string;
  /** What this message says besides, so that it is not told again. */
  readonly covers: readonly QueueNewsKind[];
  readonly advice: Advice;
  /** After this it would mislead. */
  readonly notAfter: Date;
}

const minuteMs = 60_000;
/** For how long each is worth telling, minutes after it happened. */
const newsMinutes: Readonly<Record<QueueNewsKind, number>> = {
  approved: 60,
  moved: 60,
  leave_now: 15,
  next: 15,
  called: 15,
  held: 60,
  rejected: 12 * 60,
  removed: 12 * 60,
  day_ended: 12 * 60,
  doctor_left: 12 * 60,
  no_show: 12 * 60,
};
/** How long ago an entry may have ended and still be looked at, minutes. */
export const endedNewsMinutes = newsMinutes.rejected;

/** Key of a message that was told. */
export function toldKey(kind: string, occasion: string): string {
  return occasion === '' ? kind : `${kind} ${occasion}`;
}

/** The message that is due, undefined when there is none. */
export function newsOf(
  entry: FollowedEntry,
  told: ReadonlySet<string>,
  now: Date,
): QueueNews | undefined {
  switch (entry.status) {
    case 'waiting':
      return newsOfWaiting(entry, told, now);
    case 'in_progress':
      return once('called', entry.startedAt, told, now, entry.startedAt?.toISOString());
    case 'rejected':
      return once('rejected', entry.endedAt, told, now);
    case 'no_show':
      return once('no_show', entry.endedAt, told, now);
    case 'cancelled':
      // Who left knows it.
      if (entry.cancelledBy !== 'staff') return undefined;
      return once(entry.closeReason ?? 'removed', entry.endedAt, told, now);
    default:
      return undefined;
  }
}

function adviceFor(entry: FollowedEntry): Advice {
  if (entry.hasDoctorLeft) return 'stay';
  // Nobody is sent to a locked door.
  if (!entry.isOnSite && entry.shutForMinutes > entry.travelMinutes) return 'stay';
  return whatToDo(entry);
}

function newsOfWaiting(
  entry: FollowedEntry,
  told: ReadonlySet<string>,
  now: Date,
): QueueNews | undefined {
  if (entry.missedCallAt !== null) return newsOfHeld(entry.missedCallAt, told, now);
  const advice = adviceFor(entry);
  const covers = coveredBy(advice);
  const approved = entry.joinedOnSite ? undefined : once('approved', entry.approvedAt, told, now);
  if (approved !== undefined) return { ...approved, covers, advice };
  const moved = once('moved', entry.movedAt, told, now, entry.movedAt?.toISOString());
  if (moved !== undefined) return { ...moved, covers, advice };
  if (advice === 'stay') return undefined;
  const due = once(advice, now, told, now);
  return due && { ...due, covers, advice };
}

/** Whoever is away goes next when back: nothing else is due until then. */
function newsOfHeld(calledAt: Date, told: ReadonlySet<string>, now: Date): QueueNews | undefined {
  const held = once('held', calledAt, told, now, calledAt.toISOString());
  return held && { ...held, covers: coveredBy('next') };
}

/** Being next says all that "leave now" says. */
function coveredBy(advice: Advice): QueueNewsKind[] {
  if (advice === 'stay') return [];
  return advice === 'next' ? ['next', 'leave_now'] : ['leave_now'];
}

function once(
  kind: QueueNewsKind,
  since: Date | null,
  told: ReadonlySet<string>,
  now: Date,
  occasion = '',
): QueueNews | undefined {
  if (since === null || told.has(toldKey(kind, occasion))) return undefined;
  const notAfter = new Date(since.getTime() + newsMinutes[kind] * minuteMs);
  if (notAfter <= now) return undefined;
  return { kind, occasion, covers: [], advice: 'stay', notAfter };
}
