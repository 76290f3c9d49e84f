/**
 * One event stream for all tabs that a person has open in a browser. The tab that has the lock
 * holds the connection and broadcasts events to the other tabs. If this tab closes, the next tab
 * resumes after the last event [EV-9].
 */
import { maxWatchedHospitals } from '@baari/contract/events.ts';
import type { LiveEvent } from '@baari/contract/events.ts';
import { type LiveStream, type LiveStreamParts, openLiveStream } from './live-stream.ts';
import { competeForLock } from './stream-lock.ts';
import { trackPosition } from './stream-position.ts';
import type { Now, TabMessage } from './tab-messages.ts';

export interface SharedStreamParts
  extends Omit<LiveStreamParts, 'watchedHospitals' | 'lastEventId' | 'onEvent'> {
  /** Identifies the person with role and language. Tabs of another person share another stream. */
  readonly whose: string;
  /**
   * The hospital that this tab shows, or null if it shows none. Called on connecting and at
   * `reopen`.
   */
  readonly watchedHospital: () => string | null;
  /**
   * The id of the last live event that this tab's embedded data includes. The tab's own stream
   * resumes after that event.
   */
  readonly place?: string | undefined;
  readonly onEvent: (event: LiveEvent, resumed: boolean) => void;
  readonly isVisible: () => boolean;
}

/**
 * The version of the messages between tabs. It must be raised when the messages change
 * incompatibly.
 */
const channelVersion = 1;

const lookMs = 5000;

/**
 * Opens the person's event stream, or follows the tab that already has it open. In a browser
 * without locks each tab opens its own stream.
 */
export function openSharedStream(parts: SharedStreamParts): LiveStream {
  const locks = globalThis.navigator?.locks;
  if (locks === undefined || typeof BroadcastChannel !== 'function') return openAlone(parts);
  return share(parts, locks);
}

/**
 * Opens an event stream for this tab alone. This is needed for example over plain http from another
 * machine, where browsers offer no locks.
 */
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
  const watches = makeWatches(tab);
  const position = trackPosition(parts);
  const lock = competeForLock(locks, name, openHeld);
  let isClosed = false;

  function post(message: TabMessage): void {
    // oxlint-disable-next-line require-post-message-target-origin -- a channel has no target but this site
    if (!isClosed) channel.postMessage(message);
  }

  function postNow(): void {
    post({
      kind: 'now',
      ...position.now(),
      isHidden: !parts.isVisible(),
      watches: watches.all(),
    });
  }

  /**
   * Opens the event stream that this tab shares with the other tabs while this tab has the lock.
   */
  function openHeld(): LiveStream {
    return openLiveStream({
      ...parts,
      lastEventId: position.resumeFrom(),
      watchedHospitals: watches.hospitals,
      onSessionLost() {
        // The next tab that gets the lock tries its own token, and so finds out that the session
        // has ended.
        close();
        parts.onSessionLost();
      },
      onEvent(event, resumed, id) {
        post({ kind: 'event', event, resumed, id, count: position.receive(event, resumed, id) });
      },
      onState(next) {
        position.setState(next);
        postNow();
      },
      onByte(at) {
        position.setByte(at);
        post({ kind: 'byte', at });
      },
    });
  }

  function noteWatch(who: string, hospitalId: string | null): void {
    if (watches.note(who, hospitalId)) lock.stream()?.reopen();
  }

  function hear({ data: message }: MessageEvent<TabMessage>): void {
    if (message.kind === 'watch') return noteWatch(message.tab, message.hospitalId);
    const held = lock.stream();
    if (held !== null) {
      if (message.kind === 'hello') postNow();
      if (message.kind === 'wake') held.wake(message.reason);
      return;
    }
    if (message.kind === 'hello' || message.kind === 'wake') return;
    if (message.kind === 'now') {
      const unknown = watches.merge(message.watches);
      if (unknown !== undefined) post({ kind: 'watch', tab, hospitalId: unknown });
    }
    position.hear(message);
  }

  function ask(): void {
    position.asked();
    post({ kind: 'hello' });
  }

  /**
   * Runs regularly, so that a visible tab does not wait for a suspended tab that has the live
   * connection.
   */
  function look(): void {
    if (lock.stream() !== null || !parts.isVisible()) return;
    const step = position.look();
    if (step === 'take') void lock.standInLine(true);
    if (step === 'ask') ask();
  }

  function close(): void {
    if (isClosed) return;
    post({ kind: 'watch', tab, hospitalId: null });
    isClosed = true;
    clearInterval(looking);
    lock.close();
    channel.close();
  }

  const looking = setInterval(look, lookMs);
  channel.addEventListener('message', hear);
  ask();
  noteWatch(tab, parts.watchedHospital());
  void lock.standInLine(false);

  return {
    wake(reason) {
      const held = lock.stream();
      if (held !== null) {
        held.wake(reason);
        return postNow();
      }
      post({ kind: 'wake', reason });
      ask();
    },
    reopen() {
      const hospitalId = parts.watchedHospital();
      noteWatch(tab, hospitalId);
      post({ kind: 'watch', tab, hospitalId });
    },
    close,
  };
}

/** Stores for which hospital each tab wants events about doctors, the latest last. */
function makeWatches(tab: string) {
  const watches = new Map<string, string>();
  const hospitals = (): readonly string[] =>
    [...new Set([...watches.values()].toReversed())].slice(0, maxWatchedHospitals);
  return {
    hospitals,
    all: () => [...watches],
    /**
     * Stores the hospital for which a tab wants events. Returns whether the stream has to reconnect
     * to get these events.
     */
    note(who: string, hospitalId: string | null): boolean {
      const before = hospitals();
      watches.delete(who);
      if (hospitalId === null) return false;
      watches.set(who, hospitalId);
      return !before.includes(hospitalId);
    },
    /**
     * Takes over the list of watched hospitals from the tab that has the live connection. Returns
     * this tab's hospital if that list lacks it.
     */
    merge(ofHolder: Now['watches']): string | undefined {
      for (const [other, hospitalId] of ofHolder) if (other !== tab) watches.set(other, hospitalId);
      const own = watches.get(tab);
      return ofHolder.some(([each, hospitalId]) => each === tab && hospitalId === own)
        ? undefined
        : own;
    },
  };
}
