/** Where uploaded files are kept outside the database [decision 019]. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AwsClient } from 'aws4fetch';

export type StoreName = 'disk' | 's3';

/** Keys are ids that we made; no part of one ever comes from a user. */
export interface FileStore {
  readonly name: StoreName;
  /** Resolves once the file outlives a power cut. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** undefined when there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Removing what is not there is no failure. */
  remove(key: string): Promise<void>;
}

export interface FileStores {
  /** Takes what is uploaded; undefined where the database itself keeps it. */
  readonly forNew: FileStore | undefined;
  /** Each that may hold older files. */
  readonly all: readonly FileStore[];
}

export interface S3Settings {
  /** The service, without the bucket: https://s3.ap-south-1.amazonaws.com. */
  readonly url: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface FileStoreOptions {
  readonly dataDir: string;
  /** Whether the database is the embedded one, with which one machine holds everything. */
  readonly isEmbedded: boolean;
  readonly s3: S3Settings | undefined;
}

/** S3 where it is configured, else the disk beside an embedded database, else the database itself. */
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

/** Files in folders by the first two letters of their key, so that no folder grows too long. */
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
      const file = await open(unfinished, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
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

/** The new name itself must outlive a power cut, too; Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** One try may take this long, in ms; several are made. */
const s3TimeoutMs = 30_000;
const s3Retries = 3;

/** Any service that speaks S3 with signatures of version 4, its bucket in the path. */
export function openS3Store({ url, bucket, region, ...keys }: S3Settings): FileStore {
  const client = new AwsClient({ ...keys, region, service: 's3', retries: s3Retries });
  const root = `${url.replace(/\/+$/u, '')}/${encodeURIComponent(bucket)}`;

  async function ask(key: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(s3TimeoutMs);
    return client.fetch(`${root}/${checked(key)}`, { ...init, signal });
  }
  /** The answer says why in XML that may quote the request: only its status is told. */
  async function failed(what: string, answer: Response): Promise<Error> {
    await answer.body?.cancel();
    return new Error(`The file storage answered ${answer.status} when asked to ${what}.`);
  }
  return {
    name: 's3',
    async put(key, bytes) {
      const answer = await ask(key, {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: { 'content-type': 'application/octet-stream' },
      });
      if (!answer.ok) throw await failed('keep a file', answer);
    },
    async get(key) {
      const answer = await ask(key, { method: 'GET' });
      if (answer.status === 404) {
        await answer.body?.cancel();
        return undefined;
      }
      if (!answer.ok) throw await failed('read a file', answer);
      return new Uint8Array(await answer.arrayBuffer());
    },
    async remove(key) {
      const answer = await ask(key, { method: 'DELETE' });
      if (!answer.ok && answer.status !== 404) throw await failed('remove a file', answer);
    },
  };
}
