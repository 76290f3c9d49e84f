import type { LiveEvent } from '@baari/contract/events.ts';
import { deviceNow, serverNow } from '../clock/clock.ts';
import type { LiveState } from './live-stream.ts';
import type { Now, TabMessage } from './tab-messages.ts';

/**
 * The silence in milliseconds after which the tab with the live connection is asked to answer. That
 * tab broadcasts all data it receives, and the server sends some data at least every 20 s.
 */
const silentMs = 25_000;
/**
 * The time in milliseconds within which the tab with the live connection must answer. If it does
 * not, it is asleep: phones suspend hidden pages.
 */
const answerMs = 3000;
/**
 * How long a visible tab waits for a hidden tab to reconnect, in milliseconds. A hidden tab
 * reconnects only rarely.
 */
const patienceMs = 10_000;

/** The id of the event after which to start, and the callbacks. */
interface PositionParts {
  readonly place?: string | undefined;
  readonly onEvent: (event: LiveEvent, resumed: boolean) => void;
  readonly onState: (state: LiveState) => void;
  readonly onByte: (at: number) => void;
}

/**
 * Stores up to which event this tab has followed the event stream, whether over its own connection
 * or another tab's.
 */
export function trackPosition({ place = '', onEvent, onState, onByte }: PositionParts) {
  let state: LiveState = 'connecting';
  let stateAt = deviceNow();
  let lastByteAt: number | null = null;
  let lastEventId = '';
  let count = 0;
  /** Whether this tab has received every live event since it last fetched all data. */
  let isWhole = false;
  /**
   * Whether this tab has followed another tab, so that the event id embedded in its page is
   * outdated.
   */
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

  /** Fetches all data again, as after a new connection, because this tab may have missed events. */
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
    /**
     * The id of the event after which the stream resumes. Empty if this tab followed another tab
     * and then missed events; all data is then fetched again.
     */
    resumeFrom: () => (isWhole ? lastEventId : hasFollowed ? '' : place),
    /** Handles an event of this tab's own stream; returns the number of the event. */
    receive(event: LiveEvent, resumed: boolean, id: string): number {
      count += 1;
      lastEventId = id;
      isWhole = true;
      onEvent(event, resumed);
      return count;
    },
    /** Handles a message of the tab that has the live connection. */
    hear(message: Extract<TabMessage, { kind: 'now' | 'event' | 'byte' }>) {
      heardAt = deviceNow();
      askedAt = undefined;
      if (message.kind === 'now') hearNow(message);
      else if (message.kind === 'event') hearEvent(message);
      else setByte(message.at);
    },
    /** Records that the tab with the live connection was asked to send its position (`now`). */
    asked() {
      askedAt ??= deviceNow();
    },
    /**
     * What to do if the tab with the live connection seems inactive: ask it to answer, or take over
     * the connection. Undefined if nothing is needed.
     */
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
