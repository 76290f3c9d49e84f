/**
 * Watches the disks that Baari writes to. Warns before a disk is full, and remembers writes that
 * failed on a full disk [KEEP-2]. A remote database is judged by its errors only.
 */
import { statfs } from 'node:fs/promises';
import type { Log } from '../log.ts';

/** The free and total bytes of a disk. */
export interface DiskSpace {
  readonly free: number;
  readonly size: number;
}

export type StorageState = 'sound' | 'low' | 'full';

/**
 * The free space in bytes below which the disk counts as full. PostgreSQL writes its log in files of 16 MB, and with
 * less space it cannot create the next one.
 */
const fullBelow = 16 * 2 ** 20;
/**
 * The operator is warned when less than a tenth of the disk is free, or less than 5 GB of a large
 * disk.
 */
const lowShare = 0.1;
const lowBelowAtMost = 5 * 2 ** 30;
/** After a write failed on a full disk, the disk counts as full for this many milliseconds. */
const failureCountsMs = 30_000;
const looksEveryMs = 60_000;
/** How often the log repeats the warning about a nearly full disk, in milliseconds. */
const repeatsEveryMs = 60 * 60_000;

/** Whether a disk with this free space is full, or nearly full. */
export function stateOfSpace({ free, size }: DiskSpace): StorageState {
  if (free < fullBelow) return 'full';
  return free < Math.min(size * lowShare, lowBelowAtMost) ? 'low' : 'sound';
}

/** The free space on a folder's disk; undefined where the system does not say. */
export async function spaceOf(folder: string): Promise<DiskSpace | undefined> {
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
  /** The location of the database, which the log names when a write fails. */
  readonly databaseIsAt: string;
}

export interface StorageWatch {
  /** Records that a write failed because the disk is full. */
  noteFull(): void;
  state(): Promise<StorageState>;
  /** The location of the database, which the log names when a write fails. */
  readonly databaseIsAt: string;
  /**
   * Checks the disk space every minute and warns in the log and through `onLow`. Returns a function
   * that stops the checks.
   */
  start(log: Log, onLow: (news: LowStorage) => Promise<void>): () => void;
}

/** A disk that is full or nearly full. */
export interface LowStorage extends DiskSpace {
  readonly folder: string;
  readonly state: Exclude<StorageState, 'sound'>;
}

export function watchStorage({ folders, databaseIsAt }: StorageOptions): StorageWatch {
  let failedAt = Number.NEGATIVE_INFINITY;

  async function lowOnes(): Promise<LowStorage[]> {
    const looked = await Promise.all(
      folders.map(async (folder) => {
        const space = await spaceOf(folder);
        if (space === undefined) return [];
        const state = stateOfSpace(space);
        return state === 'sound' ? [] : [{ folder, state, ...space }];
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
      const loggedAt = new Map<string, number>();
      async function look(): Promise<void> {
        for (const news of await lowOnes()) {
          const key = `${news.state} ${news.folder}`;
          const last = loggedAt.get(key) ?? Number.NEGATIVE_INFINITY;
          if (performance.now() - last < repeatsEveryMs) continue;
          loggedAt.set(key, performance.now());
          sayIn(log, news);
          // The mail may fail, because it is written to the same full disk. The log already has the
          // warning.
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

/** Converts bytes to whole megabytes. */
export function megabytes(bytes: number): number {
  return Math.floor(bytes / 2 ** 20);
}

function sayIn(log: Log, { state, folder, free, size }: LowStorage): void {
  const details = { folder, freeMB: megabytes(free), sizeMB: megabytes(size) };
  if (state === 'full') {
    log.error(
      details,
      'The disk of this folder is full: nothing can be saved. Free some space, or enlarge the disk.',
    );
  } else {
    log.warn(
      details,
      'The disk of this folder is nearly full. Free some space, or enlarge the disk.',
    );
  }
}
