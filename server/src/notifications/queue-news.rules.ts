/**
 * Decides which one message is due for a patient, from the state of the entry and the messages sent
 * before. It uses state, not events: outdated news is never sent, and a missed message is sent at
 * the next check.
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

/**
 * What the patient should do now: leave home, come to the doctor's door, stay, or wait at the
 * hospital.
 */
export type Advice = 'leave_now' | 'next' | 'stay' | 'wait_here';

export interface FollowedEntry {
  readonly status: QueueStatus;
  /** The position, 1…n while waiting, else 0. */
  readonly place: number;
  /**
   * Minutes until the patient should leave home; a patient on site needs no travel time. Undefined
   * without a prediction.
   */
  readonly leavesIn: number | undefined;
  readonly cancelledBy: 'patient' | 'staff' | null;
  /** Why the entry was closed before the patient was called; null if it was not closed. */
  readonly closeReason: CloseReason | null;
  /**
   * The doctor is Offline without an announced return, so patients should not leave home [DAY-2].
   */
  readonly hasDoctorLeft: boolean;
  readonly approvedAt: Date | null;
  /** When the patient was moved from another doctor's line to this line. */
  readonly movedAt: Date | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** Whether the patient is at the hospital already. */
  readonly isOnSite: boolean;
  /** Whether the patient joined at the hospital and so awaits no approval. */
  readonly joinedOnSite: boolean;
  /** Travel time in minutes. */
  readonly travelMinutes: number;
  /** Minutes until the hospital opens; 0 if it is open, Infinity if that is unknown. */
  readonly outsideHoursForMinutes: number;
  /**
   * The wait announced to the patient and the current wait; undefined before anything was
   * announced.
   */
  readonly wait: AnnouncedAndNow | undefined;
  /**
   * When the patient missed a call; null if the patient missed none, has returned, or has lost the
   * place in the line.
   */
  readonly missedCallAt: Date | null;
  /** When staff last restored the entry after it had ended. */
  readonly broughtBackAt: Date | null;
}

export interface AnnouncedAndNow {
  /** The end of the time range for the call that was last announced to the patient. */
  readonly announcedUntil: Date;
  readonly state: LineStateName;
  /**
   * When the doctor stopped calling patients; null if unknown. This time identifies the doctor's
   * absence.
   */
  readonly awaySince: Date | null;
  /**
   * The expected time of the call and the end of its predicted range; undefined without a
   * prediction.
   */
  readonly now: { readonly expectedAt: Date; readonly until: Date } | undefined;
}

export interface QueueNews {
  readonly kind: QueueNewsKind;
  /**
   * Part of the message's key. It differs for the first and the second call of a patient, and
   * before and after staff restore an ended entry. It is empty for all other messages.
   */
  readonly occasion: string;
  /** Kinds of messages that this message replaces, so that they are not sent again. */
  readonly covers: readonly QueueNewsKind[];
  /**
   * The occasion that is recorded with the replaced kinds; empty unless staff restored an ended
   * entry.
   */
  readonly round: string;
  readonly advice: Advice;
  /** The message is not sent after this time, since it would be misleading. */
  readonly notAfter: Date;
}

const minuteMs = 60_000;
/** For each kind of message, how many minutes after its event the message is still sent. */
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
/** How long after its end an entry is still checked, in minutes. */
export const endedNewsMinutes = newsMinutes.rejected;

/** The key of a sent message. */
export function noticeKey(kind: string, occasion: string): string {
  return occasion === '' ? kind : `${kind} ${occasion}`;
}

/** The message that is due for a patient; undefined if none is due. */
export function newsOf(
  entry: FollowedEntry,
  sent: ReadonlySet<string>,
  now: Date,
): QueueNews | undefined {
  const due = newsByStatus(entry, sent, now);
  return due && { ...due, round: roundOf(entry, sent) };
}

type News = Omit<QueueNews, 'round'>;

