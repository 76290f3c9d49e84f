/**
 * One stream for all tabs of a browser that show one person: the tab that has the lock holds it and
 * tells the others, the next takes over where it stopped [EV-9].
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
  /** Names the person with the role: tabs of anybody else have a stream of their own. */
  readonly whose: string;
  /** The hospital that this tab looks at besides; asked when the stream is opened and at `reopen`. */
  readonly watchedHospital: () => string | null;
  /** Up to where what this tab shows is true, as its page brought it: a stream of its own goes on from there. */
  readonly place?: string | undefined;
  readonly onEvent: (event: LiveEvent, resumed: boolean) => void;
  /** Whether somebody can see this tab. */
  readonly isVisible: () => boolean;
}

/** What tabs tell each other; it goes up when an older page could not read what a newer one says. */
const channelVersion = 1;
/** Where the holder's stream stands. `count`: the events told so far, by all holders together. */
interface Now {
  readonly kind: 'now';
  readonly state: LiveState;
  readonly lastByteAt: number | null;
  readonly lastEventId: string;
  readonly count: number;
  readonly isHidden: boolean;
  readonly watches: readonly (readonly [tab: string, hospitalId: string])[];
}
type Told =
  | Now
  | {
      readonly kind: 'event';
      readonly event: LiveEvent;
      readonly resumed: boolean;
      readonly id: string;
      readonly count: number;
    }
  | { readonly kind: 'byte'; readonly at: number }
  /** Asks for a `now`. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'wake'; readonly reason: 'online' | 'visible' }
  | { readonly kind: 'watch'; readonly tab: string; readonly hospitalId: string | null };

/** A holder is heard with each byte, and the server sends one at least every 20 s. */
const silentMs = 25_000;
/** One that does not answer for so long is asleep, as phones put pages to sleep that are not seen. */
const answerMs = 3000;
/** A page out of sight tries again seldom: one that is seen does not wait for it longer than this. */
const patienceMs = 10_000;
const lookMs = 5000;

/** Opens the person's stream, or follows the tab that has it; alone where a browser lacks the means. */
export function openSharedStream(parts: SharedStreamParts): LiveStream {
  const locks = globalThis.navigator?.locks;
  if (locks === undefined || typeof BroadcastChannel !== 'function') return openAlone(parts);
  return share(parts, locks);
}

/** As over plain http from another machine, where browsers give pages no locks. */
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
  /** By tab, the latest wish last. */
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
  /** Whether this tab has heard everything since it last read everything. */
  let isWhole = false;
  /** Whether it has heard another tab: what its page brought is then not all it shows. */
  let hasFollowed = false;
  let heardAt = deviceNow();
  let askedAt: number | undefined;
  let isHolderHidden = false;

  function tell(told: Told): void {
    // oxlint-disable-next-line require-post-message-target-origin -- a channel has no target but this site
    if (!isClosed) channel.postMessage(told);
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

  /** Waits for the lock, or takes it from a holder that does not answer. */
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
      // Taken from this tab, as while it was asleep: the one that took it is followed.
      stopHolding();
      void standInLine(false);
    }
  }

  function hold(): Promise<void> | undefined {
    if (isClosed) return undefined;
    held = openLiveStream({
      ...parts,
      // Whoever has followed another tab and missed something reads everything anew.
      lastEventId: isWhole ? lastEventId : hasFollowed ? '' : (parts.place ?? ''),
      watchedHospitals,
      onSessionLost() {
        // Whoever has the lock next finds out by its own token.
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

  function hearEvent(told: Extract<Told, { kind: 'event' }>): void {
    const wasWhole = isWhole && told.count === count + 1;
    takePlace(told.id, told.count);
    if (!wasWhole && told.event.type !== 'connected') readAgain();
    parts.onEvent(told.event, told.resumed && wasWhole);
  }

  function hearNow(told: Now): void {
    isHolderHidden = told.isHidden;
    for (const [other, hospitalId] of told.watches)
      if (other !== tab) watches.set(other, hospitalId);
    const own = watches.get(tab);
    const isKnown = told.watches.some(([each, hospitalId]) => each === tab && hospitalId === own);
    if (own !== undefined && !isKnown) tell({ kind: 'watch', tab, hospitalId: own });
    setState(told.state);
    if (told.lastByteAt !== null) setByte(told.lastByteAt);
    if (told.count !== count) isWhole = false;
    if (isWhole || told.state !== 'live' || told.count === 0) return;
    takePlace(told.lastEventId, told.count);
    readAgain();
  }

  function takePlace(id: string, told: number): void {
    hasFollowed = true;
    lastEventId = id;
    count = told;
    isWhole = true;
  }

  /** As after a connection of its own: what was on the way before is not known. */
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

  function hear({ data: told }: MessageEvent<Told>): void {
    if (told.kind === 'watch') return noteWatch(told.tab, told.hospitalId);
    if (held !== null) {
      if (told.kind === 'hello') tellNow();
      if (told.kind === 'wake') held.wake(told.reason);
      return;
    }
    if (told.kind === 'hello' || told.kind === 'wake') return;
    heardAt = deviceNow();
    askedAt = undefined;
    if (told.kind === 'now') hearNow(told);
    else if (told.kind === 'event') hearEvent(told);
    else setByte(told.at);
  }

  function ask(): void {
    askedAt ??= deviceNow();
    tell({ kind: 'hello' });
  }

  /** Whoever is seen does not wait for a holder that sleeps. */
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
