/**
 * What the patient of an entry must hear now: the state of the entry and what was told already in,
 * at most one message out. State, not events: what is stale is never told, and a message that was
 * missed is told by whoever looks next.
 */
import type { CloseReason, LineStateName, QueueStatus } from '@baari/contract/constants.ts';
import { nextIn, whatToDo } from '@baari/contract/queue/leaving.ts';

export const queueNewsKinds = [
  'approved',
  'moved',
  'delayed',
  'leave_now',
  'next',
  'called',
  'held',
  'rejected',
  'removed',
  'day_ended',
  'doctor_left',
  'no_show',
  'restored',
  'reopened',
] as const;
export type QueueNewsKind = (typeof queueNewsKinds)[number];

/** What to do now, as far as it is told: come at once, be at the door, or nothing yet. */
export type Advice = 'leave_now' | 'next' | 'stay' | 'wait_here';

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
  /** What the patient was told of the wait, and what the line says now; undefined while nothing was told. */
  readonly wait: ToldAndNow | undefined;
  /** The last call that was missed, while the place is kept and the patient not back. */
  readonly missedCallAt: Date | null;
  /** When its end was last taken back. */
  readonly broughtBackAt: Date | null;
}

export interface ToldAndNow {
  /** The end of the range that was told last. */
  readonly toldUntil: Date;
  readonly state: LineStateName;
  /** Since when nobody calls: tells one absence from the next. null: not known. */
  readonly awaySince: Date | null;
  /** When the call is expected now, and the end of the range that is told; undefined: nobody can say. */
  readonly now: { readonly expectedAt: Date; readonly until: Date } | undefined;
}

export interface QueueNews {
  readonly kind: QueueNewsKind;
  /** Tells a second call from the first, and what comes after an end that was taken back; else empty. */
  readonly occasion: string;
  /** What this message says besides, so that it is not told again. */
  readonly covers: readonly QueueNewsKind[];
  /** The occasion on which that would be told; empty unless an end was taken back. */
  readonly round: string;
  readonly advice: Advice;
  /** After this it would mislead. */
  readonly notAfter: Date;
}

const minuteMs = 60_000;
/** For how long each is worth telling, minutes after it happened. */
const newsMinutes: Readonly<Record<QueueNewsKind, number>> = {
  approved: 60,
  moved: 60,
  delayed: 30,
  leave_now: 15,
  next: 15,
  called: 15,
  held: 60,
  rejected: 12 * 60,
  removed: 12 * 60,
  day_ended: 12 * 60,
  doctor_left: 12 * 60,
  no_show: 12 * 60,
  restored: 12 * 60,
  reopened: 12 * 60,
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
  const due = newsByStatus(entry, told, now);
  return due && { ...due, round: roundOf(entry, told) };
}

type News = Omit<QueueNews, 'round'>;

function newsByStatus(
  entry: FollowedEntry,
  told: ReadonlySet<string>,
  now: Date,
): News | undefined {
  const round = roundOf(entry, told);
  switch (entry.status) {
    case 'pending_approval':
      return takenBack('reopened', entry, told, now);
    case 'waiting':
      return newsOfWaiting(entry, told, now);
    case 'in_progress':
      return (
        once('called', entry.startedAt, told, now, entry.startedAt?.toISOString()) ??
        takenBack('restored', entry, told, now)
      );
    case 'rejected':
      return once('rejected', entry.endedAt, told, now, round);
    case 'no_show':
      return once('no_show', entry.endedAt, told, now, round);
    case 'cancelled':
      // Who left knows it.
      if (entry.cancelledBy !== 'staff') return undefined;
      return once(entry.closeReason ?? 'removed', entry.endedAt, told, now, round);
    default:
      return undefined;
  }
}

/** What comes after an end that was taken back is told anew, but for who never heard of the end. */
function roundOf({ broughtBackAt }: FollowedEntry, told: ReadonlySet<string>): string {
  return broughtBackAt !== null && wasEndTold(told) ? broughtBackAt.toISOString() : '';
}

const ends: readonly QueueNewsKind[] = [
  'rejected',
  'removed',
  'day_ended',
  'doctor_left',
  'no_show',
];

/** That an end was taken back, to whoever was told of an end. */
function takenBack(
  kind: 'restored' | 'reopened',
  entry: FollowedEntry,
  told: ReadonlySet<string>,
  now: Date,
): News | undefined {
  return wasEndTold(told)
    ? once(kind, entry.broughtBackAt, told, now, roundOf(entry, told))
    : undefined;
}

function wasEndTold(told: ReadonlySet<string>): boolean {
  return [...told].some((key) => ends.some((end) => end === key.split(' ', 1)[0]));
}

function adviceFor(entry: FollowedEntry): Advice {
  if (entry.hasDoctorLeft) return 'stay';
  // Nobody is sent to a locked door.
  if (!entry.isOnSite && entry.shutForMinutes > entry.travelMinutes) return 'stay';
  return whatToDo({ ...entry, way: wayOf(entry) });
}

function wayOf({ isOnSite, travelMinutes }: FollowedEntry): number {
  return isOnSite ? 0 : travelMinutes;
}

/** A wait of which nobody can say anything may be told of at any time. */
const unknownLooksInMinutes = 1;
/** Halfway to the time to set out, which the clock alone does not bring nearer any faster. */
const looksIn = { share: 0.5, least: 0.5, most: 5 };

