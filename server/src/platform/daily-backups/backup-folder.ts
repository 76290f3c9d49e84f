/** The folder of scheduled backups. Only its files record which backups exist and what was rehearsed. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  backupsToDelete,
  backupTime,
  type KeepRules,
  type KeptBackup,
  type Rehearsal,
} from './backup-times.rules.ts';

const rehearsal = z.object({
  name: z.string(),
  at: z.iso.datetime(),
  rows: z.int(),
  seconds: z.number(),
});

/** The backups, the newest first. A folder that does not exist is created. */
export async function listBackups(folder: string): Promise<KeptBackup[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept: KeptBackup[] = [];
  for (const name of await readdir(folder)) {
    const madeAt = backupTime(name);
    if (madeAt === undefined) continue;
    const { size: bytes } = await stat(join(folder, name));
    kept.push({ name, madeAt, bytes });
  }
  return kept.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

/** Notes a rehearsal; the note outlives its backup. */
export async function noteRehearsal(folder: string, found: Rehearsal): Promise<void> {
  await writeFile(noteOf(folder), JSON.stringify(found), { mode: 0o600 });
}

/** The last rehearsal; undefined if there was none. */
export async function readRehearsal(folder: string): Promise<Rehearsal | undefined> {
  try {
    return rehearsal.parse(JSON.parse(await readFile(noteOf(folder), 'utf8')));
  } catch {
    return undefined; // never rehearsed, or the note was cut off by a crash
  }
}

/** Deletes the backups that the rules do not keep; returns their names. */
export async function deleteOldBackups(folder: string, rules: KeepRules): Promise<string[]> {
  const old = backupsToDelete(await readdir(folder), rules);
  for (const name of old) await rm(join(folder, name));
  return old;
}

function noteOf(folder: string): string {
  return join(folder, 'last-rehearsal.json');
}
