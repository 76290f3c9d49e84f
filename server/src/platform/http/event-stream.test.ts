/**
 * Tests that a client is disconnected if it does not read its event stream, but not if the server
 * itself was blocked.
 */
import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { startEventStream } from './event-stream.ts';

const chunk = 'x'.repeat(64 * 1024);
/**
 * How many unread bytes the test client lags behind: more than a client may lag for long, and less
 * than it may lag for a moment.
 */
const lag = 400 * 1024;

interface Reader {
  readonly answer: http.IncomingMessage;
  /** The number of bytes sent to the client. The client reads no bytes until the test allows it. */
  readonly sent: number;
  readonly isCut: () => boolean;
}

/** A client that reads so slowly that the server buffers events for it. */
async function laggingReader(app: FastifyInstance): Promise<Reader> {
  let isCut = false;
  const opened = Promise.withResolvers<{ send: (frames: string) => void; held: () => number }>();
  app.get('/', (_, reply) => {
    const stream = startEventStream(reply, () => {
      isCut = true;
    });
    if (stream === undefined) throw new Error('The reader has disconnected.');
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
  // The operating system's socket buffer takes the first bytes.
  while (held() < lag) {
    send(chunk);
    sent += chunk.length;
    await setImmediate();
  }
  return { answer, sent, isCut: () => isCut };
}

test('a page is not disconnected from the live stream because the server itself was blocked for some time [EV-1, INV-6]', async () => {
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

test('a page that stops reading the live stream is disconnected [EV-1, INV-6]', async () => {
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
