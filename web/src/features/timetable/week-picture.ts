/** Where the sessions of a week are drawn: one column a day, the hours from top to bottom. */
import { isOn, type TimetableSession } from '@baari/contract/hospital/timetable.ts';
import { type Minutes, spanOf } from './timetable-draft.ts';

const dayMs = 86_400_000;

/** The dates of the week of a date, monday first. */
export function weekOf(date: string): readonly string[] {
  const sinceMonday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => later(date, index - sinceMonday));
}

/** The date this many days later, or earlier if negative. */
export function later(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The hours that an empty week shows. */
const usualFrame: Minutes = { from: 8 * 60, to: 18 * 60 };

/**
 * The hours of all sessions. Closed sessions count only if there are no others, because they often
 * last the whole day.
 */
export function frameOf(sessions: readonly TimetableSession[]): Minutes {
  const seen = sessions.filter(({ kind }) => kind !== 'closed');
  const spans = (seen.length > 0 ? seen : sessions).map(spanOf);
  if (spans.length === 0) return usualFrame;
  return {
    from: Math.floor(Math.min(...spans.map(({ from }) => from)) / 60) * 60,
    to: Math.ceil(Math.max(...spans.map(({ to }) => to)) / 60) * 60,
  };
}

/** The height of an hour in px, so that a short session keeps enough space for its words. */
export function hourHeight(sessions: readonly TimetableSession[]): number {
  const shortest = Math.min(60, ...sessions.map(spanOf).map(({ from, to }) => to - from));
  return Math.min(128, Math.max(52, Math.ceil((44 * 60) / shortest)));
}

/** One session on one day. */
export interface Block {
  /** Its position in the timetable. */
  readonly index: number;
  readonly session: TimetableSession;
  /** Its part of the frame, both from 0 to 1. */
  readonly top: number;
  readonly height: number;
  /** Whether a closed session is drawn over its first hour, so that its words stand at its end. */
  readonly isHeadCovered: boolean;
}

/** The sessions of a date within a frame, in order; those outside the frame are left out. */
export function blocksOn(
  sessions: readonly TimetableSession[],
  date: string,
  frame: Minutes,
): readonly Block[] {
  const found = sessions
    .map((session, index) => ({ session, index, span: clipped(spanOf(session), frame) }))
    .filter(({ session, span }) => isOn(session, date) && span.from < span.to)
    .toSorted(
      (one, other) => one.span.from - other.span.from || rank(one.session) - rank(other.session),
    );
  const closed = found.filter(({ session }) => session.kind === 'closed');
  const length = frame.to - frame.from;
  return found.map(({ session, index, span }) => ({
    index,
    session,
    top: (span.from - frame.from) / length,
    height: (span.to - span.from) / length,
    isHeadCovered:
      session.kind !== 'closed' &&
      closed.some((gap) => gap.span.from < span.from + 60 && span.from < gap.span.to),
  }));
}

/** The closed hours of a date. */
export function closedOn(
  sessions: readonly TimetableSession[],
  date: string,
): readonly TimetableSession[] {
  return sessions.filter((session) => session.kind === 'closed' && isOn(session, date));
}

function rank({ kind }: TimetableSession): number {
  return kind === 'closed' ? 1 : 0;
}

function clipped(span: Minutes, frame: Minutes): Minutes {
  return { from: Math.max(span.from, frame.from), to: Math.min(span.to, frame.to) };
}