function newsByStatus(
  entry: FollowedEntry,
  sent: ReadonlySet<string>,
  now: Date,
): News | undefined {
  const round = roundOf(entry, sent);
  switch (entry.status) {
    case 'pending_approval':
      return takenBack('reopened', entry, sent, now);
    case 'waiting':
      return newsOfWaiting(entry, sent, now);
    case 'in_progress':
      return (
        once('called', entry.startedAt, sent, now, entry.startedAt?.toISOString()) ??
        takenBack('restored', entry, sent, now)
      );
    case 'rejected':
      return once('rejected', entry.endedAt, sent, now, round);
    case 'no_show':
      return once('no_show', entry.endedAt, sent, now, round);
    case 'cancelled':
      // The patient cancelled, so no message is needed.
      if (entry.cancelledBy !== 'staff') return undefined;
      return once(entry.closeReason ?? 'removed', entry.endedAt, sent, now, round);
    default:
      return undefined;
  }
}

/**
 * The occasion of messages after staff restored an ended entry. Messages are sent again only if the
 * patient was notified of the end.
 */
function roundOf({ broughtBackAt }: FollowedEntry, sent: ReadonlySet<string>): string {
  return broughtBackAt !== null && wasEndSent(sent) ? broughtBackAt.toISOString() : '';
}

const ends: readonly QueueNewsKind[] = [
  'rejected',
  'removed',
  'day_ended',
  'doctor_left',
  'no_show',
];

/** The message that staff restored an ended entry, for a patient who was notified of the end. */
function takenBack(
  kind: 'restored' | 'reopened',
  entry: FollowedEntry,
  sent: ReadonlySet<string>,
  now: Date,
): News | undefined {
  return wasEndSent(sent)
    ? once(kind, entry.broughtBackAt, sent, now, roundOf(entry, sent))
    : undefined;
}

function wasEndSent(sent: ReadonlySet<string>): boolean {
  return [...sent].some((key) => ends.some((end) => end === key.split(' ', 1)[0]));
}

function adviceFor(entry: FollowedEntry): Advice {
  if (entry.hasDoctorLeft) return 'stay';
  // No patient should travel to a closed hospital.
  if (!entry.isOnSite && entry.outsideHoursForMinutes > entry.travelMinutes) return 'stay';
  return whatToDo({ ...entry, way: wayOf(entry) });
}

function wayOf({ isOnSite, travelMinutes }: FollowedEntry): number {
  return isOnSite ? 0 : travelMinutes;
}

/** Minutes between checks without a prediction, because a prediction may appear at any time. */
const unknownLooksInMinutes = 1;
/**
 * The next check is due after half the time until the patient should leave, at least 0.5 and at
 * most 5 minutes.
 */
const looksIn = { share: 0.5, least: 0.5, most: 5 };

/**
 * When a message may become due only because time passes; undefined if a message can become due
 * only by a change.
 */
export function mayHearAt(
  entry: FollowedEntry,
  sent: ReadonlySet<string>,
  now: Date,
): Date | undefined {
  if (entry.status !== 'waiting' || entry.missedCallAt !== null || entry.hasDoctorLeft) {
    return undefined;
  }
  if (entry.place > 1 && entry.isOnSite) return undefined;
  const kind = entry.place === 1 ? 'next' : 'leave_now';
  if (sent.has(noticeKey(kind, roundOf(entry, sent)))) return undefined;
  const { share, least, most } = looksIn;
  const dueIn = dueInMinutes(entry, sent.has(noticeKey('leave_now', roundOf(entry, sent))));
  const minutes =
    dueIn === undefined ? unknownLooksInMinutes : Math.min(most, Math.max(least, share * dueIn));
  return new Date(now.getTime() + minutes * minuteMs);
}

/**
 * Minutes until the "leave now" message is due or, if that was sent, the "you are next" message.
 */
function dueInMinutes(entry: FollowedEntry, wasRemindedToLeave: boolean): number | undefined {
  const { place, leavesIn } = entry;
  if (leavesIn === undefined || place > 1 || !wasRemindedToLeave) return leavesIn;
  return nextIn({ leavesIn, way: wayOf(entry) });
}

