/**
 * One stream for all tabs of a browser and person: the tab with the lock holds the connection and
 * broadcasts to the others; the next tab resumes where it stopped [EV-9].
 */
import { maxWatchedHospitals } from '@baari/contract/events.ts';
import type { LiveEvent } from '@baari/contract/events.ts';
import { deviceNow, serverNow } from '../clock/clock.ts';
import {
  type LiveState,
  type LiveStream,
  type LiveStreamParts,
  openLiveStream,
} from './live-stream.ts';

export interface SharedStreamParts
  extends Omit<LiveStreamParts, 'watchedHospitals' | 'lastEventId' | 'onEvent'> {
  /** Identifies the person with the role; tabs of another person have their own stream. */
  readonly whose: string;
  /** The hospital that this tab also views; called on connecting and at `reopen`. */
  readonly watchedHospital: () => string | null;
  /** The stream position of this tab's embedded data, from which its own stream resumes. */
  readonly place?: string | undefined;
  readonly onEvent: (event: LiveEvent, resumed: boolean) => void;
  readonly isVisible: () => boolean;
}

/** The version of messages between tabs, for incompatible changes. */
const channelVersion = 1;
/**
 * The position of the holder's stream. `count`: the events broadcast so far, by all holders
 * together.
 */
interface Now {
  readonly kind: 'now';
  readonly state: LiveState;
  readonly lastByteAt: number | null;
  readonly lastEventId: string;
  readonly count: number;
  readonly isHidden: boolean;
  readonly watches: readonly (readonly [tab: string, hospitalId: string])[];
}
type TabMessage =
  | Now
  | {
      readonly kind: 'event';
      readonly event: LiveEvent;
      readonly resumed: boolean;
      readonly id: string;
      readonly count: number;
    }
  | { readonly kind: 'byte'; readonly at: number }
  /** Requests a `now`. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'wake'; readonly reason: 'online' | 'visible' }
  | { readonly kind: 'watch'; readonly tab: string; readonly hospitalId: string | null };

/** The holder broadcasts at each byte, and the server sends one at least every 20 s; in ms. */
const silentMs = 25_000;
/**
 * A holder that does not answer within this time in ms is asleep, as phones suspend hidden pages.
 */
const answerMs = 3000;
/** A hidden page reconnects rarely, so a visible one waits for it no longer than this, in ms. */
const patienceMs = 10_000;
const lookMs = 5000;

/**
 * Opens the person's stream, or follows the tab that has it; one per tab where the browser lacks
 * locks.
 */
export function openSharedStream(parts: SharedStreamParts): LiveStream {
  const locks = globalThis.navigator?.locks;
  if (locks === undefined || typeof BroadcastChannel !== 'function') return openAlone(parts);
  return share(parts, locks);
}

/** Used for example over plain http from another machine, where browsers offer no locks. */
function openAlone(parts: SharedStreamParts): LiveStream {
  return openLiveStream({
    ...parts,
    lastEventId: parts.place ?? '',
    watchedHospitals: () => [parts.watchedHospital()].filter((id) => id !== null),
  });
}

