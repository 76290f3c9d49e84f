/**
 * This tab's connection to the user's live event stream. All components that show live data share
 * this connection.
 */
import type { LiveEvent } from '@baari/contract/events.ts';
import type { Language } from '@baari/contract/languages.ts';
import { createStore } from 'zustand/vanilla';
import { forgetFailures, queryClient } from '../api/query-client.ts';
import { takePlaceSent } from '../api/sent-with-page.ts';
import { doubtRights } from '../session/rights-in-doubt.ts';
import { isHere } from '../session/session.ts';
import { refreshToken, reportSessionLost, tokenForCall } from '../session/token.ts';
import type { LiveState, LiveStream } from './live-stream.ts';
import { type QueueCache, queueCacheOf, readDoctorsAnew } from './queue-cache.ts';
import { openSharedStream } from './shared-stream.ts';

export interface LiveStatus {
  readonly state: LiveState;
  /**
   * When data last arrived on the event stream, in milliseconds since 1970; null before the first
   * data.
   */
  readonly lastByteAt: number | null;
}

const notYet: LiveStatus = { state: 'connecting', lastByteAt: null };

export const liveStatus = createStore<LiveStatus>(() => notYet);

/**
 * How long the event stream stays open after the last component that needs it was removed, in
 * milliseconds. This bridges a change of pages.
 */
const lingerMs = 2000;

const eventListeners = new Set<(event: LiveEvent) => void>();
let holders = 0;
/** Identifies the user of the stream; for another user a new stream opens. */
let owner: string | null = null;
let running: { stream: LiveStream; cache: QueueCache } | null = null;
let lingering: ReturnType<typeof setTimeout> | undefined;
/**
 * The hospital for whose doctors the patient gets events, because the patient views them. The id is
 * sent to the server on connecting.
 */
let watched: string | null = null;

/**
 * Opens the event stream for this user unless it is open already. `person` identifies the user and
 * the role, `language` for the language of staff events. Returns a function that releases the
 * stream.
 */
export function retainLive(person: string, language: Language): () => void {
  const whose = `${person} ${language}`;
  holders += 1;
  clearTimeout(lingering);
  if (owner !== whose) stop();
  owner = whose;
  running ??= start(whose, language);
  return release;
}

/**
 * Also subscribes to this hospital's doctors, which needs a new connection; returns a function that
 * unsubscribes.
 */
export function watchHospital(hospitalId: string): () => void {
  if (watched !== hospitalId) {
    watched = hospitalId;
    running?.stream.reopen();
  }
  return () => {
    // The stream is not reconnected. The next page subscribes again if it needs to, and further
    // events do no harm.
    if (watched === hospitalId) watched = null;
  };
}

export function onLiveEvent(listener: (event: LiveEvent) => void): () => void {
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
}

function release(): void {
  holders -= 1;
  clearTimeout(lingering);
  if (holders > 0) return;
  // After sign-out or when the page is locked, the stream closes at once.
  if (isHere()) lingering = setTimeout(stop, lingerMs);
  else stop();
}

function start(whose: string, language: Language) {
  const cache = queueCacheOf(queryClient);
  const stream = openSharedStream({
    whose,
    language,
    place: takePlaceSent(),
    isVisible: () => document.visibilityState === 'visible',
    async fetchStream(input, init) {
      const answer = await fetch(input, init);
      // Status 409: the session has switched to another hospital than this page's.
      if (answer.status === 409) doubtRights();
      return answer;
    },
    watchedHospital: () => watched,
    token: tokenForCall,
    refreshToken,
    onSessionLost: reportSessionLost,
    onEvent: (event, resumed) => {
      if (event.type === 'connected') {
        forgetFailures();
        // A resumed stream replays only events about the patient's own queue entries, so the
        // hospital's doctors are fetched again.
        if (resumed && watched !== null) readDoctorsAnew(queryClient);
      }
      cache.apply(event, resumed);
      if (event.type === 'disconnected' && event.data.reason === 'session_ended') doubtRights();
      for (const listener of eventListeners) listener(event);
    },
    onState: (state) => liveStatus.setState({ state }),
    onByte: (lastByteAt) => liveStatus.setState({ lastByteAt }),
    random: Math.random,
  });
  addEventListener('online', wakeOnline);
  document.addEventListener('visibilitychange', wakeVisible);
  return { stream, cache };
}

function stop(): void {
  running?.stream.close();
  running?.cache.stop();
  running = null;
  owner = null;
  removeEventListener('online', wakeOnline);
  document.removeEventListener('visibilitychange', wakeVisible);
  liveStatus.setState(notYet, true);
}

function wakeOnline(): void {
  running?.stream.wake('online');
}

function wakeVisible(): void {
  if (document.visibilityState === 'visible') running?.stream.wake('visible');
}
