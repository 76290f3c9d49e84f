/**
 * The format of a backup file: lines of text, compressed with gzip and encrypted. Each line is a
 * letter and JSON. H is the header, T the next table, R one of its rows, F a file kept outside the
 * database, M a file that was missing at backup time, and E the end with the number of rows.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import {
  decrypting,
  encrypting,
  isEncrypted,
  type Lock,
  type OpeningKeys,
} from './backup-encryption.ts';
import { BackupProblem } from './backup-problem.ts';

export const backupHead = z.object({
  format: z.literal('baari backup'),
  version: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The Baari version that wrote the backup; missing in the oldest backups. */
  madeBy: z.string().optional(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** The secret that this installation generated; null if the operator configured a secret. */
  secret: z.string().nullable(),
});
export type BackupHead = z.infer<typeof backupHead>;

const tableLine = z.object({ name: z.string(), columns: z.array(z.string()) });
const fileLine = z.object({ key: z.uuid(), base64: z.string() });
const missingLine = z.object({ key: z.uuid() });
const endLine = z.object({ rows: z.number() });

export type BackupLine =
  | { readonly kind: 'head'; readonly head: BackupHead }
  | { readonly kind: 'table'; readonly name: string; readonly columns: readonly string[] }
  /** A row of the database as JSON text on one line. */
  | { readonly kind: 'row'; readonly row: string }
  | { readonly kind: 'file'; readonly key: string; readonly bytes: Uint8Array }
  /**
   * Marks a file that a database row names but that was missing in the file store at backup time.
   */
  | { readonly kind: 'missing'; readonly key: string }
  | { readonly kind: 'end'; readonly rows: number };

/**
 * Writes the backup file atomically: it appears under its name only when it is complete and on
 * disk. Only the file's owner can read it.
 */
export async function writeBackupFile(
  path: string,
  lines: AsyncIterable<BackupLine>,
  lock: Lock | null,
): Promise<void> {
  if (existsSync(path)) throw new BackupProblem(`${path} exists already.`);
  // The temporary name is unique. Leftovers of a killed run do not interfere, and two runs do not
  // write to the same file.
  const unfinished = `${path}.${randomUUID()}.unfinished`;
  await make(unfinished);
  try {
    const packed = Readable.from(texts(lines)).compose(createGzip());
    await pipeline(
      lock === null ? packed : await encrypting(packed, lock),
      createWriteStream(unfinished, { mode: 0o600 }),
    );
    const file = await open(unfinished, 'r+');
    await file.sync();
    await file.close();
    // An earlier backup is never overwritten, nor one that another run has finished meanwhile.
    await make(path);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Creates a new file. Fails if the file exists. */
async function make(path: string): Promise<void> {
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw new BackupProblem(isThere ? `${path} exists already.` : `Cannot write ${path}.`, {
      cause,
    });
  }
}

async function* texts(lines: AsyncIterable<BackupLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${textOf(line)}\n`;
}

function textOf(line: BackupLine): string {
  switch (line.kind) {
    case 'head':
      return `H${JSON.stringify(line.head)}`;
    case 'table':
      return `T${JSON.stringify({ name: line.name, columns: line.columns })}`;
    case 'row':
      // Between JSON values a line break is only whitespace; inside a text it is escaped.
      return `R${line.row.replaceAll('\n', ' ')}`;
    case 'file': {
      const base64 = Buffer.from(line.bytes).toString('base64');
      return `F${JSON.stringify({ key: line.key, base64 })}`;
    }
    case 'missing':
      return `M${JSON.stringify({ key: line.key })}`;
    case 'end':
      return `E${JSON.stringify({ rows: line.rows })}`;
  }
}

/**
 * Reads the lines of a backup. Throws a BackupProblem if the file is not a backup, no key opens it, or its
 * end is missing.
 */
export async function* readBackupFile(path: string, keys: OpeningKeys): AsyncGenerator<BackupLine> {
  const packed = (await isEncrypted(path))
    ? await decrypting(createReadStream(path), keys)
    : createReadStream(path);
  const plain = createGunzip();
  const unpacking = pipeline(packed, plain);
  // The error is ignored here, because the loop below reads to the end and reports it.
  unpacking.catch(() => undefined);
  let hasEnded = false;
  try {
    for await (const text of createInterface({ input: plain, crlfDelay: Infinity })) {
      const line = lineOf(text);
      hasEnded = line.kind === 'end';
      yield line;
    }
    await unpacking;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw new BackupProblem(`${path} is not a complete backup: ${error.message}.`, {
        cause: error,
      });
    }
    throw error;
  }
  if (!hasEnded) throw new BackupProblem(`${path} is cut off: its end is missing.`);
}

function lineOf(text: string): BackupLine {
  const content = text.slice(1);
  try {
    switch (text[0]) {
      case 'H':
        return { kind: 'head', head: backupHead.parse(JSON.parse(content)) };
      case 'T':
        return { kind: 'table', ...tableLine.parse(JSON.parse(content)) };
      case 'R':
        return { kind: 'row', row: content };
      case 'F': {
        const { key, base64 } = fileLine.parse(JSON.parse(content));
        return { kind: 'file', key, bytes: Buffer.from(base64, 'base64') };
      }
      case 'M':
        return { kind: 'missing', ...missingLine.parse(JSON.parse(content)) };
      case 'E':
        return { kind: 'end', ...endLine.parse(JSON.parse(content)) };
      default:
        throw new BackupProblem('This is not a backup of Baari.');
    }
  } catch (error) {
    if (error instanceof BackupProblem) throw error;
    throw new BackupProblem('This version of Baari cannot read this backup format.', {
      cause: error,
    });
  }
}