function share(parts: SharedStreamParts, locks: LockManager): LiveStream {
  const name = `baari-live-${channelVersion} ${parts.whose}`;
  const channel = new BroadcastChannel(name);
  const tab = crypto.randomUUID();
  /** The watched hospital of each tab, the latest last. */
  const watches = new Map<string, string>();
  let held: LiveStream | null = null;
  let letGoOfLock: (() => void) | undefined;
  let waiting = new AbortController();
  let isClosed = false;

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

  function tell(message: TabMessage): void {
    // oxlint-disable-next-line require-post-message-target-origin -- a channel has no target but this site
    if (!isClosed) channel.postMessage(message);
  }

  function tellNow(): void {
    tell({
      kind: 'now',
      state,
      lastByteAt,
      lastEventId,
      count,
      isHidden: !parts.isVisible(),
      watches: [...watches],
    });
  }

  /** Waits for the lock, or steals it from a holder that does not answer. */
  async function standInLine(isTaking: boolean): Promise<void> {
    waiting.abort();
    waiting = new AbortController();
    const { signal } = waiting;
    try {
      await locks.request(name, isTaking ? { steal: true } : { signal }, hold);
    } catch (failure) {
      if (isClosed || signal.aborted) return;
      if (held === null) {
        console.warn('The live connection cannot be shared', failure);
        return void hold();
      }
      // The lock was stolen, for example while this tab slept, so it follows the new holder.
      stopHolding();
      void standInLine(false);
    }
  }

  function hold(): Promise<void> | undefined {
    if (isClosed) return undefined;
    held = openLiveStream({
      ...parts,
      // A tab that has followed another one and missed something refetches everything.
      lastEventId: isWhole ? lastEventId : hasFollowed ? '' : (parts.place ?? ''),
      watchedHospitals,
      onSessionLost() {
        // The next holder notices with its own token.
        close();
        parts.onSessionLost();
      },
      onEvent: tellEvent,
      onState(next) {
        setState(next);
        tellNow();
      },
      onByte(at) {
        setByte(at);
        tell({ kind: 'byte', at });
      },
    });
    return new Promise((resolve) => {
      letGoOfLock = resolve;
    });
  }

  function stopHolding(): void {
    held?.close();
    held = null;
    letGoOfLock?.();
    letGoOfLock = undefined;
  }

  function tellEvent(event: LiveEvent, resumed: boolean, id: string): void {
    count += 1;
    lastEventId = id;
    isWhole = true;
    parts.onEvent(event, resumed);
    tell({ kind: 'event', event, resumed, id, count });
  }

  function hearEvent(message: Extract<TabMessage, { kind: 'event' }>): void {
    const wasWhole = isWhole && message.count === count + 1;
    takePlace(message.id, message.count);
    if (!wasWhole && message.event.type !== 'connected') readAgain();
    parts.onEvent(message.event, message.resumed && wasWhole);
  }

  function hearNow(message: Now): void {
    isHolderHidden = message.isHidden;
    for (const [other, hospitalId] of message.watches)
      if (other !== tab) watches.set(other, hospitalId);
    const own = watches.get(tab);
    const isKnown = message.watches.some(
      ([each, hospitalId]) => each === tab && hospitalId === own,
    );
    if (own !== undefined && !isKnown) tell({ kind: 'watch', tab, hospitalId: own });
    setState(message.state);
    if (message.lastByteAt !== null) setByte(message.lastByteAt);
    if (message.count !== count) isWhole = false;
    if (isWhole || message.state !== 'live' || message.count === 0) return;
    takePlace(message.lastEventId, message.count);
    readAgain();
  }

  function takePlace(id: string, message: number): void {
    hasFollowed = true;
    lastEventId = id;
    count = message;
    isWhole = true;
  }

  /** Refetches everything, as after a new connection, because earlier events are unknown. */
  function readAgain(): void {
    parts.onEvent({ type: 'connected', data: { at: new Date(serverNow()).toISOString() } }, false);
  }

  function setState(next: LiveState): void {
    if (state !== next) stateAt = deviceNow();
    state = next;
    parts.onState(next);
  }

  function setByte(at: number): void {
    lastByteAt = at;
    parts.onByte(at);
  }

  function watchedHospitals(): readonly string[] {
    return [...new Set([...watches.values()].toReversed())].slice(0, maxWatchedHospitals);
  }

  function noteWatch(who: string, hospitalId: string | null): void {
    const before = watchedHospitals();
    watches.delete(who);
    if (hospitalId === null) return;
    watches.set(who, hospitalId);
    if (!before.includes(hospitalId)) held?.reopen();
  }

  function hear({ data: message }: MessageEvent<TabMessage>): void {
    if (message.kind === 'watch') return noteWatch(message.tab, message.hospitalId);
    if (held !== null) {
      if (message.kind === 'hello') tellNow();
      if (message.kind === 'wake') held.wake(message.reason);
      return;
    }
    if (message.kind === 'hello' || message.kind === 'wake') return;
    heardAt = deviceNow();
    askedAt = undefined;
    if (message.kind === 'now') hearNow(message);
    else if (message.kind === 'event') hearEvent(message);
    else setByte(message.at);
  }

  function ask(): void {
    askedAt ??= deviceNow();
    tell({ kind: 'hello' });
  }

  /** A visible tab does not wait for a holder that sleeps. */
  function look(): void {
    if (held !== null || !parts.isVisible()) return;
    const now = deviceNow();
    const isUnanswered = askedAt !== undefined && now - askedAt > answerMs;
    const isNeglected = isHolderHidden && state !== 'live' && now - stateAt > patienceMs;
    if (isUnanswered || isNeglected) {
      askedAt = undefined;
      heardAt = now;
      stateAt = now;
      void standInLine(true);
    } else if (now - heardAt > silentMs) ask();
  }

  function close(): void {
    if (isClosed) return;
    tell({ kind: 'watch', tab, hospitalId: null });
    isClosed = true;
    clearInterval(looking);
    waiting.abort();
    stopHolding();
    channel.close();
  }

  const looking = setInterval(look, lookMs);
  channel.addEventListener('message', hear);
  ask();
  noteWatch(tab, parts.watchedHospital());
  // `standInLine` handles its failures itself.
  void standInLine(false);

  return {
    wake(reason) {
      if (held !== null) {
        held.wake(reason);
        return tellNow();
      }
      tell({ kind: 'wake', reason });
      ask();
    },
    reopen() {
      const hospitalId = parts.watchedHospital();
      noteWatch(tab, hospitalId);
      tell({ kind: 'watch', tab, hospitalId });
    },
    close,
  };
}
