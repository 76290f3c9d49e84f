/** Tests that several tabs of a browser, with real locks and channels, share one connection. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import type { LiveEvent } from '@baari/contract/events.ts';
import type { LiveState, LiveStream } from './live-stream.ts';
import { openSharedStream } from './shared-stream.ts';

interface Connection {
  readonly tab: string;
  readonly url: string;
  readonly headers: Headers;
  isOpen: boolean;
  readonly send: (text: string) => void;
}

interface Tab {
  readonly stream: LiveStream;
  readonly heard: { event: LiveEvent; resumed: boolean }[];
  state: LiveState | undefined;
  isVisible: boolean;
  watched: string | null;
  lost: number;
}

let connections: Connection[] = [];
let tabs: Tab[] = [];
/** Tabs whose token is not valid. */
let withoutSession = new Set<string>();

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  mock.method(console, 'warn', () => undefined);
  connections = [];
  tabs = [];
  withoutSession = new Set();
});
afterEach(async () => {
  for (const { stream } of tabs) stream.close();
  await settle();
  mock.timers.reset();
  mock.restoreAll();
});

function openTab(
  name: string,
  whose = 'asha patient',
  watched: string | null = null,
  place?: string,
): Tab {
  const heard: Tab['heard'] = [];
  const tab: { -readonly [Key in keyof Tab]?: Tab[Key] } & Omit<Tab, 'stream'> = {
    heard,
    state: undefined,
    isVisible: true,
    watched,
    lost: 0,
  };
  const stream = openSharedStream({
    whose,
    place,
    isVisible: () => tab.isVisible,
    watchedHospital: () => tab.watched,
    fetchStream: (url, init) =>
      answer(name, url instanceof Request ? url.url : url.toString(), init),
    token: async () => (withoutSession.has(name) ? null : 'token'),
    refreshToken: async () => null,
    onSessionLost: () => {
      tab.lost += 1;
    },
    onEvent: (event, resumed) => heard.push({ event, resumed }),
    onState: (state) => {
      tab.state = state;
    },
    onByte: () => undefined,
    random: () => 1,
  });
  const opened = Object.assign(tab, { stream });
  tabs.push(opened);
  return opened;
}

async function answer(tab: string, url: string, init: RequestInit = {}): Promise<Response> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const connection: Connection = {
        tab,
        url,
        headers: new Headers(init.headers),
        isOpen: true,
        send: (text) => controller.enqueue(encoder.encode(text)),
      };
      connections.push(connection);
      init.signal?.addEventListener('abort', () => {
        connection.isOpen = false;
        controller.error(init.signal?.reason);
      });
    },
  });
  return new Response(body);
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    mock.timers.tick(1000);
    await settle();
  }
}

function open(): Connection[] {
  return connections.filter(({ isOpen }) => isOpen);
}

function connected(id: string): string {
  return `id: ${id}\ndata: {"type":"connected","data":{"at":"2026-03-12T05:10:00Z"}}\n\n`;
}

function left(id: string): string {
  return `id: ${id}\ndata: {"type":"queue_left","data":{"id":"${id}"}}\n\n`;
}

async function say(text: string): Promise<void> {
  open().at(-1)?.send(text);
  await settle();
}

function typesOf({ heard }: Tab): string[] {
  return heard.map(({ event, resumed }) => (resumed ? `${event.type} resumed` : event.type));
}

test('a hundred browser tabs share one live connection, and each tab gets every update once [EV-9]', async () => {
  const all = Array.from({ length: 100 }, (_, each) => openTab(`tab ${each}`));
  await settle();
  assert.equal(connections.length, 1);
  await say(connected('1'));
  await say(left('2'));
  for (const tab of all) {
    assert.deepEqual(typesOf(tab), ['connected', 'queue_left']);
    assert.equal(tab.state, 'live');
  }
  assert.equal(connections.length, 1);
});

test('when the tab with the live connection closes, another tab takes over without missing an update or reloading data [EV-9, INV-6]', async () => {
  const first = openTab('first');
  const second = openTab('second');
  const third = openTab('third');
  await settle();
  await say(connected('1'));
  await say(left('2'));
  first.stream.close();
  await settle();
  assert.deepEqual(
    open().map(({ tab, headers }) => [tab, headers.get('last-event-id')]),
    [['second', '2']],
  );
  await say(connected('2'));
  await say(left('3'));
  const whole = ['connected', 'queue_left', 'connected resumed', 'queue_left resumed'];
  assert.deepEqual([typesOf(second), typesOf(third)], [whole, whole]);
  assert.equal(first.heard.length, 2, 'a closed tab hears nothing more');
});

test('live updates continue from the data that arrived with the page, without loading this data again [EV-9, PAT-11]', async () => {
  const first = openTab('first', 'asha patient', null, '7-1');
  await settle();
  assert.deepEqual(
    open().map(({ headers }) => headers.get('last-event-id')),
    ['7-1'],
  );
  await say(connected('7-3'));
  await say(left('7-3'));
  assert.deepEqual(typesOf(first), ['connected resumed', 'queue_left resumed']);
});

