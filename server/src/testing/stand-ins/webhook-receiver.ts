/** A hospital's own system that gets webhooks, for tests. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicEvent, type PublicEvent } from '@baari/contract/keys/public-events.ts';
import { get, type TestServer } from '../test-app.ts';
import type { TestPerson } from '../test-people.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Milliseconds of a monotonic clock. */
  readonly at: number;
}

/** Answers one delivery; by default with 204. */
export type Answer = (received: Received, response: ServerResponse) => void;

export interface WebhookReceiver {
  readonly url: string;
  readonly received: Received[];
  answer: Answer;
  /** The events among the received, in the order of arrival. */
  readonly events: () => PublicEvent[];
  readonly close: () => void;
}

export const accept: Answer = (_received, response) => response.writeHead(204).end();

export function answerWith(status: number, headers: Record<string, string> = {}): Answer {
  return (_received, response) => response.writeHead(status, headers).end();
}

/** Starts a receiver on a free port of the loopback address. */
export async function startWebhookReceiver(answer: Answer = accept): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const receiver: Pick<WebhookReceiver, 'answer'> = { answer };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      const one = { headers: request.headers, body, at: performance.now() };
      received.push(one);
      receiver.answer(one, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    events: () =>
      received
        .filter(({ body }) => !body.includes('"type":"ping"'))
        .map(({ body }) => publicEvent.parse(JSON.parse(body))),
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
}

/** The setting with which a test's server may call receivers on this machine. */
export const receiverSettings = { WEBHOOK_NETWORKS: '127.0.0.0/8' } as const;

export interface TestWebhook {
  readonly id: string;
  readonly secret: string;
  readonly publicKey: string;
}

export async function makeWebhook(
  app: Pick<TestServer, 'send'>,
  admin: TestPerson,
  url: string,
  types: readonly string[] | null = null,
): Promise<TestWebhook> {
  const { webhook, secret } = await get(app, admin, 'makeWebhook', { body: { url, types } });
  return { id: webhook.id, secret, publicKey: webhook.publicKey };
}

/** Waits until something is so, for at most this many seconds. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  seconds = 20,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    if (await isSo()) return;
    await sleep(25);
  }
  assert.fail(`not within ${seconds} s: ${what}`);
}
