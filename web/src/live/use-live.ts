import type { LiveEvent } from '@baari/contract/events.ts';
import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { useLanguage } from '../i18n/language.tsx';
import { useIsLocked, useUser } from '../session/session.ts';
import {
  type LiveStatus,
  liveStatus,
  onLiveEvent,
  retainLive,
  watchHospital,
} from './live-connection.ts';

/** Keeps the person's stream open while mounted, and while the page is not locked [EV-9]. */
export function useLiveStream(): void {
  const user = useUser();
  const isLocked = useIsLocked();
  const { language } = useLanguage();
  const whose = user === null || isLocked ? null : `${user.id} ${user.role} ${user.hospitalId}`;
  useEffect(() => (whose === null ? undefined : retainLive(whose, language)), [whose, language]);
}

/**
 * The state of the live connection. The hook re-renders its component whenever data arrives, so use
 * it only in components that show the state.
 */
export function useLive(): LiveStatus {
  useLiveStream();
  return useStore(liveStatus);
}

export function useIsLive(): boolean {
  useLiveStream();
  return useStore(liveStatus, ({ state }) => state === 'live');
}

/**
 * Calls the listener with each live event while the component is mounted. The query cache has
 * already been updated then [EV-10].
 */
export function useLiveEvent(listener: (event: LiveEvent) => void): void {
  const hear = useEffectEvent(listener);
  useEffect(() => onLiveEvent((event) => hear(event)), []);
}

/** While mounted, a patient also gets events about this hospital's doctors [PAT-6]. */
export function useWatchedHospital(hospitalId: string | undefined): LiveStatus {
  useEffect(() => (hospitalId === undefined ? undefined : watchHospital(hospitalId)), [hospitalId]);
  return useLive();
}
