/**
 * Watches the room on the disk that Baari writes to: warns before it is full, and knows when a write failed
 * because it was [KEEP-2]. A database elsewhere is known by its own errors alone.
 */
import { statfs } from 'node:fs/promises';
import type { Log } from '../log.ts';

/** Bytes of a disk. */
export interface Room {
  readonly free: number;
  readonly size: number;
}

export type StorageState = 'sound' | 'low' | 'full';

/** PostgreSQL writes its log in files of 16 MB: with less room than this the next one cannot be made. */
const fullBelow = 16 * 2 ** 20;
/** The operator is warned at a tenth of the disk, or at 5 GB of a large one. */
const lowShare = 0.1;
const lowBelowAtMost = 5 * 2 ** 30;
/** A write that failed for want of room makes the storage count as full for this long. */
const failureCountsMs = 30_000;
const looksEveryMs = 60_000;
/** While it goes on, the log repeats it this often. */
const repeatsEveryMs = 60 * 60_000;

/** Whether a disk with this room is full, or soon will be. */
export function stateOfRoom({ free, size }: Room): StorageState {
  if (free < fullBelow) return 'full';
  return free < Math.min(size * lowShare, lowBelowAtMost) ? 'low' : 'sound';
}

/** The room that is left on the disk of a folder; undefined where the system does not say. */
export async function roomOf(folder: string): Promise<Room | undefined> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return undefined;
  }
}

export interface StorageOptions {
  /** Folders that this process or its embedded database writes to. */
  readonly folders: readonly string[];
  /** Whose disk a failed write was on, as the log names it. */
  readonly databaseIsAt: string;
}

export interface StorageWatch {
  /** Notes that a write failed for want of room. */
  noteFull(): void;
  state(): Promise<StorageState>;
  /** What the log names when a write failed. */
  readonly databaseIsAt: string;
  /** Looks every minute, and tells the log and whoever else listens; answers how to stop. */
  start(log: Log, onLow: (news: LowStorage) => Promise<void>): () => void;
}

/** A disk that is nearly or quite full. */
export interface LowStorage extends Room {
  readonly folder: string;
  readonly state: Exclude<StorageState, 'sound'>;
}

export function watchStorage({ folders, databaseIsAt }: StorageOptions): StorageWatch {
  let failedAt = Number.NEGATIVE_INFINITY;

  async function lowOnes(): Promise<LowStorage[]> {
    const looked = await Promise.all(
      folders.map(async (folder) => {
        const room = await roomOf(folder);
        if (room === undefined) return [];
        const state = stateOfRoom(room);
        return state === 'sound' ? [] : [{ folder, state, ...room }];
      }),
    );
    return looked.flat();
  }

  return {
    databaseIsAt,
    noteFull() {
      failedAt = performance.now();
    },
    async state() {
      if (performance.now() - failedAt < failureCountsMs) return 'full';
      const states = (await lowOnes()).map(({ state }) => state);
      if (states.includes('full')) return 'full';
      return states.length > 0 ? 'low' : 'sound';
    },
    start(log, onLow) {
      const toldAt = new Map<string, number>();
      async function look(): Promise<void> {
        for (const news of await lowOnes()) {
          const key = `${news.state} ${news.folder}`;
          const last = toldAt.get(key) ?? Number.NEGATIVE_INFINITY;
          if (performance.now() - last < repeatsEveryMs) continue;
          toldAt.set(key, performance.now());
          sayIn(log, news);
          // A mail is written to the disk that it is about: the log has said it already.
          await onLow(news).catch(() => undefined);
        }
      }
      const timer = setInterval(() => void look(), looksEveryMs);
      timer.unref();
      void look();
      return () => clearInterval(timer);
    },
  };
}

/** Bytes in whole megabytes. */
export function megabytes(bytes: number): number {
  return Math.floor(bytes / 2 ** 20);
}

function sayIn(log: Log, { state, folder, free, size }: LowStorage): void {
  const details = { folder, freeMB: megabytes(free), sizeMB: megabytes(size) };
  if (state === 'full') {
    log.error(
      details,
      'The disk of this folder is full: nothing can be saved until there is room. Free some, or enlarge it.',
    );
  } else {
    log.warn(details, 'The disk of this folder is nearly full. Free some room, or enlarge it.');
  }
}
