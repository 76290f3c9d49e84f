/**
 * A small S3 service on this machine with one bucket in memory. It verifies version 4 signatures as
 * Amazon describes them, without code of the client under test. Unlike the real service (swift.ts),
 * it runs everywhere and can fail on command.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

export interface S3Server {
  readonly url: string;
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Answers the next requests with this status. */
  readonly fail: (status: number, times: number) => void;
  readonly close: () => Promise<void>;
}

export interface S3ServerOptions {
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export async function startS3Server(options: S3ServerOptions): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  let failing = { status: 0, times: 0 };
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { status, content } = answer(request, body);
      response.writeHead(status, { 'content-length': content.length }).end(content);
    });
  });

  function answer(request: IncomingMessage, body: Buffer): { status: number; content: Buffer } {
    const none = Buffer.alloc(0);
    if (failing.times > 0) {
      failing.times -= 1;
      return { status: failing.status, content: none };
    }
    if (!isSigned(request, body, options)) return refusal(403, 'SignatureDoesNotMatch');
    const [, bucket = '', key = ''] = (request.url ?? '').split('/');
    if (bucket !== options.bucket) return refusal(404, 'NoSuchBucket');
    switch (request.method) {
      case 'PUT':
        objects.set(key, body);
        return { status: 200, content: none };
      case 'GET': {
        const content = objects.get(key);
        return content === undefined ? refusal(404, 'NoSuchKey') : { status: 200, content };
      }
      case 'DELETE':
        objects.delete(key);
        return { status: 204, content: none };
      default:
        return { status: 405, content: none };
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    objects,
    fail(status, times) {
      failing = { status, times };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function refusal(status: number, code: string): { status: number; content: Buffer } {
  return { status, content: Buffer.from(`<Error><Code>${code}</Code></Error>`) };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}

const fieldsOf =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<day>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request, ?SignedHeaders=(?<names>[^,]+), ?Signature=(?<signature>[\da-f]{64})$/u;
const freshForMs = 15 * 60_000;

function isSigned(request: IncomingMessage, body: Buffer, options: S3ServerOptions): boolean {
  const parts = fieldsOf.exec(request.headers.authorization ?? '')?.groups;
  if (parts === undefined) return false;
  const { id = '', day = '', region = '', names = '', signature = '' } = parts;
  const at = String(request.headers['x-amz-date']);
  const hash = String(request.headers['x-amz-content-sha256']);
  const signed = names.split(';');
  const covered = ['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) =>
    signed.includes(name),
  );
  const bodyIsMeant = hash === 'UNSIGNED-PAYLOAD' || hash === sha256(body);
  const isFresh = Math.abs(Date.now() - timeOf(at)) < freshForMs && at.startsWith(day);
  if (id !== options.accessKeyId || region !== options.region) return false;
  if (!covered || !bodyIsMeant || !isFresh) return false;
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const canonical = [
    request.method,
    path,
    query.split('&').toSorted().join('&'),
    ...signed.map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/gu, ' ')}`),
    '',
    names,
    hash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(Buffer.from(canonical))].join('\n');
  let key = Buffer.from(`AWS4${options.secretAccessKey}`);
  for (const word of [day, region, 's3', 'aws4_request']) key = Buffer.from(hmac(key, word));
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'));
}

/** A time stamp such as 20261121T180000Z as milliseconds. */
function timeOf(stamp: string): number {
  return Date.parse(
    stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u, '$1-$2-$3T$4:$5:$6Z'),
  );
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
