import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import type { LiveEvent } from '@baari/contract/events.ts';
import { backOff } from './back-off.ts';
import { type LiveState, type LiveStream, openLiveStream, silenceMs } from './live-stream.ts';

/** One connection of the event stream as the server sees it. */
interface Connection {
  readonly headers: Headers;
  readonly send: (text: string) => void;
  readonly end: () => void;
}

type Answer = 'stream' | 'dead' | { status: number; headers?: Record<string, string> };

let connections: Connection[] = [];
let answers: Answer[] = [];
let urls: string[] = [];
let watched: string[] = [];
let events: { event: LiveEvent; resumed: boolean }[] = [];
let states: LiveState[] = [];
let lost = 0;
let tokens = 0;
let stream: LiveStream | undefined;

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  mock.method(console, 'warn', () => undefined);
  connections = [];
  answers = [];
  urls = [];
  watched = [];
  events = [];
  states = [];
  lost = 0;
  tokens = 0;
});
afterEach(() => {
  stream?.close();
  mock.timers.reset();
  mock.restoreAll();
});

async function fetchStream(url: unknown, init: RequestInit = {}): Promise<Response> {
  urls.push(String(url));
  const answer = answers.shift() ?? 'stream';
  const headers = new Headers(init.headers);
  if (answer === 'dead') {
    connections.push({ headers, send: () => undefined, end: () => undefined });
    throw new TypeError('fetch failed');
  }
  if (answer !== 'stream') {
    connections.push({ headers, send: () => undefined, end: () => undefined });
    return new Response('', answer);
  }
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
      connections.push({
        headers,
        send: (text) => controller.enqueue(encoder.encode(text)),
        end: () => controller.close(),
      });
    },
  });
  return new Response(body);
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function after(ms: number): Promise<void> {
  mock.timers.tick(ms);
  await settle();
}

async function open(refresh: () => string | null = () => 't2'): Promise<void> {
  stream = openLiveStream({
    fetchStream,
    watchedHospitals: () => watched,
    token: async () => 't1',
    refreshToken: async () => {
      tokens += 1;
      return refresh();
    },
    onSessionLost: () => {
      lost += 1;
    },
    onEvent: (event, resumed) => events.push({ event, resumed }),
    onState: (state) => states.push(state),
    onByte: () => undefined,
    random: () => 1,
  });
  await settle();
}

const connected = 'data: {"type":"connected","data":{"at":"2026-03-12T05:10:00Z"}}\n\n';

test('after the live connection breaks, live updates continue after the last update that the page received [EV-1, EV-8, INV-6]', async () => {
  await open();
  connections[0]?.send(`id: 7-12\n${connected}`);
  await settle();
  connections[0]?.end();
  await settle();
  await after(2000);
  connections[1]?.send(connected);
  await settle();
  assert.equal(connections[0]?.headers.has('last-event-id'), false);
  assert.equal(connections[1]?.headers.get('last-event-id'), '7-12');
  assert.deepEqual(
    events.map(({ event, resumed }) => [event.type, resumed]),
    [
      ['connected', false],
      ['connected', true],
    ],
  );
});

test('a live update that arrives in two pieces is put together', async () => {
  await open();
  connections[0]?.send(connected.slice(0, 20));
  connections[0]?.send(connected.slice(20));
  await settle();
  assert.equal(events.length, 1);
});

test('a live connection counts as dead after 45 seconds without any sign from the server [EV-8]', async () => {
  await open();
  await after(silenceMs - 10_000);
  connections[0]?.send(': beat\n\n');
  await settle();
  await after(silenceMs - 10_000);
  assert.equal(connections.length, 1);
  await after(20_000);
  assert.equal(connections.length, 2);
  assert.equal(states.at(-1), 'live');
});

test('a live connection that fails is tried again after longer and longer pauses, and the page does not show it as live [EV-8]', async () => {
  answers = ['dead', 'dead', 'dead'];
  await open();
  assert.deepEqual([connections.length, states.at(-1)], [1, 'stale']);
  await after(1999);
  assert.equal(connections.length, 1);
  await after(1);
  assert.equal(connections.length, 2);
  await after(3999);
  assert.equal(connections.length, 2);
  await after(1);
  assert.equal(connections.length, 3);
  await after(8000);
  assert.deepEqual([connections.length, states.at(-1)], [4, 'live']);
});

test('when the network returns, the page tries the live connection at once', async () => {
  answers = ['dead'];
  await open();
  stream?.wake('online');
  await settle();
  assert.deepEqual([connections.length, states.at(-1)], [2, 'live']);
});

test('a page that becomes visible again keeps a live connection with recent data, and renews an old connection', async () => {
  await open();
  connections[0]?.send(': beat\n\n');
  await settle();
  await after(5000);
  stream?.wake('visible');
  await settle();
  assert.equal(connections.length, 1);
  await after(30_000);
  stream?.wake('visible');
  await settle();
  assert.equal(connections.length, 2);
});

test('when the server refuses the sign-in token, the page renews the token once and live updates continue', async () => {
  answers = [{ status: 401 }];
  await open();
  assert.equal(connections[1]?.headers.get('authorization'), 'Bearer t2');
  assert.deepEqual([tokens, lost, states.at(-1)], [1, 0, 'live']);
});

test('when the session has ended, live updates stop and are not tried again [EV-11, AUTH-2]', async () => {
  answers = [{ status: 401 }];
  await open(() => null);
  await after(120_000);
  assert.deepEqual([connections.length, lost, states.at(-1)], [1, 1, 'stale']);
});

test('before reconnecting, the live connection waits as long as the server asks', async () => {
  answers = [{ status: 503, headers: { 'retry-after': '20' } }];
  await open();
  await after(19_000);
  assert.equal(connections.length, 1);
  await after(1000);
  assert.equal(connections.length, 2);
});

test('a live connection that the page has closed is not tried again', async () => {
  await open();
  stream?.close();
  await settle();
  await after(200_000);
  assert.equal(connections.length, 1);
});

test('the pause before a live connection is tried again doubles up to half a minute, with a random part added', () => {
  assert.deepEqual(
    [0, 1, 2, 5, 50].map((failures) => backOff(failures, 1000, 1)),
    [1000, 2000, 4000, 30_000, 30_000],
  );
  assert.equal(backOff(1, 1000, 0), 1000);
});

test('when a patient opens another hospital’s page, the live updates of that hospital start at once and no update is lost [PAT-6, INV-6]', async () => {
  await open();
  assert.deepEqual(urls, ['/api/queues/realtime/events']);
  connections[0]?.send(
    'id: 7\ndata: {"type":"connected","data":{"at":"2026-11-20T05:00:00Z"}}\n\n',
  );
  await settle();
  watched = ['h1', 'h2'];
  stream?.reopen();
  await settle();
  assert.equal(urls[1], '/api/queues/realtime/events?hospitalId=h1&hospitalId=h2');
  assert.equal(connections[1]?.headers.get('last-event-id'), '7');
});
