/** The installation's secret where none is configured: made once, readable by its owner only. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The first signs and encrypts; the others, former or coming ones, are still believed. */
export type Secrets = readonly [present: string, ...others: string[]];

const secretBytes = 32;

/** Reads the secret kept under the data folder, or makes it; two processes agree on the first. */
export async function readOrMakeSecret(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'secret');
  try {
    await writeFile(file, randomBytes(secretBytes).toString('base64url'), {
      mode: 0o600,
      flag: 'wx',
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
