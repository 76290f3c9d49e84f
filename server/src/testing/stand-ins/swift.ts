/** Runs OpenStack Swift, a real object storage with S3, on this machine during a test. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { S3Settings } from '../../platform/files/file-store.ts';

export const swiftPackage = 'python3-swift';

export interface Swift {
  /** Makes a bucket; returns the settings for a server that uses it. */
  readonly makeBucket: (name: string) => Promise<S3Settings>;
  /** The object stored under this key, read by Swift's own protocol; undefined if there is none. */
  readonly look: (bucket: string, key: string) => Promise<Buffer | undefined>;
  readonly close: () => Promise<void>;
}

/** Debian's Python, because another Python on PATH would not find Debian's packages. */
const python = '/usr/bin/python3';
const program = fileURLToPath(new URL('swift-server.py', import.meta.url));

const user = 'baari:reports';
const settings = {
  account: 'baari',
  user: 'reports',
  secret: 'wJalrXUtnFEMI/K7MDENG+example',
  region: 'ap-south-1',
};

/** What must be installed for Swift, as a sentence; false if everything is installed. */
export function swiftIsMissing(): string | false {
  try {
    if (existsSync(python)) {
      execFileSync(python, ['-c', 'import swift, eventlet, xattr'], { stdio: 'ignore' });
      return false;
    }
  } catch {
    // The Python module is missing; the sentence returned below says so.
  }
  return `OpenStack Swift is not installed (on Debian and Ubuntu: sudo apt-get install --no-install-recommends ${swiftPackage}).`;
}

/**
 * Starts Swift and resolves once it serves. It ends with `close`, or when this process is killed.
 */
export async function startSwift(): Promise<Swift> {
  const child = spawn(python, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(`${JSON.stringify(settings)}\n`);
  const { port } = await readyLine(child.stdout);
  const url = `http://127.0.0.1:${port}`;
  const own = await signIn(url);
  return {
    async makeBucket(bucket) {
      const answer = await fetch(`${own.address}/${bucket}`, {
        method: 'PUT',
        headers: own.headers,
      });
      if (!answer.ok) throw new Error(`Swift answered ${answer.status} to a new bucket.`);
      const { region, secret: secretAccessKey } = settings;
      return { url, bucket, region, accessKeyId: user, secretAccessKey };
    },
    async look(bucket, key) {
      const answer = await fetch(`${own.address}/${bucket}/${key}`, { headers: own.headers });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.ok) return bytes;
      if (answer.status === 404) return undefined;
      throw new Error(`Swift answered ${answer.status} to a look at an object.`);
    },
    async close() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}

const ready = z.object({ port: z.number() });

async function readyLine(output: NodeJS.ReadableStream): Promise<z.infer<typeof ready>> {
  for await (const line of createInterface({ input: output })) return ready.parse(JSON.parse(line));
  throw new Error('Swift ended before it served; it wrote why.');
}

async function signIn(url: string): Promise<{ address: string; headers: Record<string, string> }> {
  const answer = await fetch(`${url}/auth/v1.0`, {
    headers: { 'x-auth-user': user, 'x-auth-key': settings.secret },
  });
  const address = answer.headers.get('x-storage-url');
  const token = answer.headers.get('x-auth-token');
  if (address === null || token === null) throw new Error('Swift did not sign its tester in.');
  return { address, headers: { 'x-auth-token': token } };
}
