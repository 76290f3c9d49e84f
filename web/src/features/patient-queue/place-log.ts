/** What has happened to the place, as far as the entry tells and this page has seen [PAT-11]. */
import type { QueueEntry } from '@baari/contract/queue.ts';

export type PlaceChange =
  | { readonly kind: 'requested' | 'approved' | 'called'; readonly at: number }
  | {
      readonly kind: 'moved';
      readonly at: number;
      readonly from: number;
      readonly to: number;
    };

/** What a screen reader is told; places only, because a wait changes too often. */
export type Announcement =
  | { readonly kind: 'approved' | 'place'; readonly place: number }
  | { readonly kind: 'turn' | 'ended' };

type Watched = Pick<
  QueueEntry,
  'id' | 'status' | 'position' | 'joinedAt' | 'approvedAt' | 'startedAt'
>;

export interface PlaceLog {
  readonly entry: Watched | null;
  readonly moves: readonly Extract<PlaceChange, { kind: 'moved' }>[];
  /** The latest; undefined until something changes. */
  readonly announcement: Announcement | undefined;
}

export const emptyPlaceLog: PlaceLog = { entry: null, moves: [], announcement: undefined };

const movesKept = 5;

/** The log after seeing `entry` at `at` (ms); the same object when nothing changed. */
export function observe(log: PlaceLog, entry: Watched | null, at: number): PlaceLog {
  const before = log.entry;
  if (entry === null) {
    return before === null ? log : { entry: null, moves: [], announcement: { kind: 'ended' } };
  }
  if (before?.id !== entry.id) return { entry, moves: [], announcement: undefined };
  if (before.status === entry.status && before.position === entry.position) return log;
  const moved = before.position > 0 && entry.position > 0;
  const move = { kind: 'moved' as const, at, from: before.position, to: entry.position };
  return {
    entry,
    moves: moved ? [move, ...log.moves].slice(0, movesKept) : log.moves,
    announcement: announcementOf(before, entry) ?? log.announcement,
  };
}

/** Everything that has happened, newest first. */
export function changesOf(entry: Watched, moves: PlaceLog['moves']): PlaceChange[] {
  const { joinedAt, approvedAt, startedAt } = entry;
  const milestones: PlaceChange[] = [{ kind: 'requested', at: Date.parse(joinedAt) }];
  if (approvedAt !== null) milestones.push({ kind: 'approved', at: Date.parse(approvedAt) });
  if (startedAt !== null) milestones.push({ kind: 'called', at: Date.parse(startedAt) });
  return [...milestones, ...moves].toSorted((a, b) => b.at - a.at);
}

function announcementOf(before: Watched, entry: Watched): Announcement | undefined {
  if (entry.status === 'in_progress') return { kind: 'turn' };
  if (entry.status !== 'waiting' || entry.position <= 0) return undefined;
  return { kind: before.status === 'waiting' ? 'place' : 'approved', place: entry.position };
}
