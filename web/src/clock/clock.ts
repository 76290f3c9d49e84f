/**
 * Estimates the server's time; no other module of the web application reads the device's clock,
 * which may be minutes wrong. The time comes from the server's responses, the page itself, and
 * heartbeats of the event stream.
 */
import { heartbeatStart, serverTimeHeader } from '@baari/contract/server-time.ts';

/** The longest assumed delay of a heartbeat, in ms. */
const heartbeatMayTakeMs = 2000;
/**
 * The most time in ms that is assumed between the server's reading of its clock and the arrival of
 * its answer.
 */
const assumedWayMs = 250;
/**
 * The size of a clock jump in milliseconds above which somebody must have changed the device's
 * clock.
 */
const setMs = 1000;
/** The change of the estimated server time in milliseconds from which screens are notified. */
const noticeableMs = 500;

/** Bounds of how far the server's clock is ahead of the device's, in ms. */
interface Ahead {
  readonly least: number;
  readonly most: number;
  /**
   * The device's clock minus its monotonic counter, in ms. A large change of this difference means
   * that somebody set the clock.
   */
  readonly origin: number;
}

let known: Ahead | undefined;
let ahead = 0;
const listeners = new Set<() => void>();

/** Milliseconds since 1970 by the device's clock; only for durations on this device. */
export function deviceNow(): number {
  return Date.now();
}

/**
 * Milliseconds since 1970 by the server's clock. Until the server's time is known, the device's
 * clock is used.
 */
export function serverNow(): number {
  return serverTimeOf(deviceNow());
}

/** Converts a time of the device's clock to the server's, both in ms since 1970. */
export function serverTimeOf(deviceMs: number): number {
  return deviceMs + ahead;
}

/** Calls `listener` when the known server time changes; returns a function that unsubscribes. */
export function onTimeSet(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Learns the server's time from the headers of a response. `sentAt` is the time of the request by
 * `deviceNow`. Responses of other servers are ignored.
 */
export function learnFromAnswer(headers: Headers, sentAt: number): void {
  const at = Number(headers.get(serverTimeHeader) ?? Number.NaN);
  if (Number.isFinite(at)) learn(at, { sentAt, receivedAt: deviceNow() });
}

/**
 * Learns the server's time from a comment in the event stream, if the comment is a heartbeat with a
 * time.
 */
export function learnFromComment(comment: string): void {
  const text = comment.trim();
  if (!text.startsWith(heartbeatStart)) return;
  const at = Number(text.slice(heartbeatStart.length));
  const receivedAt = deviceNow();
  // A delayed heartbeat must not set the time back, unless the device's own clock was changed.
  if (!Number.isFinite(at) || (!wasSet() && at - receivedAt < ahead - heartbeatMayTakeMs)) return;
  learn(at, { sentAt: receivedAt - heartbeatMayTakeMs, receivedAt });
}

/** Learns the server's time from the time at which the server wrote this page, in ms since 1970. */
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
  // If two measurements contradict each other, one of the clocks has drifted, so only the later
  // measurement counts.
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