/** When there may be news of an entry though nothing happens; undefined where only a change brings any. */
export function mayHearAt(
  entry: FollowedEntry,
  told: ReadonlySet<string>,
  now: Date,
): Date | undefined {
  if (entry.status !== 'waiting' || entry.missedCallAt !== null || entry.hasDoctorLeft) {
    return undefined;
  }
  if (entry.place > 1 && entry.isOnSite) return undefined;
  const kind = entry.place === 1 ? 'next' : 'leave_now';
  if (told.has(toldKey(kind, roundOf(entry, told)))) return undefined;
  const { share, least, most } = looksIn;
  const dueIn = dueInMinutes(entry, told.has(toldKey('leave_now', roundOf(entry, told))));
  const minutes =
    dueIn === undefined ? unknownLooksInMinutes : Math.min(most, Math.max(least, share * dueIn));
  return new Date(now.getTime() + minutes * minuteMs);
}

/** Until there is something to tell by the clock: to leave, or to be next once that was told. */
function dueInMinutes(entry: FollowedEntry, wasToldToLeave: boolean): number | undefined {
  const { place, leavesIn } = entry;
  if (leavesIn === undefined || place > 1 || !wasToldToLeave) return leavesIn;
  return nextIn({ leavesIn, way: wayOf(entry) });
}

function newsOfWaiting(
  entry: FollowedEntry,
  told: ReadonlySet<string>,
  now: Date,
): News | undefined {
  if (entry.missedCallAt !== null) return newsOfHeld(entry.missedCallAt, told, now);
  const advice = adviceFor(entry);
  const covers = coveredBy(advice);
  const stands =
    takenBack('restored', entry, told, now) ??
    (entry.joinedOnSite ? undefined : once('approved', entry.approvedAt, told, now)) ??
    once('moved', entry.movedAt, told, now, entry.movedAt?.toISOString());
  if (stands !== undefined) return { ...stands, covers, advice };
  const delayed = newsOfDelay(entry, told, now);
  const due =
    advice === 'next' || advice === 'leave_now'
      ? (once(advice, now, told, now, roundOf(entry, told)) ?? delayed)
      : delayed;
  return due && { ...due, covers: due.kind === 'delayed' ? [] : covers, advice };
}

/** What a line does while its calls come later than they were told to; a consultation that takes long has no reason. */
const reasonsOfDelay: ReadonlySet<LineStateName> = new Set([
  'due',
  'due_back',
  'break_overdue',
  'on_break',
  'busy',
  'offline',
  'closed',
  'past_closing',
]);
const untilMark = 'until ';
const awayMark = 'away ';
/** Who goes away again so soon has never been back, as far as patients are told. */
const sameAbsenceMs = 30 * minuteMs;

/** That the call comes later than all that was told before, once for each delay. */
function newsOfDelay(entry: FollowedEntry, told: ReadonlySet<string>, now: Date): News | undefined {
  const occasion = entry.wait && occasionOfDelay(entry.wait, told, now);
  return occasion === undefined ? undefined : once('delayed', now, told, now, occasion);
}

function occasionOfDelay(
  wait: ToldAndNow,
  told: ReadonlySet<string>,
  now: Date,
): string | undefined {
  if (!reasonsOfDelay.has(wait.state)) return undefined;
  const until = Math.max(wait.toldUntil.getTime(), ...timesTold(told, untilMark));
  if (wait.now !== undefined) {
    return wait.now.expectedAt.getTime() > until
      ? `${untilMark}${wait.now.until.toISOString()}`
      : undefined;
  }
  // Busy doctors call again within minutes, as a rule: the range that was told may still hold.
  if (wait.state === 'busy' && now.getTime() <= until) return undefined;
  const since = wait.awaySince?.getTime() ?? 0;
  const isSame = timesTold(told, awayMark).some((time) => Math.abs(since - time) < sameAbsenceMs);
  return isSame ? undefined : `${awayMark}${new Date(since).toISOString()}`;
}

/** Of the delays that were told, ms. */
function timesTold(told: ReadonlySet<string>, mark: string): number[] {
  const key = toldKey('delayed', mark);
  return [...told].flatMap((each) =>
    each.startsWith(key) ? Date.parse(each.slice(key.length)) : [],
  );
}

/** Whoever is away goes next when back: nothing else is due until then. */
function newsOfHeld(calledAt: Date, told: ReadonlySet<string>, now: Date): News | undefined {
  const held = once('held', calledAt, told, now, calledAt.toISOString());
  return held && { ...held, covers: coveredBy('next') };
}

/** Being next says all that "leave now" says. */
function coveredBy(advice: Advice): QueueNewsKind[] {
  if (advice === 'next') return ['next', 'leave_now'];
  return advice === 'leave_now' ? ['leave_now'] : [];
}

function once(
  kind: QueueNewsKind,
  since: Date | null,
  told: ReadonlySet<string>,
  now: Date,
  occasion = '',
): News | undefined {
  if (since === null || told.has(toldKey(kind, occasion))) return undefined;
  const notAfter = new Date(since.getTime() + newsMinutes[kind] * minuteMs);
  if (notAfter <= now) return undefined;
  return { kind, occasion, covers: [], advice: 'stay', notAfter };
}
