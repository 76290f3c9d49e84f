/** The file in which this process keeps its waiting audit rows. */
import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describeError, type Log } from '../log.ts';
import { type ReservedFile, reserveFile } from './reserved-file.ts';
import type { WaitingRow } from './waiting-audits.store.ts';

export interface OwnFile {
  /** Flushes more rows to the file, which has the `former` ones. Answers false if they could not be kept. */
  append(rows: readonly WaitingRow[], former: readonly WaitingRow[]): Promise<boolean>;
  clear(): Promise<void>;
  /** Closes the file. An empty one stays allocated for the next start. */
  close(isEmpty: boolean): Promise<void>;
}

/** Allocates the file, or tries again with each row if there is no space. */
export async function openOwnFile(folder: string, bytes: number, log: Log): Promise<OwnFile> {
  const spare = join(folder, 'spare');
  let file = await reserve();

  async function reserve(): Promise<ReservedFile | undefined> {
    try {
      return await reserveFile(join(folder, `rows-${randomUUID()}`), spare, bytes);
    } catch (error) {
      log.warn(
        { ...describeError(error), folder },
        'No file could be reserved in this folder for audit rows. If the disk fills up, staff cannot read patient data.',
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
        // Another start took this file over, perhaps before it had these rows.
        await file.close();
        file = await reserve();
        return file !== undefined && (await file.append([...former, ...rows].map(lineOf)));
      } catch (error) {
        log.error(
          { ...describeError(error), folder },
          'An audit row that has to wait could not be written to its file, so a read was refused.',
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
