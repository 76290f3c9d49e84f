/**
 * The event stream over fetch: resumes where it stopped, detects silence, reconnects for ever
 * [EV-1, EV-8].
 */
import { type LiveEvent, streamLanguage, streamPath } from '@baari/contract/events.ts';
import type { Language } from '@baari/contract/languages.ts';
import { createParser } from 'eventsource-parser';
import {
  deviceNow,
  learnFromAnswer,
  learnFromComment,
  serverNow,
  serverTimeOf,
} from '../clock/clock.ts';
import { readRetryAfter } from '../api/problems/problem.ts';
import { actingHeaders } from '../session/acting.ts';
import { backOff } from './back-off.ts';
import { parseFrame } from './parse-frame.ts';

/** `connecting` at first and while reconnecting, `stale` once an attempt has failed. */
export type LiveState = 'connecting' | 'live' | 'stale';

/** Where a stream comes from, and the token that opens it. */
interface StreamSource {
  readonly fetchStream: typeof fetch;
  /** Called at each connection. */
  readonly url: () => string;
  /** The status of an answer that means the token is no longer valid. */
  readonly lostStatus: 401 | 404;
  readonly token: () => Promise<string | null>;
  readonly refreshToken: () => Promise<string | null>;
}

/** The options of a stream; `Frame` is the type of its messages. */
interface StreamParts<Frame extends { readonly type: string }> extends StreamSource {
  /** Parses a message's JSON; undefined when this version does not know it. */
  readonly parse: (data: string) => Frame | undefined;
  readonly onSessionLost: () => void;
  /** The last event id of an earlier stream, to resume from. */
  readonly lastEventId?: string;
  /**
   * `resumed`: the server got the last event id, so nothing was missed. `id`: the last event id so
   * far.
   */
  readonly onEvent: (event: Frame, resumed: boolean, id: string) => void;
  readonly onState: (state: LiveState) => void;
  /** Called for any data, heartbeats included; ms since 1970 by the server's clock. */
  readonly onByte: (at: number) => void;
  readonly random: () => number;
}

export interface LiveStreamParts
  extends Omit<StreamParts<LiveEvent>, 'url' | 'parse' | 'lostStatus'> {
  /** Hospitals whose doctors' changes are wanted too; called at each connection. */
  readonly watchedHospitals?: () => readonly string[];
  /** The language of staff events; all languages if not given. */
  readonly language?: Language | undefined;
}

export interface LiveStream {
  /** The network or the page is back: unless the stream is surely alive, reconnect at once. */
  readonly wake: (reason: 'online' | 'visible') => void;
  /** Reconnects and resumes, after a change of the subscription. */
  readonly reopen: () => void;
  readonly close: () => void;
}

/** The server's heartbeat comes every 20 s; two missed ones and a margin mean a dead connection. */
export const silenceMs = 45_000;
const doubtfulMs = 25_000;
const tickMs = 5000;
/** After a connection of this length in ms the back-off starts again. */
const healthyMs = 10_000;

type Outcome =
  | { readonly kind: 'again'; readonly healthy: boolean; readonly notBeforeMs?: number }
  | { readonly kind: 'at-once' }
  | { readonly kind: 'session-lost' };

/** The stream of a signed-in person. */
export function openLiveStream({
  watchedHospitals,
  language,
  ...parts
}: LiveStreamParts): LiveStream {
  function url(): string {
    const query = new URLSearchParams(language && { [streamLanguage]: language });
    for (const id of watchedHospitals?.() ?? []) query.append('hospitalId', id);
    return `/api${streamPath}${query.size === 0 ? '' : `?${query}`}`;
  }
  return openStream({ ...parts, url, parse: parseFrame, lostStatus: 401 });
}

