/**
 * The live event stream over fetch. It resumes after the last received event, detects silence and
 * reconnects without end [EV-1, EV-8].
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

/**
 * The state of the event stream: `connecting` at first and while reconnecting, `stale` once an
 * attempt has failed.
 */
export type LiveState = 'connecting' | 'live' | 'stale';

/** The address of an event stream, and the token that opens it. */
interface StreamSource {
  readonly fetchStream: typeof fetch;
  /** Returns the stream's URL; called at each connection. */
  readonly url: () => string;
  /** The HTTP status with which the server refuses a token that is no longer valid. */
  readonly lostStatus: 401 | 404;
  readonly token: () => Promise<string | null>;
  readonly refreshToken: () => Promise<string | null>;
}

/** The options of an event stream; `Frame` is the type of its messages. */
interface StreamParts<Frame extends { readonly type: string }> extends StreamSource {
  /**
   * Parses the JSON of a message; returns undefined when this version does not know the message.
   */
  readonly parse: (data: string) => Frame | undefined;
  readonly onSessionLost: () => void;
  /** The last event id of an earlier stream, after which this stream resumes. */
  readonly lastEventId?: string;
  /**
   * Called with each event. `resumed`: the server got the last event id, so no event was missed.
   * `id`: the id of the last event so far.
   */
  readonly onEvent: (event: Frame, resumed: boolean, id: string) => void;
  readonly onState: (state: LiveState) => void;
  /**
   * Called whenever data arrives, including heartbeats. `at` is in milliseconds since 1970 by the
   * server's clock.
   */
  readonly onByte: (at: number) => void;
  readonly random: () => number;
}

export interface LiveStreamParts
  extends Omit<StreamParts<LiveEvent>, 'url' | 'parse' | 'lostStatus'> {
  /** The hospitals for which changes of doctors are also sent; called at each connection. */
  readonly watchedHospitals?: () => readonly string[];
  /** The language of staff events; if undefined, the server sends all languages. */
  readonly language?: Language | undefined;
}

export interface LiveStream {
  /**
   * Call it when the network is back or the page is visible again. The stream reconnects at once,
   * unless data has arrived recently.
   */
  readonly wake: (reason: 'online' | 'visible') => void;
  /**
   * Reconnects and resumes the stream, because the hospitals whose doctors it reports have changed.
   */
  readonly reopen: () => void;
  readonly close: () => void;
}

/**
 * The silence in milliseconds after which the connection counts as dead. The server's heartbeat
 * comes every 20 s, so two heartbeats and a margin have passed.
 */
export const silenceMs = 45_000;
const doubtfulMs = 25_000;
const tickMs = 5000;
/**
 * The duration of a connection in milliseconds from which the back-off starts from the beginning.
 */
const healthyMs = 10_000;

type Outcome =
  | { readonly kind: 'again'; readonly healthy: boolean; readonly notBeforeMs?: number }
  | { readonly kind: 'at-once' }
  | { readonly kind: 'session-lost' };

/** Opens the event stream of a signed-in person. */
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

/**
 * Opens an event stream of any kind. It reconnects until it is closed or its token is no longer
 * valid.
 */
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

  /** Makes one connection of the event stream; returns when the connection has ended. */
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

  /**
   * The timer also detects that the device slept: the device's timers stopped, but its clock did
   * not.
   */
  const watchdog = setInterval(() => {
    if (deviceNow() - lastByteAt > silenceMs) attempt.abort();
  }, tickMs);

  // The function `run` handles every failure itself.
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

/**
 * Sends the request for the event stream. If the server refuses the token, sends the request once
 * more with a new token.
 */
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
    // The connection is open, but no events follow until the server sends `connected` again, so the
    // data is stale.
    parts.onState('stale');
  } else if (event.type === 'connected') parts.onState('live');
  parts.onEvent(event, resumed, lastEventId);
}

function refused(response: Response): Outcome {
  console.warn(`Failed to establish realtime connection: HTTP ${response.status}`);
  const seconds = readRetryAfter(response.headers.get('retry-after'), serverNow());
  return { kind: 'again', healthy: false, notBeforeMs: (seconds ?? 0) * 1000 };
}

/** Waits `ms` milliseconds, or until the function that `onStart` receives is called. */
function pause(ms: number, onStart: (end: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    onStart(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
