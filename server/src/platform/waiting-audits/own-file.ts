/** The file in which this process stores audit rows while the database's disk is full. */
import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describeError, type Log } from '../log.ts';
import { type ReservedFile, reserveFile } from './reserved-file.ts';
import type { WaitingRow } from './waiting-audits.store.ts';

export interface OwnFile {
  /**
   * Flushes more rows to the file, which already has the `former` rows. Returns false if the rows
   * could not be stored.
   */
  append(rows: readonly WaitingRow[], former: readonly WaitingRow[]): Promise<boolean>;
  clear(): Promise<void>;
  /** Closes the file. An empty one stays allocated for the next start. */
  close(isEmpty: boolean): Promise<void>;
}

/** Allocates the file. If the disk has no space, tries again with each new row. */
export async function openOwnFile(folder: string, bytes: number, log: Log): Promise<OwnFile> {
  const spare = join(folder, 'spare');
  let file = await reserve();

  async function reserve(): Promise<ReservedFile | undefined> {
    try {
      return await reserveFile(join(folder, `rows-${randomUUID()}`), spare, bytes);
    } catch (error) {
      log.warn(
        { ...describeError(error), folder },
        'The file in which audit rows wait on a full disk could not be made in this folder. If the disk of the database fills up, staff cannot read patient data. Free some space for this folder, and let the server write to it.',
      );
      return undefined;
    }
  }

  return {
    async append(rows, former) {
      try {
        file ??= await reserve();
        if (file === undefined || !(await file.append(rows.map(lineOf)))) return false;
        if (await file.isInPlace()) return true;
        // Another starting process took this file over, perhaps before the file had these rows.
        await file.close();
        file = await reserve();
        return file !== undefined && (await file.append([...former, ...rows].map(lineOf)));
      } catch (error) {
        log.error(
          { ...describeError(error), folder },
          'The disk of the database is full, and the audit row of a read could not be written to a file of this folder either. So a member of staff could not read patient data. Free some space on both disks, and let the server write to this folder.',
        );
        return false;
      }
    },
    async clear() {
      await file?.clear();
    },
    async close(isEmpty) {
      if (file === undefined) return;
      if (isEmpty) await rename(file.path, spare).catch(() => undefined);
      await file.close();
    },
  };
}

function lineOf(row: WaitingRow): string {
  return JSON.stringify(row);
}