/** A generic event stream: reconnects until it is closed or its token is no longer valid. */
export function openStream<Frame extends { readonly type: string }>(
  parts: StreamParts<Frame>,
): LiveStream {
  const closing = new AbortController();
  let attempt = new AbortController();
  let lastEventId = parts.lastEventId ?? '';
  let lastByteAt = deviceNow();
  let isOpen = false;
  let retryMs = 1000;
  let failures = 0;
  let endPause: (() => void) | undefined;

  async function run(): Promise<void> {
    parts.onState('connecting');
    while (!closing.signal.aborted) {
      const outcome = await connect();
      isOpen = false;
      if (closing.signal.aborted) return;
      if (outcome.kind === 'session-lost') {
        parts.onState('stale');
        return parts.onSessionLost();
      }
      if (outcome.kind === 'at-once') {
        parts.onState('connecting');
        continue;
      }
      parts.onState(outcome.healthy ? 'connecting' : 'stale');
      failures = outcome.healthy ? 0 : failures + 1;
      const waitMs = Math.max(backOff(failures, retryMs, parts.random()), outcome.notBeforeMs ?? 0);
      await pause(waitMs, (end) => {
        endPause = end;
      });
    }
  }

  /** One connection, from request to end. */
  async function connect(): Promise<Outcome> {
    attempt = new AbortController();
    const startedAt = deviceNow();
    lastByteAt = startedAt;
    try {
      const token = await parts.token();
      if (token === null) return { kind: 'session-lost' };
      const response = await ask(parts, token, lastEventId, attempt.signal);
      if (response.status === parts.lostStatus) return { kind: 'session-lost' };
      if (!response.ok || !response.body) return refused(response);
      await read(response.body);
    } catch (failure) {
      if (closing.signal.aborted || attempt.signal.aborted) return { kind: 'at-once' };
      console.warn('The live connection failed', failure);
    }
    return { kind: 'again', healthy: isOpen && deviceNow() - startedAt > healthyMs };
  }

  async function read(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    const resumed = lastEventId !== '';
    const parser = createParser({
      onId: (id) => {
        lastEventId = id;
      },
      onRetry: (ms) => {
        retryMs = ms;
      },
      onComment: learnFromComment,
      onEvent: ({ data }) => hear(parts, data, resumed, lastEventId),
    });
    isOpen = true;
    parts.onState('live');
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      lastByteAt = deviceNow();
      parts.onByte(serverTimeOf(lastByteAt));
      parser.feed(chunk.value);
    }
  }

  function retryNow(): void {
    failures = 0;
    endPause?.();
  }

  /** Also detects a device that slept: its timers stopped, but its clock did not. */
  const watchdog = setInterval(() => {
    if (deviceNow() - lastByteAt > silenceMs) attempt.abort();
  }, tickMs);

  // `run` handles every failure itself.
  void run();

  return {
    wake(reason) {
      if (reason === 'online' || deviceNow() - lastByteAt > doubtfulMs) attempt.abort();
      retryNow();
    },
    reopen() {
      attempt.abort();
      retryNow();
    },
    close() {
      clearInterval(watchdog);
      closing.abort();
      attempt.abort();
      endPause?.();
    },
  };
}

/** Requests the stream; a refused token is renewed once. */
async function ask(
  source: StreamSource,
  token: string,
  lastEventId: string,
  signal: AbortSignal,
): Promise<Response> {
  const response = await request(source, token, lastEventId, signal);
  if (response.status !== source.lostStatus) return response;
  const fresh = await source.refreshToken();
  return fresh === null ? response : request(source, fresh, lastEventId, signal);
}

async function request(
  source: StreamSource,
  token: string,
  lastEventId: string,
  signal: AbortSignal,
): Promise<Response> {
  const sentAt = deviceNow();
  const response = await source.fetchStream(source.url(), {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...actingHeaders(),
      ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }),
    },
    cache: 'no-store',
    signal,
  });
  learnFromAnswer(response.headers, sentAt);
  return response;
}

function hear<Frame extends { readonly type: string }>(
  parts: StreamParts<Frame>,
  data: string,
  resumed: boolean,
  lastEventId: string,
): void {
  const event = parts.parse(data);
  if (!event) return console.warn('An unknown live event was passed over', data.slice(0, 80));
  if (event.type === 'error') {
    console.warn('The live connection reported trouble', data.slice(0, 200));
    // Open, but without events until the server sends `connected` again, so the data becomes stale.
    parts.onState('stale');
  } else if (event.type === 'connected') parts.onState('live');
  parts.onEvent(event, resumed, lastEventId);
}

function refused(response: Response): Outcome {
  console.warn(`Failed to establish realtime connection: HTTP ${response.status}`);
  const seconds = readRetryAfter(response.headers.get('retry-after'), serverNow());
  return { kind: 'again', healthy: false, notBeforeMs: (seconds ?? 0) * 1000 };
}

/** Waits, unless the function that `onStart` gets ends the wait. */
function pause(ms: number, onStart: (end: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    onStart(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
