/**
 * Backups are encrypted in the format of age (https://age-encryption.org/v1), to a passphrase or to keys,
 * so that its own program opens them too.
 */
import { open, readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupProblem } from './backup-problem.ts';

/** What a backup is encrypted to: one of the keys opens it, or the passphrase. */
export type Lock = { readonly passphrase: string } | { readonly recipients: readonly string[] };

/** What may open one; all are tried. */
export interface OpeningKeys {
  readonly passphrase?: string | undefined;
  readonly identities: readonly string[];
}

/** The first line of every file of age. */
const mark = 'age-encryption.org/v1\n';

/** Throws a BackupProblem where the file cannot be read. */
export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path).catch((cause: Error) => {
    throw new BackupProblem(`Cannot read ${path}.`, { cause });
  });
  try {
    if (!(await file.stat()).isFile()) throw new BackupProblem(`Cannot read ${path}.`);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mark.length), 0, mark.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === mark;
  } finally {
    await file.close();
  }
}

export async function encrypting(plain: Readable, lock: Lock): Promise<Readable> {
  const encrypter = new Encrypter();
  if ('passphrase' in lock) encrypter.setPassphrase(lock.passphrase);
  else for (const recipient of lock.recipients) encrypter.addRecipient(recipient);
  return Readable.fromWeb(await encrypter.encrypt(webStream(plain)));
}

/** Throws a BackupProblem where nothing opens it; reading fails with one where bytes are missing or changed. */
export async function decrypting(encrypted: Readable, keys: OpeningKeys): Promise<Readable> {
  const decrypter = new Decrypter();
  if (keys.passphrase !== undefined) decrypter.addPassphrase(keys.passphrase);
  for (const identity of keys.identities) decrypter.addIdentity(identity);
  try {
    const plain = await decrypter.decrypt(webStream(encrypted));
    return Readable.from(wholeOf(plain), { objectMode: false });
  } catch (cause) {
    throw new BackupProblem(
      'Nothing opens this backup: give its key with --key, or its passphrase in BACKUP_PASSPHRASE.',
      { cause },
    );
  }
}

async function* wholeOf(plain: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of plain) yield chunk;
  } catch (cause) {
    throw new BackupProblem('The backup is not whole: bytes are missing or were changed.', {
      cause,
    });
  }
}

function webStream(stream: Readable): ReadableStream<Uint8Array> {
  // Node types its streams of the web apart from the global ones, which they are.
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

const identityPattern = /^AGE-SECRET-KEY-(?:PQ-)?1[\dA-Z]+$/u;
const recipientPattern = /^age1[\da-z]+$/u;

/** The keys in a file as `age-keygen` writes it: a secret one a line, or public ones alone. */
async function readKeyFile(path: string): Promise<{ identities: string[]; recipients: string[] }> {
  const text = await readFile(path, 'utf8').catch((cause: Error) => {
    throw new BackupProblem(`Cannot read the key ${path}.`, { cause });
  });
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const identities = lines.filter((line) => identityPattern.test(line));
  const recipients = lines.filter((line) => recipientPattern.test(line));
  if (identities.length + recipients.length < lines.length || lines.length === 0) {
    throw new BackupProblem(`${path} is not a key: expected lines as AGE-SECRET-KEY-1… or age1….`);
  }
  return { identities, recipients };
}

/** To whoever holds one of the keys of the file; the public ones are enough to write with. */
export async function readLock(path: string): Promise<Lock> {
  const { identities, recipients } = await readKeyFile(path);
  const own = await Promise.all(identities.map(identityToRecipient));
  return { recipients: [...recipients, ...own] };
}

export async function readIdentities(path: string): Promise<readonly string[]> {
  const { identities } = await readKeyFile(path);
  if (identities.length > 0) return identities;
  throw new BackupProblem(
    `${path} holds public keys only: a backup is opened with the secret one.`,
  );
}

/** Writes a new secret key into a new file of its owner's alone; answers the public one. */
export async function makeKeyFile(path: string): Promise<string> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  try {
    await writeFile(path, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new BackupProblem(`Cannot write ${path}, or it exists already.`, { cause });
  }
  return recipient;
}
