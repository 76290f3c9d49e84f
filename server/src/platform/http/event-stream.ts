/**
 * One open event stream as bytes: its head, frames buffered until the first ones are sent, and the end of a
 * slow reader. The features decide which events it gets.
 */
import { heartbeatStart } from '@baari/contract/server-time.ts';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';

export interface EventStream {
  /** Sends frames; they are buffered until `release`. */
  readonly send: (frames: string) => void;
  /** Sends these first, then the buffered frames. */
  readonly release: (first: string) => void;
  /** Sends a last frame and ends the stream. */
  readonly end: (last: string) => void;
}

/** The bytes of our memory that a reader may use while it catches up, and at any time. */
export const maxBuffered = 256 * 1024;
const maxBurst = 1024 * 1024;
/** How long a reader may lag behind by more than `maxBuffered`. */
const catchUpMs = 2000;
/** A check that runs this late shows that the process was blocked and could send nothing. */
const heldUpMs = 500;
/** How long a reader may take to receive the end. */
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
 * Takes over the reply as a stream; undefined if the client has already left, because its end would never be
 * noticed.
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
