/**
 * A fake push service with its browsers: receives messages over HTTP, verifies the sender and
 * decrypts the messages.
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';

export interface ReceivedPush {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly opens: string;
  readonly ttl: number;
  readonly urgency: string;
  readonly topic: string;
  /** The claims of the signed token. */
  readonly claims: { readonly aud: string; readonly sub: string; readonly exp: number };
}

export interface PushBrowser {
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  /** The messages received so far. */
  readonly received: ReceivedPush[];
}

export interface PushReceiver {
  /** The receiver's address, http://127.0.0.1:port. */
  readonly origin: string;
  /** Makes a browser that subscribes with this installation's public key. */
  readonly subscribe: (publicKey: string) => PushBrowser;
  /** Sets the HTTP status of the following answers; 201 by default. */
  readonly answer: (status: number) => void;
  readonly close: () => Promise<void>;
}

interface Subscriber {
  readonly keys: ECDH;
  readonly auth: Buffer;
  readonly serverKey: string;
  readonly received: ReceivedPush[];
}

const content = z.object({
  title: z.string(),
  body: z.string(),
  tag: z.string(),
  opens: z.string(),
});
const tokenClaims = z.object({ aud: z.string(), sub: z.string(), exp: z.number() });

export async function startPushReceiver(): Promise<PushReceiver> {
  const subscribers = new Map<string, Subscriber>();
  let status = 201;
  async function take(request: IncomingMessage): Promise<number> {
    const subscriber = subscribers.get(request.url ?? '');
    if (subscriber === undefined) return 404;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (status !== 201) return status;
    const message = content.parse(JSON.parse(decrypt(Buffer.concat(parts), subscriber)));
    subscriber.received.push({
      ...message,
      ttl: Number(request.headers['ttl']),
      urgency: String(request.headers['urgency']),
      topic: String(request.headers['topic']),
      claims: verifiedClaims(String(request.headers.authorization), subscriber.serverKey),
    });
    return 201;
  }
  function respond(request: IncomingMessage, response: ServerResponse): void {
    take(request).then(
      (code) => response.writeHead(code).end(),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  }
  const server = createServer(respond).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It does not listen.');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    subscribe(publicKey) {
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = randomBytes(16);
      const received: ReceivedPush[] = [];
      subscribers.set(path, { keys, auth, serverKey: publicKey, received });
      return {
        received,
        subscription: {
          endpoint: `${origin}${path}`,
          keys: {
            p256dh: keys.getPublicKey('base64url'),
            auth: auth.toString('base64url'),
          },
        },
      };
    },
    answer(code) {
      status = code;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Decrypts a push message by RFC 8291, which is one record of RFC 8188. */
function decrypt(message: Buffer, { keys, auth }: Subscriber): string {
  const salt = message.subarray(0, 16);
  const keyLength = message.readUInt8(20);
  const senderKey = message.subarray(21, 21 + keyLength);
  const record = message.subarray(21 + keyLength);
  const shared = keys.computeSecret(senderKey);
  const info = Buffer.concat([
    Buffer.from('WebPush: info\0'),
    keys.getPublicKey(),
    Buffer.from(senderKey),
  ]);
  const key = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/**
 * The token's claims, after checking that the key with which the browser subscribed signed the
 * token (RFC 8292).
 */
function verifiedClaims(authorization: string, serverKey: string): ReceivedPush['claims'] {
  const match = /^vapid t=(?<token>[\w.-]+), ?k=(?<key>[\w-]+)$/u.exec(authorization);
  const { token, key } = match?.groups ?? {};
  if (token === undefined || key !== serverKey) throw new Error('Not the key subscribed with.');
  const [head, claims, signature] = token.split('.');
  const point = Buffer.from(serverKey, 'base64url');
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature ?? '', 'base64url'),
  );
  if (!isSigned) throw new Error('The signature is wrong.');
  return tokenClaims.parse(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString('utf8')));
}
