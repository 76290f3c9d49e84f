/**
 * The bytes of one open event stream: its head, events that are buffered until the first events are
 * sent, and the disconnection of a slow client. The features decide which events the client gets.
 */
import { heartbeatStart } from '@baari/contract/server-time.ts';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';

export interface EventStream {
  /** Sends events as SSE texts. They are buffered until `release` is called. */
  readonly send: (frames: string) => void;
  /** Sends the text `first`, then the buffered events. */
  readonly release: (first: string) => void;
  /** Sends a last event and ends the stream. */
  readonly end: (last: string) => void;
}

/** The number of bytes that may wait in memory for a slow client for longer than `catchUpMs`. */
export const maxBuffered = 256 * 1024;
/** The number of bytes that may wait in memory for a slow client at any time. */
const maxBurst = 1024 * 1024;
/** How long a client may lag behind by more than `maxBuffered` bytes, in milliseconds. */
const catchUpMs = 2000;
/**
 * A delay in milliseconds. If a periodic check runs this late, the process was blocked and could
 * not send anything.
 */
const heldUpMs = 500;
/** How long a client may take to receive the end of the stream, in milliseconds. */
const endMs = 2000;

export const heartbeatMs = 20_000;

/** An SSE comment that keeps the connection open and carries the server's time. */
export function heartbeat(clock: Clock): string {
  return `: ${heartbeatStart}${clock.now().getTime()}\n\n`;
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'keep-alive',
};

/**
 * Makes the HTTP reply an event stream. Returns undefined if the client has already disconnected,
 * because the end of its connection would never be noticed.
 */
export function startEventStream(
  reply: FastifyReply,
  onClose: () => void,
): EventStream | undefined {
  reply.hijack();
  const { raw } = reply;
  if (raw.destroyed) return undefined;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, streamHeaders);
  let held: string[] | undefined = [];
  let lagging: NodeJS.Timeout | undefined;

  function cutIfStalled(): void {
    if (raw.writableLength > maxBurst) raw.destroy();
    if (raw.writableLength <= maxBuffered) return;
    lagging ??= setTimeout(cutIfLagging, catchUpMs, performance.now());
  }

  function cutIfLagging(since: number): void {
    lagging = undefined;
    if (raw.writableLength <= maxBuffered) return;
    if (performance.now() - since <= catchUpMs + heldUpMs) raw.destroy();
    else cutIfStalled();
  }

  function send(frames: string): void {
    if (held !== undefined) {
      held.push(frames);
      return;
    }
    raw.write(frames);
    cutIfStalled();
  }

  function close(): void {
    clearTimeout(lagging);
    onClose();
  }

  raw.on('close', close);
  raw.on('error', close);
  return {
    send,
    release(first) {
      const frames = first + (held ?? []).join('');
      held = undefined;
      send(frames);
    },
    end(last) {
      close();
      raw.end(last);
      // A client that does not read would never receive the end, and closing the server would wait for it.
      setTimeout(() => raw.destroy(), endMs).unref();
    },
  };
}
