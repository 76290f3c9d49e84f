/** This tab's part in the person's one stream, shared by everything that shows live data. */
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
  /** Milliseconds since 1970; null while nothing has arrived. */
  readonly lastByteAt: number | null;
}

const notYet: LiveStatus = { state: 'connecting', lastByteAt: null };

export const liveStatus = createStore<LiveStatus>(() => notYet);

/** Pages follow one another: the stream outlives the moment between them. */
const lingerMs = 2000;

const eventListeners = new Set<(event: LiveEvent) => void>();
let holders = 0;
/** Whose stream it is: another user gets another one. */
let owner: string | null = null;
let running: { stream: LiveStream; cache: QueueCache } | null = null;
let lingering: ReturnType<typeof setTimeout> | undefined;
/** The hospital whose doctors a patient looks at; the server is told when the stream is opened. */
let watched: string | null = null;

/**
 * Opens the stream for this user unless it is open; `person` names the person with the role, `language` that in
 * which the person is told, and the function returned lets go of it.
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

/** Hears of this hospital's doctors too, which takes a new connection; the function returned stops it. */
export function watchHospital(hospitalId: string): () => void {
  if (watched !== hospitalId) {
    watched = hospitalId;
    running?.stream.reopen();
  }
  return () => {
    // The next page watches another one or none: what comes too much meanwhile does no harm.
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
  // Signed out or locked: nothing is heard any more.
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
      // The session acts for another hospital than this page is of.
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
        // What a patient's stream goes on with tells of their own places, not of a hospital's doctors.
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
