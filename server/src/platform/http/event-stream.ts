/**
 * One open event stream as bytes: its head, frames held back until the first are out, and the end of
 * a reader that does not read. Who hears what is for the features to say.
 */
import { heartbeatStart } from '@baari/contract/server-time.ts';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';

export interface EventStream {
  /** Sends frames; held back until `release`. */
  readonly send: (frames: string) => void;
  /** Sends these first, then what was held back. */
  readonly release: (first: string) => void;
  /** Sends a last frame and ends the stream. */
  readonly end: (last: string) => void;
}

/** What a reader may hold of our memory while it catches up, and what at any time, bytes. */
export const maxBuffered = 256 * 1024;
const maxBurst = 1024 * 1024;
/** How long a reader may lag behind by more than `maxBuffered`. */
const catchUpMs = 2000;
/** A process that looks so much later than that was held up itself: nobody could be sent anything meanwhile. */
const heldUpMs = 500;
/** How long a reader may take to receive its end. */
const endMs = 2000;

export const heartbeatMs = 20_000;

/** The comment that keeps a connection open and says the server's time. */
export function heartbeat(clock: Clock): string {
  return `: ${heartbeatStart}${clock.now().getTime()}\n\n`;
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'keep-alive',
};

/** Takes the reply over; undefined when its reader has gone meanwhile and would never be heard to leave. */
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
      // One that does not read would never take its end, and closing the server would wait for it.
      setTimeout(() => raw.destroy(), endMs).unref();
    },
  };
}
