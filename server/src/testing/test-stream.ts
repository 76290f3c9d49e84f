/**
 * A reader of the server's live event stream over a real socket. The socket can be cut at any
 * moment.
 */
import assert from 'node:assert/strict';
import http from 'node:http';
import { type LiveEvent, liveEvent, streamLanguage, streamPath } from '@baari/contract/events.ts';
import type { TestServer } from './test-app.ts';

export interface TestFrame {
  /** The `id:` line of the event; undefined for an event without an id. */
  readonly id: string | undefined;
  readonly event: LiveEvent;
  /** The event text as sent, without its blank line. */
  readonly raw: string;
}

export interface TestStream {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** All received events except heartbeats. */
  readonly frames: TestFrame[];
  /** The first matching event, received or still to come; rejects after `withinMs`. */
  readonly find: (isSought: (frame: TestFrame) => boolean, withinMs?: number) => Promise<TestFrame>;
  /** Resolves when the server has ended the stream; rejects after `withinMs`. */
  readonly ended: (withinMs: number) => Promise<void>;
  /** The id of the last received event, with which a new stream resumes. */
  readonly lastId: () => string | undefined;
  /** Cuts the stream's connection as a network failure would. */
  readonly cut: () => void;
}

export interface StreamGiven {
  readonly lastEventId?: string | undefined;
  /** The ids of further hospitals whose events the stream delivers. */
  readonly hospitalId?: string | readonly string[];
  /** The language parameter of the stream's address, valid or not. */
  readonly language?: string;
}

/**
 * How long to wait for an event, in ms. The time is long, because open transactions of other test
 * files on the same PostgreSQL server delay the event log.
 */
const patienceMs = 20_000;

/** Opens a stream; resolves when the headers arrive, before any event. */
export async function openStream(
  app: Pick<TestServer, 'origin'>,
  caller: { readonly token: string } | undefined,
  given: StreamGiven = {},
): Promise<TestStream> {
  const search = new URLSearchParams();
  for (const id of [given.hospitalId ?? []].flat()) search.append('hospitalId', id);
  if (given.language !== undefined) search.append(streamLanguage, given.language);
  const request = http.get(`${app.origin()}/api${streamPath}?${search.toString()}`, {
    agent: false,
    headers: {
      accept: 'text/event-stream',
      ...(caller === undefined ? {} : { authorization: `Bearer ${caller.token}` }),
      ...(given.lastEventId === undefined ? {} : { 'last-event-id': given.lastEventId }),
    },
  });
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  // A cut stream reports an error; the test checks its end instead.
  request.on('error', () => undefined);
  answer.on('error', () => undefined);
  const frames: TestFrame[] = [];
  let rest = '';
  let isOver = false;
  let wake = Promise.withResolvers<void>();
  function hasNews(): void {
    wake.resolve();
    wake = Promise.withResolvers<void>();
  }
  answer.setEncoding('utf8');
  answer.on('data', (text: string) => {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (!part.startsWith(':')) frames.push(readFrame(part));
    hasNews();
  });
  answer.once('close', () => {
    isOver = true;
    hasNews();
  });

  async function until(isSo: () => boolean, withinMs: number, what: string): Promise<void> {
    const deadline = Date.now() + withinMs;
    while (!isSo()) {
      const left = deadline - Date.now();
      if (left <= 0) {
        throw new Error(`${what}; received: ${frames.map(({ event }) => event.type).join(', ')}`);
      }
      await Promise.race([wake.promise, pause(left)]);
    }
  }

  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    frames,
    async find(isSought, withinMs = patienceMs) {
      let found: TestFrame | undefined;
      await until(
        () => {
          found ??= frames.find(isSought);
          return found !== undefined;
        },
        withinMs,
        'The event that was waited for did not come',
      );
      if (found === undefined) throw new Error('unreachable');
      return found;
    },
    ended: (withinMs) => until(() => isOver, withinMs, 'The stream goes on'),
    lastId: () => frames.findLast(({ id }) => id !== undefined)?.id ?? given.lastEventId,
    cut: () => request.destroy(),
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    // The timer must not keep the process of a finished test alive.
    setTimeout(resolve, ms).unref();
  });
}

function readFrame(raw: string): TestFrame {
  const lines = raw.split('\n');
  const id = lines.find((line) => line.startsWith('id: '))?.slice('id: '.length);
  const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length);
  if (data === undefined) throw new Error(`A frame without data: ${raw}`);
  const given: unknown = JSON.parse(data);
  const event = liveEvent.parse(given);
  assert.deepEqual(given, event, 'a frame holds only what the contract lists');
  return { id, event, raw };
}
