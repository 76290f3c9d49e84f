/** Stores uploaded files outside the database [decision 019]. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { withoutTrailingSlash } from '../trim.rules.ts';

export type StoreName = 'disk' | 's3';

/**
 * Stores files under keys. A key is an id that the server made; no part of it comes from a user.
 */
export interface FileStore {
  readonly name: StoreName;
  /** Stores a file. Resolves once the file would survive a power cut. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Reads a file; returns undefined if no file has this key. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Removes a file; succeeds if the file does not exist. */
  remove(key: string): Promise<void>;
}

export interface FileStores {
  /** The file store for new uploads; undefined if the database stores new files. */
  readonly forNew: FileStore | undefined;
  /** Every file store that may hold older files. */
  readonly all: readonly FileStore[];
}

export interface S3Settings {
  /**
   * The address of the S3 service without the bucket, such as https://s3.ap-south-1.amazonaws.com.
   */
  readonly url: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface FileStoreOptions {
  readonly dataDir: string;
  /** Whether the database is embedded, so that one machine stores all data. */
  readonly isEmbedded: boolean;
  readonly s3: S3Settings | undefined;
}

/**
 * Chooses where files are stored: in S3 if configured, else on the disk beside an embedded database, else in the
 * database.
 */
export function openFileStores({ dataDir, isEmbedded, s3 }: FileStoreOptions): FileStores {
  const disk = openDiskStore(join(dataDir, 'files'));
  if (s3 !== undefined) {
    const remote = openS3Store(s3);
    return { forNew: remote, all: [remote, disk] };
  }
  return { forNew: isEmbedded ? disk : undefined, all: [disk] };
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

function checked(key: string): string {
  if (!uuid.test(key)) throw new Error('A key of a file is an id.');
  return key;
}

/**
 * Makes a file store on the disk, with folders named by the first two letters of the key, so that
 * no folder grows too large.
 */
export function openDiskStore(folder: string): FileStore {
  function pathOf(key: string): string {
    return join(folder, checked(key).slice(0, 2), key);
  }
  return {
    name: 'disk',
    async put(key, bytes) {
      const path = pathOf(key);
      const unfinished = `${path}.unfinished`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await writeWhole(unfinished, bytes);
        await rename(unfinished, path);
      } catch (error) {
        // The unfinished file is removed, because on a full disk each retry would fill it further.
        await rm(unfinished, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
    },
    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
      await rm(`${pathOf(key)}.unfinished`, { force: true });
    },
  };
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Flushes the folder to disk too, so that the file's name survives a power cut. Windows has no
 * system call for this.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The total time allowed for all attempts of one S3 request, in milliseconds. */
const s3TimeoutMs = 30_000;
const s3Retries = 3;

/**
 * Makes a file store in any S3 service that accepts version 4 signatures and the bucket in the
 * path.
 */
export function openS3Store({ url, bucket, region, ...keys }: S3Settings): FileStore {
  const client = new AwsClient({ ...keys, region, service: 's3', retries: s3Retries });
  const root = `${withoutTrailingSlash(url)}/${encodeURIComponent(bucket)}`;

  /**
   * Sends a request to S3. Returns undefined if S3 answers that the file does not exist; throws for
   * every other failure.
   */
  async function ask(what: string, key: string, init: RequestInit): Promise<Response | undefined> {
    const signal = AbortSignal.timeout(s3TimeoutMs);
    const answer = await client.fetch(`${root}/${checked(key)}`, { ...init, signal });
    if (answer.ok) return answer;
    const code = await codeOf(answer);
    // A missing bucket also gives the status 404, but that is a mistake of the operator.
    if (answer.status === 404 && code === 'NoSuchKey') return undefined;
    throw new FileStorageFailure(what, answer.status, code);
  }
  return {
    name: 's3',
    async put(key, bytes) {
      const answer = await ask('keep a file', key, {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: { 'content-type': 'application/octet-stream' },
      });
      if (answer === undefined) throw new Error('The file storage did not keep a file.');
      await answer.arrayBuffer();
    },
    async get(key) {
      const answer = await ask('read a file', key, { method: 'GET' });
      return answer === undefined ? undefined : new Uint8Array(await answer.arrayBuffer());
    },
    async remove(key) {
      const answer = await ask('remove a file', key, { method: 'DELETE' });
      await answer?.arrayBuffer();
    },
  };
}

/** A failed request to the file storage; the log shows only the failure's code. */
class FileStorageFailure extends Error {
  override readonly name = 'FileStorageFailure';
  /** S3's error code, or the response's HTTP status if S3 gave no code. */
  readonly code: string;

  constructor(what: string, status: number, code = String(status)) {
    super(`The file storage answered ${status} (${code}) when asked to ${what}.`);
    this.code = code;
  }
}

/** S3's error code, such as NoSuchBucket; the rest of its answer may quote the request. */
async function codeOf(answer: Response): Promise<string | undefined> {
  return /<Code>(\w{1,60})<\/Code>/u.exec(await answer.text())?.[1];
}
