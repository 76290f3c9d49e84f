/**
 * S3 services for tests: a small service of our own that runs everywhere, and a real service where
 * it is installed.
 */
import type { S3Settings } from '../../platform/files/file-store.ts';
import { type S3Server, startS3Server } from './s3-server.ts';
import { startSwift, swiftIsMissing } from './swift.ts';

export interface S3Service {
  readonly settings: S3Settings;
  /** The object stored under this key, read without S3; undefined if there is none. */
  readonly look: (key: string) => Promise<Buffer | undefined>;
  readonly close: () => Promise<void>;
}

export interface S3Kind {
  /** The service's name in the names of tests. */
  readonly name: string;
  /** Why the tests with this service are skipped on this machine; false if they run. */
  readonly skip: string | false;
  /** Starts a new S3 service with an empty bucket. */
  readonly start: () => Promise<S3Service>;
}

const bucket = 'baari-reports';
const keys = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+example' };

/** Starts our own small S3 service, for tests that make its requests fail. */
export async function startSmallS3(): Promise<S3Service & Pick<S3Server, 'fail'>> {
  const region = 'ap-south-1';
  const { url, objects, fail, close } = await startS3Server({ bucket, region, ...keys });
  const settings = { url, bucket, region, ...keys };
  return { settings, look: (key) => Promise.resolve(objects.get(key)), fail, close };
}

async function startSwiftWithBucket(): Promise<S3Service> {
  const swift = await startSwift();
  const settings = await swift.makeBucket(bucket);
  return { settings, look: (key) => swift.look(bucket, key), close: swift.close };
}

export const s3Kinds: readonly S3Kind[] = [
  { name: 'a small S3 server', skip: false, start: startSmallS3 },
  { name: 'OpenStack Swift', skip: swiftIsMissing(), start: startSwiftWithBucket },
];

/** The environment variables with which an operator configures this S3 storage. */
export function s3Environment(settings: S3Settings): Record<string, string> {
  return {
    S3_URL: settings.url,
    S3_REGION: settings.region,
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
}
