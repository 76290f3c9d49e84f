import type { LiveEvent } from '@baari/contract/events.ts';
import { deviceNow, serverNow } from '../clock/clock.ts';
import type { LiveState } from './live-stream.ts';
import type { Now, TabMessage } from './tab-messages.ts';

/** The holder broadcasts at each byte, and the server sends one at least every 20 s; in ms. */
const silentMs = 25_000;
/**
 * A holder that does not answer within this time in ms is asleep, as phones suspend hidden pages.
 */
const answerMs = 3000;
/** A hidden page reconnects rarely, so a visible one waits for it no longer than this, in ms. */
const patienceMs = 10_000;

/** The position at the start, and the functions that are notified. */
interface PositionParts {
  readonly place?: string | undefined;
  readonly onEvent: (event: LiveEvent, resumed: boolean) => void;
  readonly onState: (state: LiveState) => void;
  readonly onByte: (at: number) => void;
}

/** How far this tab has followed the stream, its own or another tab's. */
export function trackPosition({ place = '', onEvent, onState, onByte }: PositionParts) {
  let state: LiveState = 'connecting';
  let stateAt = deviceNow();
  let lastByteAt: number | null = null;
  let lastEventId = '';
  let count = 0;
  /** Whether this tab has received every event since its last full read. */
  let isWhole = false;
  /** Whether it has followed another tab, so that its page's position is no longer right. */
  let hasFollowed = false;
  let heardAt = deviceNow();
  let askedAt: number | undefined;
  let isHolderHidden = false;

  function setState(next: LiveState): void {
    if (state !== next) stateAt = deviceNow();
    state = next;
    onState(next);
  }

  function setByte(at: number): void {
    lastByteAt = at;
    onByte(at);
  }

  function takePlace(id: string, message: number): void {
    hasFollowed = true;
    lastEventId = id;
    count = message;
    isWhole = true;
  }

  /** Refetches everything, as after a new connection, because earlier events are unknown. */
  function readAgain(): void {
    onEvent({ type: 'connected', data: { at: new Date(serverNow()).toISOString() } }, false);
  }

  function hearEvent(message: Extract<TabMessage, { kind: 'event' }>): void {
    const wasWhole = isWhole && message.count === count + 1;
    takePlace(message.id, message.count);
    if (!wasWhole && message.event.type !== 'connected') readAgain();
    onEvent(message.event, message.resumed && wasWhole);
  }

  function hearNow(message: Now): void {
    isHolderHidden = message.isHidden;
    setState(message.state);
    if (message.lastByteAt !== null) setByte(message.lastByteAt);
    if (message.count !== count) isWhole = false;
    if (isWhole || message.state !== 'live' || message.count === 0) return;
    takePlace(message.lastEventId, message.count);
    readAgain();
  }

  return {
    setState,
    setByte,
    now: () => ({ state, lastByteAt, lastEventId, count }),
    /** A tab that has followed another one and missed something refetches everything. */
    resumeFrom: () => (isWhole ? lastEventId : hasFollowed ? '' : place),
    /** An event of this tab's own stream; returns its number. */
    receive(event: LiveEvent, resumed: boolean, id: string): number {
      count += 1;
      lastEventId = id;
      isWhole = true;
      onEvent(event, resumed);
      return count;
    },
    /** A message of the holder. */
    hear(message: Extract<TabMessage, { kind: 'now' | 'event' | 'byte' }>) {
      heardAt = deviceNow();
      askedAt = undefined;
      if (message.kind === 'now') hearNow(message);
      else if (message.kind === 'event') hearEvent(message);
      else setByte(message.at);
    },
    /** Notes that the holder was asked for a `now`. */
    asked() {
      askedAt ??= deviceNow();
    },
    /** What to do about a silent holder: ask it, or take its place because it sleeps. */
    look(): 'ask' | 'take' | undefined {
      const now = deviceNow();
      const isUnanswered = askedAt !== undefined && now - askedAt > answerMs;
      const isNeglected = isHolderHidden && state !== 'live' && now - stateAt > patienceMs;
      if (!isUnanswered && !isNeglected) return now - heardAt > silentMs ? 'ask' : undefined;
      askedAt = undefined;
      heardAt = now;
      stateAt = now;
      return 'take';
    },
  };
}
