/**
 * The installation's secret if the operator configured no secret: created once, and readable by its
 * owner only.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The secrets of the installation. The first secret signs and encrypts; the other secrets, former
 * or future ones, are only accepted.
 */
export type Secrets = readonly [present: string, ...others: string[]];

const secretBytes = 32;

/**
 * Reads the secret in the data folder, or creates it. If two processes create it at once, the first
 * secret is kept.
 */
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
