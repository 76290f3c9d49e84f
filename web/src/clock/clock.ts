/**
 * The only module of the web application that reads the device's clock, which may be minutes wrong. Learns the server's
 * time from answers, from the page itself and from heartbeats of the stream.
 */
import { heartbeatStart, serverTimeHeader } from '@baari/contract/server-time.ts';

/** A heartbeat with a longer delay is ignored, in ms. */
const heartbeatMayTakeMs = 2000;
/** The assumed most time between sending and reading an answer, in ms. */
const assumedWayMs = 250;
/** A jump of the device's clock larger than this means that it was changed, in ms. */
const setMs = 1000;
/** Screens are notified when the server's time changes by this much, in ms. */
const noticeableMs = 500;

/** Bounds of how far the server's clock is ahead of the device's, in ms. */
interface Ahead {
  readonly least: number;
  readonly most: number;
  /** The device's clock minus its monotonic counter, which nobody can change. */
  readonly origin: number;
}

let known: Ahead | undefined;
let ahead = 0;
const listeners = new Set<() => void>();

/** Milliseconds since 1970 by the device's clock; only for durations on this device. */
export function deviceNow(): number {
  return Date.now();
}

/** Milliseconds since 1970 by the server's clock; by the device's until the server's is known. */
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
 * Learns from the headers of an answer to a request sent at `sentAt`, by `deviceNow`; ignores
 * answers of other servers.
 */
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
  // A delayed heartbeat must not set the time back, unless the device's own clock was changed.
  if (!Number.isFinite(at) || (!wasSet() && at - receivedAt < ahead - heartbeatMayTakeMs)) return;
  learn(at, { sentAt: receivedAt - heartbeatMayTakeMs, receivedAt });
}

/** Learns from the time at which the server wrote the open page, in ms since 1970. */
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
  // If two measurements contradict each other a clock has drifted, so the later one counts.
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
