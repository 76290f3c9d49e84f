/**
 * Encrypts backups in the format of age (https://age-encryption.org/v1), with a passphrase or with
 * keys. The program `age` can decrypt them too.
 */
import { open, readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupProblem } from './backup-problem.ts';

/**
 * What a backup is encrypted with: a passphrase, or several keys. With several keys, any one of
 * them decrypts the backup.
 */
export type Lock = { readonly passphrase: string } | { readonly recipients: readonly string[] };

/** The keys and the passphrase that are tried to decrypt a backup. */
export interface OpeningKeys {
  readonly passphrase?: string | undefined;
  readonly identities: readonly string[];
}

/** The first line of every age file. */
const mark = 'age-encryption.org/v1\n';

/** Whether the backup file is encrypted. Throws a BackupProblem if the file cannot be read. */
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

/**
 * Decrypts a stream. Throws a BackupProblem if no key fits. If bytes are missing or changed,
 * reading the stream fails with a BackupProblem.
 */
export async function decrypting(encrypted: Readable, keys: OpeningKeys): Promise<Readable> {
  const decrypter = new Decrypter();
  if (keys.passphrase !== undefined) decrypter.addPassphrase(keys.passphrase);
  for (const identity of keys.identities) decrypter.addIdentity(identity);
  try {
    const plain = await decrypter.decrypt(webStream(encrypted));
    return Readable.from(wholeOf(plain), { objectMode: false });
  } catch (cause) {
    throw new BackupProblem(
      'No key or passphrase opens this backup: name its key with --key, or set BACKUP_PASSPHRASE.',
      { cause },
    );
  }
}

async function* wholeOf(plain: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of plain) yield chunk;
  } catch (cause) {
    throw new BackupProblem(
      'The backup is incomplete or was changed: bytes are missing or differ.',
      {
        cause,
      },
    );
  }
}

function webStream(stream: Readable): ReadableStream<Uint8Array> {
  // Node's type for web streams and the global type are declared separately, although they are the
  // same.
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

const identityPattern = /^AGE-SECRET-KEY-(?:PQ-)?1[\dA-Z]+$/u;
const recipientPattern = /^age1[\da-z]+$/u;

/** Reads a key file in the format of `age-keygen`: one secret key per line, or only public keys. */
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

/**
 * Reads a key file for encrypting a backup, so that anyone who has one of the secret keys can
 * decrypt it. A file with only public keys is enough.
 */
export async function readLock(path: string): Promise<Lock> {
  const { identities, recipients } = await readKeyFile(path);
  const own = await Promise.all(identities.map(identityToRecipient));
  return { recipients: [...recipients, ...own] };
}

export async function readIdentities(path: string): Promise<readonly string[]> {
  const { identities } = await readKeyFile(path);
  if (identities.length > 0) return identities;
  throw new BackupProblem(
    `${path} holds public keys only: a backup is opened with the secret key.`,
  );
}

/**
 * Writes a new secret key to a new file that only the file's owner can read. Returns the public
 * key.
 */
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