test('a tab whose data is older or newer than the shared live updates loads all its data again once [EV-9, INV-6]', async () => {
  openTab('first', 'asha patient', null, '7-1');
  const beside = openTab('beside', 'asha patient', null, '6-9');
  await settle();
  await say(connected('7-1'));
  const late = openTab('late', 'asha patient', null, '7-5');
  await settle();
  assert.deepEqual([typesOf(beside), typesOf(late)], [['connected'], ['connected']]);
});

test('a tab that relied on another tab and missed live updates does not continue from its old data [EV-9, INV-6]', async () => {
  const first = openTab('first');
  const second = openTab('second', 'asha patient', null, '6-9');
  await settle();
  await say(connected('7-1'));
  const listen = mock.method(BroadcastChannel.prototype, 'postMessage', () => undefined);
  await say(left('7-2'));
  listen.mock.restore();
  first.stream.close();
  await settle();
  const [taken] = open();
  assert.equal(taken?.tab, 'second');
  assert.notEqual(taken?.headers.get('last-event-id'), '6-9');
  assert.equal(second.heard.length > 0, true);
});

test('tabs of another person, or of the same person in another role, do not get the live updates of this person and role [EV-11]', async () => {
  const asha = openTab('asha');
  const usha = openTab('usha', 'usha patient');
  const atWork = openTab('at work', 'asha receptionist');
  await settle();
  assert.equal(open().length, 3);
  open()
    .find(({ tab }) => tab === 'asha')
    ?.send(connected('1'));
  await settle();
  assert.deepEqual(
    [asha, usha, atWork].map(({ heard }) => heard.length),
    [1, 0, 0],
  );
});

test('a browser tab that is opened later loads all data once and then gets all live updates [EV-9]', async () => {
  openTab('first');
  await settle();
  await say(connected('1'));
  await say(left('2'));
  const late = openTab('late');
  await settle();
  assert.deepEqual([typesOf(late), late.state], [['connected'], 'live']);
  await say(left('3'));
  assert.deepEqual(typesOf(late), ['connected', 'queue_left']);
  assert.equal(connections.length, 1);
});

test('a tab that missed live updates loads all data again when the user looks at the tab again [EV-8, INV-6]', async () => {
  openTab('first');
  const sleeper = openTab('sleeper');
  await settle();
  await say(connected('1'));
  const listen = mock.method(BroadcastChannel.prototype, 'postMessage', () => undefined);
  await say(left('2'));
  listen.mock.restore();
  assert.deepEqual(typesOf(sleeper), ['connected']);
  sleeper.stream.wake('visible');
  await settle();
  assert.deepEqual(typesOf(sleeper), ['connected', 'connected']);
});

test('a visible tab does not wait for a sleeping tab that has the live connection, and the sleeping tab catches up when it wakes [EV-8]', async () => {
  const asleep = openTab('asleep');
  const seen = openTab('seen');
  const unseen = openTab('unseen');
  unseen.isVisible = false;
  asleep.isVisible = false;
  await settle();
  await say(connected('1'));
  // This tab neither sends nor receives, like a page that a phone has suspended.
  const silent = mock.method(BroadcastChannel.prototype, 'postMessage', () => undefined);
  await pass(24);
  assert.equal(connections.length, 1);
  await pass(12);
  silent.mock.restore();
  assert.deepEqual(
    open().map(({ tab }) => tab),
    ['seen'],
  );
  assert.equal(open()[0]?.headers.get('last-event-id'), '1');
  await say(connected('1'));
  await say(left('2'));
  for (const tab of [asleep, seen, unseen])
    assert.equal(tab.heard.at(-1)?.event.type, 'queue_left');
  assert.equal(open().length, 1);
});

test('the one live connection covers the hospitals that are open in several tabs [PAT-6, EV-9]', async () => {
  openTab('first', undefined, 'h1');
  const second = openTab('second');
  await settle();
  await say(connected('1'));
  assert.match(open()[0]?.url ?? '', /\?hospitalId=h1$/u);
  second.watched = 'h2';
  second.stream.reopen();
  await settle();
  assert.match(open()[0]?.url ?? '', /\?hospitalId=h2&hospitalId=h1$/u);
  assert.equal(open().length, 1);
  const count = connections.length;
  openTab('third', undefined, 'h1');
  await settle();
  assert.equal(connections.length, count, 'what is asked for already takes no new connection');
});

test('a tab whose session has ended gives up the shared live connection, and the next tab checks its own session [EV-11, AUTH-2]', async () => {
  withoutSession.add('first').add('second');
  const first = openTab('first');
  const second = openTab('second');
  const third = openTab('third');
  await settle();
  assert.deepEqual([first.lost, second.lost, third.lost], [1, 1, 0]);
  assert.deepEqual(
    open().map(({ tab }) => tab),
    ['third'],
  );
});

test('a browser that cannot share a connection has one live connection for each tab [EV-9]', async () => {
  const locks = mock.getter(navigator, 'locks', () => undefined);
  openTab('first', undefined, 'h1');
  openTab('second');
  await settle();
  locks.mock.restore();
  assert.equal(open().length, 2);
  assert.match(open()[0]?.url ?? '', /\?hospitalId=h1$/u);
});
