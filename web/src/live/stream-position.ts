import type { LiveEvent } from '@baari/contract/events.ts';
import { deviceNow, serverNow } from '../clock/clock.ts';
import type { LiveState } from './live-stream.ts';
import type { Now, TabMessage } from './tab-messages.ts';

/** The position at the start, and the functions that are notified. */
interface PositionParts {
  readonly place?: string | undefined;
  readonly onEvent: (event: LiveEvent, resumed: boolean) => void;
  readonly onState: (state: LiveState) => void;
  readonly onByte: (at: number) => void;
}

export type Position = ReturnType<typeof trackPosition>;

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

  return {
    setState,
    setByte,
    now: () => ({ state, lastByteAt, lastEventId, count }),
    /** A tab that has followed another one and missed something refetches everything. */
    resumeFrom: () => (isWhole ? lastEventId : hasFollowed ? '' : place),
    isLostFor: (ms: number) => state !== 'live' && deviceNow() - stateAt > ms,
    restartPatience() {
      stateAt = deviceNow();
    },
    /** An event of this tab's own stream; returns its number. */
    receive(event: LiveEvent, resumed: boolean, id: string): number {
      count += 1;
      lastEventId = id;
      isWhole = true;
      onEvent(event, resumed);
      return count;
    },
    hearEvent(message: Extract<TabMessage, { kind: 'event' }>) {
      const wasWhole = isWhole && message.count === count + 1;
      takePlace(message.id, message.count);
      if (!wasWhole && message.event.type !== 'connected') readAgain();
      onEvent(message.event, message.resumed && wasWhole);
    },
    hearNow(message: Now) {
      setState(message.state);
      if (message.lastByteAt !== null) setByte(message.lastByteAt);
      if (message.count !== count) isWhole = false;
      if (isWhole || message.state !== 'live' || message.count === 0) return;
      takePlace(message.lastEventId, message.count);
      readAgain();
    },
  };
}