function newsOfWaiting(
  entry: FollowedEntry,
  sent: ReadonlySet<string>,
  now: Date,
): News | undefined {
  if (entry.missedCallAt !== null) return newsOfHeld(entry.missedCallAt, sent, now);
  const advice = adviceFor(entry);
  const covers = coveredBy(advice);
  const stands =
    takenBack('restored', entry, sent, now) ??
    (entry.joinedOnSite ? undefined : once('approved', entry.approvedAt, sent, now)) ??
    once('moved', entry.movedAt, sent, now, entry.movedAt?.toISOString());
  if (stands !== undefined) return { ...stands, covers, advice };
  const delayed = newsOfDelay(entry, sent, now);
  const due =
    advice === 'next' || advice === 'leave_now'
      ? (once(advice, now, sent, now, roundOf(entry, sent)) ?? delayed)
      : delayed;
  return due && { ...due, covers: due.kind === 'delayed' ? [] : covers, advice };
}

/**
 * The states of a line that explain a delay to patients. A long consultation is not among these
 * states.
 */
const reasonsOfDelay: ReadonlySet<LineStateName> = new Set([
  'due',
  'due_back',
  'break_overdue',
  'on_break',
  'closing',
  'silent',
  'beyond_hours',
  'busy',
  'offline',
  'closed',
  'past_closing',
]);
const untilMark = 'until ';
const awayMark = 'away ';
/** If the doctor leaves again within this time, it counts as the same absence. */
const sameAbsenceMs = 30 * minuteMs;

/** The message that the call will be later than predicted; sent once for each delay. */
function newsOfDelay(entry: FollowedEntry, sent: ReadonlySet<string>, now: Date): News | undefined {
  const occasion = entry.wait && occasionOfDelay(entry.wait, sent, now);
  return occasion === undefined ? undefined : once('delayed', now, sent, now, occasion);
}

function occasionOfDelay(
  wait: AnnouncedAndNow,
  sent: ReadonlySet<string>,
  now: Date,
): string | undefined {
  if (!reasonsOfDelay.has(wait.state)) return undefined;
  const until = Math.max(wait.announcedUntil.getTime(), ...timesSent(sent, untilMark));
  if (wait.now !== undefined) {
    return wait.now.expectedAt.getTime() > until
      ? `${untilMark}${wait.now.until.toISOString()}`
      : undefined;
  }
  // Busy doctors usually call again within minutes, so the predicted range may still hold.
  if (wait.state === 'busy' && now.getTime() <= until) return undefined;
  const since = wait.awaySince?.getTime() ?? 0;
  const isSame = timesSent(sent, awayMark).some((time) => Math.abs(since - time) < sameAbsenceMs);
  return isSame ? undefined : `${awayMark}${new Date(since).toISOString()}`;
}

/** The times, in ms, at which delay messages were sent. */
function timesSent(sent: ReadonlySet<string>, mark: string): number[] {
  const key = noticeKey('delayed', mark);
  return [...sent].flatMap((each) =>
    each.startsWith(key) ? Date.parse(each.slice(key.length)) : [],
  );
}

/**
 * The message after a missed call. The patient is next on return, so the "you are next" message is
 * not sent any more.
 */
function newsOfHeld(calledAt: Date, sent: ReadonlySet<string>, now: Date): News | undefined {
  const held = once('held', calledAt, sent, now, calledAt.toISOString());
  return held && { ...held, covers: coveredBy('next') };
}

/** A "you are next" message replaces the "leave now" message. */
function coveredBy(advice: Advice): QueueNewsKind[] {
  if (advice === 'next') return ['next', 'leave_now'];
  return advice === 'leave_now' ? ['leave_now'] : [];
}

function once(
  kind: QueueNewsKind,
  since: Date | null,
  sent: ReadonlySet<string>,
  now: Date,
  occasion = '',
): News | undefined {
  if (since === null || sent.has(noticeKey(kind, occasion))) return undefined;
  const notAfter = new Date(since.getTime() + newsMinutes[kind] * minuteMs);
  if (notAfter <= now) return undefined;
  return { kind, occasion, covers: [], advice: 'stay', notAfter };
}
