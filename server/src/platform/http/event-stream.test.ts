/** What becomes of a reader that lags behind: cut off for not reading, and not for a server that was held up. */
import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { startEventStream } from './event-stream.ts';

const chunk = 'x'.repeat(64 * 1024);
/** More than a reader may lag behind by at any time, less than it may for a moment. */
const lag = 400 * 1024;

interface Reader {
  readonly answer: http.IncomingMessage;
  /** How many bytes it was sent; it reads none until it is told to. */
  readonly sent: number;
  readonly isCut: () => boolean;
}

/** Somebody who has not read for so long that the server holds frames for them. */
async function laggingReader(app: FastifyInstance): Promise<Reader> {
  let isCut = false;
  const opened = Promise.withResolvers<{ send: (frames: string) => void; held: () => number }>();
  app.get('/', (_, reply) => {
    const stream = startEventStream(reply, () => {
      isCut = true;
    });
    if (stream === undefined) throw new Error('The reader has gone.');
    stream.release('');
    opened.resolve({ send: stream.send, held: () => reply.raw.writableLength });
    return reply;
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(address, { agent: false }, resolve).once('error', reject);
  });
  answer.on('error', () => undefined);
  const { send, held } = await opened.promise;
  let sent = 0;
  // The system takes some of it first.
  while (held() < lag) {
    send(chunk);
    sent += chunk.length;
    await setImmediate();
  }
  return { answer, sent, isCut: () => isCut };
}

test('a reader is not cut off for the time in which the server itself was held up [EV-1, INV-6]', async () => {
  const app = fastify();
  const { answer, sent, isCut } = await laggingReader(app);
  let received = 0;
  try {
    const until = performance.now() + 3000;
    while (performance.now() < until);
    await setImmediate();
    await setImmediate();
    assert.equal(isCut(), false);
    for await (const part of answer) {
      assert.ok(part instanceof Buffer);
      received += part.length;
      if (received >= sent) break;
    }
    assert.equal(received, sent);
  } finally {
    answer.destroy();
    await app.close();
  }
});

test('a reader that does not read is cut off [EV-1, INV-6]', async () => {
  const app = fastify();
  const { answer, isCut } = await laggingReader(app);
  try {
    for (let rounds = 0; rounds < 600 && !isCut(); rounds += 1) await sleep(50);
    assert.equal(isCut(), true);
  } finally {
    answer.destroy();
    await app.close();
  }
});
