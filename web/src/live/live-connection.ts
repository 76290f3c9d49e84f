/**
 * This tab's connection to the person's one live stream, shared by everything that shows live data.
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
  /** Milliseconds since 1970; null before the first data. */
  readonly lastByteAt: number | null;
}

const notYet: LiveStatus = { state: 'connecting', lastByteAt: null };

export const liveStatus = createStore<LiveStatus>(() => notYet);

/** How long the stream stays open without a user in ms, to bridge a change of pages. */
const lingerMs = 2000;

const eventListeners = new Set<(event: LiveEvent) => void>();
let holders = 0;
/** Identifies the user of the stream; another user gets a new one. */
let owner: string | null = null;
let running: { stream: LiveStream; cache: QueueCache } | null = null;
let lingering: ReturnType<typeof setTimeout> | undefined;
/** The hospital whose doctors a patient views; sent to the server on connecting. */
let watched: string | null = null;

/**
 * Opens the stream for this user unless it is open. `person` identifies the person with the role,
 * `language` that of staff events. Returns a function that releases it.
 */
export function retainLive(person: string, language?: Language): () => void {
  const whose = language === undefined ? person : `${person} ${language}`;
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
    // Not reconnected, because the next page subscribes again, and extra events do no harm.
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
  // After sign-out or a lock it closes at once.
  if (isHere()) lingering = setTimeout(stop, lingerMs);
  else stop();
}

function start(whose: string, language: Language | undefined) {
  const cache = queueCacheOf(queryClient);
  const stream = openSharedStream({
    whose,
    language,
    place: takePlaceSent(),
    isVisible: () => document.visibilityState === 'visible',
    async fetchStream(input, init) {
      const answer = await fetch(input, init);
      // The session has switched to another hospital than this page's.
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
        // A resumed patient stream covers only their own places, not a hospital's doctors.
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
