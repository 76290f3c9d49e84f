/**
 * A file of fixed size that is allocated while the disk has space. Lines can therefore be appended
 * even when the disk is full.
 */
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

export interface ReservedFile {
  readonly path: string;
  /**
   * Appends lines to the file and flushes them to the disk. Returns false, and writes nothing, if
   * the lines do not fit.
   */
  append(lines: readonly string[]): Promise<boolean>;
  /** Removes all lines from the file; its space on the disk stays allocated. */
  clear(): Promise<void>;
  /**
   * Whether the path still leads to this file. Another process may have taken the file over by
   * renaming it.
   */
  isInPlace(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Marks the end of the lines in the file. Bytes after the mark may be left over from before a call
 * of `clear`.
 */
const end = '\0';
const blockBytes = 2 ** 20;

/**
 * Opens a file of `bytes` at `path`, readable by this user only. Takes over the unused file at
 * `spare` if it exists, else allocates the space; throws if the disk is full.
 */
export async function reserveFile(
  path: string,
  spare: string,
  bytes: number,
): Promise<ReservedFile> {
  const handle = (await takeSpare(path, spare, bytes)) ?? (await allocate(path, bytes));
  let used = 0;

  async function write(text: string, position: number): Promise<number> {
    const content = Buffer.from(text);
    await handle.write(content, 0, content.length, position);
    await handle.datasync();
    return content.length;
  }

  return {
    path,
    async append(lines) {
      const text = lines.map(checked).join('') + end;
      if (used + Buffer.byteLength(text) > bytes) return false;
      used += (await write(text, used)) - end.length;
      return true;
    },
    async clear() {
      await write(end, 0);
      used = 0;
    },
    async isInPlace() {
      const [own, there] = await Promise.all([handle.stat(), stat(path).catch(() => undefined)]);
      return there !== undefined && own.ino === there.ino && own.dev === there.dev;
    },
    close: () => handle.close(),
  };
}

async function takeSpare(
  path: string,
  spare: string,
  bytes: number,
): Promise<FileHandle | undefined> {
  try {
    await rename(spare, path);
  } catch {
    return undefined;
  }
  const handle = await open(path, 'r+');
  if ((await handle.stat()).size === bytes) return handle;
  await handle.close();
  await rm(path, { force: true });
  return undefined;
}

async function allocate(path: string, bytes: number): Promise<FileHandle> {
  const handle = await open(path, 'wx', 0o600);
  try {
    const zeros = Buffer.alloc(Math.min(blockBytes, bytes));
    for (let at = 0; at < bytes; at += zeros.length) {
      const { bytesWritten } = await handle.write(zeros, 0, Math.min(zeros.length, bytes - at), at);
      // A short write means that the disk is full, although only the next write would fail.
      if (bytesWritten < Math.min(zeros.length, bytes - at)) throw new NoSpace();
    }
    await handle.sync();
    return handle;
  } catch (error) {
    await handle.close();
    await rm(path, { force: true });
    throw error;
  }
}

class NoSpace extends Error {
  readonly code = 'ENOSPC';
}

/**
 * Reads the lines that were flushed to a file, up to the end mark or up to a write that the process
 * did not survive.
 */
export async function readReserved(path: string): Promise<string[]> {
  const lines: string[] = [];
  const text = await readFile(path, 'utf8');
  for (let from = 0; ; ) {
    const to = text.indexOf('\n', from);
    if (to === -1) return lines;
    const line = text.slice(from + sumLength + 1, to);
    if (`${text.slice(from, to)}\n` !== checked(line)) return lines;
    lines.push(line);
    from = to + 1;
  }
}

const sumLength = 8;

function checked(line: string): string {
  return `${crc32(line).toString(16).padStart(sumLength, '0')} ${line}\n`;
}
