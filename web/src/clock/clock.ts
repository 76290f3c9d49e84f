/**
 * The only place in the web application that reads the device's clock, which may be minutes wrong. The server's time
 * is learnt from every answer, from the page itself and from the heartbeats of a stream.
 */
import { heartbeatStart, serverTimeHeader } from '@baari/contract/server-time.ts';

/** A heartbeat that takes longer than this to arrive is of no use, ms. */
const heartbeatMayTakeMs = 2000;
/** From sending to reading, an answer's time is this old at most, as far as is assumed, ms. */
const assumedWayMs = 250;
/** The device's clock was set when it moved this much more or less than time went by, ms. */
const setMs = 1000;
/** Screens are drawn anew when the server's time turns out to differ by this much, ms. */
const noticeableMs = 500;

/** Between which two values the server's clock is ahead of the device's, ms. */
interface Ahead {
  readonly least: number;
  readonly most: number;
  /** The device's clock less its count of milliseconds, which nobody can set. */
  readonly origin: number;
}

let known: Ahead | undefined;
let ahead = 0;
const listeners = new Set<() => void>();

/** Milliseconds since 1970 by the device's clock: for measuring how long something took on this device alone. */
export function deviceNow(): number {
  return Date.now();
}

/** Milliseconds since 1970 by the server's clock; by the device's until the server's is known. */
export function serverNow(): number {
  return serverTimeOf(deviceNow());
}

/** The server's time at a moment that was noted by the device's clock, both in ms since 1970. */
export function serverTimeOf(deviceMs: number): number {
  return deviceMs + ahead;
}

/** Calls `listener` when the server's time turns out to be another than assumed; the function returned stops it. */
export function onTimeSet(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Learns from the headers of an answer that was asked for at `sentAt`, by `deviceNow`; other answers change nothing. */
export function learnFromAnswer(headers: Headers, sentAt: number): void {
  const at = Number(headers.get(serverTimeHeader) ?? Number.NaN);
  if (Number.isFinite(at)) learn(at, { sentAt, receivedAt: deviceNow() });
}

/** Learns from a comment of a stream, if it is a heartbeat with the time. */
export function learnFromComment(comment: string): void {
  const text = comment.trim();
  if (!text.startsWith(heartbeatStart)) return;
  const at = Number(text.slice(heartbeatStart.length));
  const receivedAt = deviceNow();
  // One that was held up on its way must not set the time back, unless the device's own clock was set.
  if (!Number.isFinite(at) || (!wasSet() && at - receivedAt < ahead - heartbeatMayTakeMs)) return;
  learn(at, { sentAt: receivedAt - heartbeatMayTakeMs, receivedAt });
}

/** Learns from the time at which the server wrote the page that is open, ms since 1970. */
export function learnFromPage(at: number): void {
  const [opened] = globalThis.performance?.getEntriesByType?.('navigation') ?? [];
  const sinceOpened = globalThis.performance?.now() ?? 0;
  const isTimed = opened !== undefined && 'responseStart' in opened;
  const arrived = isTimed ? Number(opened.responseStart) : sinceOpened;
  const now = deviceNow();
  learn(at, { sentAt: now - sinceOpened, receivedAt: now - sinceOpened + arrived });
}

function learn(at: number, asked: { sentAt: number; receivedAt: number }): void {
  const least = at - asked.receivedAt;
  const most = Math.max(least, at - asked.sentAt);
  const before = wasSet() ? undefined : known;
  const both = before && {
    least: Math.max(before.least, least),
    most: Math.min(before.most, most),
  };
  // Where two disagree one of the clocks has drifted: the later one is right.
  const next = both && both.least <= both.most ? both : { least, most };
  known = { ...next, origin: originNow() };
  setAhead(next.least + Math.min((next.most - next.least) / 2, assumedWayMs));
}

function setAhead(next: number): void {
  const change = Math.abs(next - ahead);
  ahead = next;
  if (change >= noticeableMs) for (const listener of listeners) listener();
}

function wasSet(): boolean {
  return known !== undefined && Math.abs(originNow() - known.origin) > setMs;
}

function originNow(): number {
  return deviceNow() - (globalThis.performance?.now() ?? 0);
}
