/** Where the sessions of a week are drawn: one column a day, the hours from top to bottom. */
import type { Interval } from '@baari/contract/hospital/schedule.ts';
import { isOn, takesFrom } from '@baari/contract/hospital/session-days.ts';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import { type Minutes, spanOf } from './timetable-draft.ts';

const dayMs = 86_400_000;

/** The dates of the week that contains this date; the week starts on Monday. */
export function weekOf(date: string): readonly string[] {
  const sinceMonday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => later(date, index - sinceMonday));
}

/** Adds a number of days to a date. A negative number goes back in time. */
export function later(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The hours that are drawn for a week without sessions. */
const usualFrame: Minutes = { from: 8 * 60, to: 18 * 60 };

/**
 * The range of hours that covers all sessions. Closed hours count only if there are no other
 * sessions, because closed hours often last the whole day.
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

/** The height of an hour in px. It is large enough for the text of the shortest session. */
export function hourHeight(sessions: readonly TimetableSession[]): number {
  const shortest = Math.min(60, ...sessions.map(spanOf).map(({ from, to }) => to - from));
  return Math.min(128, Math.max(52, Math.ceil((44 * 60) / shortest)));
}

/** One session on one day, as it is drawn in the week. */
export interface Block {
  /** The session's position in the timetable's list. */
  readonly index: number;
  readonly session: TimetableSession;
  /**
   * The top and the height of the drawn session, as fractions from 0 to 1 of the drawn range of
   * hours.
   */
  readonly top: number;
  readonly height: number;
  /**
   * The sessions that take time from this session on that day: closed hours, and sessions on a
   * single date.
   */
  readonly gaps: readonly Interval[];
  /**
   * Whether another session is drawn over the first hour of this session. The text of this session
   * is then placed at its bottom.
   */
  readonly isHeadCovered: boolean;
}

/**
 * The sessions of a date that are within the drawn hours, in drawing order. Weekly sessions that
 * sessions on this single date replace completely are left out.
 */
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
  const length = frame.to - frame.from;
  return found.flatMap(({ session, index, span }) => {
    const takers = found.filter((other) => takesFrom(other.session, session));
    const isReplaced = takers.some(
      (taker) =>
        taker.session.kind !== 'closed' && taker.span.from <= span.from && span.to <= taker.span.to,
    );
    if (isReplaced) return [];
    const block: Block = {
      index,
      session,
      top: (span.from - frame.from) / length,
      height: (span.to - span.from) / length,
      gaps: takers.map((taker) => taker.session),
      isHeadCovered: takers.some(
        (taker) => taker.span.from < span.from + 60 && span.from < taker.span.to,
      ),
    };
    return [block];
  });
}

/** The rank of a session in the drawing order; sessions with a higher rank are drawn on top. */
function rank({ kind, date }: TimetableSession): number {
  return (kind === 'closed' ? 1 : 0) + (date === null ? 0 : 2);
}

function clipped(span: Minutes, frame: Minutes): Minutes {
  return { from: Math.max(span.from, frame.from), to: Math.min(span.to, frame.to) };
}
