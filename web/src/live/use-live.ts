import type { LiveEvent } from '@baari/contract/events.ts';
import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { useLockRound, useUser } from '../session/session.ts';
import {
  type LiveStatus,
  liveStatus,
  onLiveEvent,
  retainLive,
  watchHospital,
} from './live-connection.ts';

/** Keeps this tab's one stream open while mounted [EV-9]. */
export function useLiveStream(): void {
  const user = useUser();
  const round = useLockRound();
  const listener = user === null ? null : `${user.id} ${user.role} ${round}`;
  useEffect(() => (listener === null ? undefined : retainLive(listener)), [listener]);
}

/** How live the page is; draws anew with every byte, so only what shows it should ask. */
export function useLive(): LiveStatus {
  useLiveStream();
  return useStore(liveStatus);
}

export function useIsLive(): boolean {
  useLiveStream();
  return useStore(liveStatus, ({ state }) => state === 'live');
}

/** Calls back with each live event while mounted; the cache has already taken it in [EV-10]. */
export function useLiveEvent(listener: (event: LiveEvent) => void): void {
  const hear = useEffectEvent(listener);
  useEffect(() => onLiveEvent((event) => hear(event)), []);
}

/** While mounted, a patient also hears when the status of this hospital's doctors changes [PAT-6]. */
export function useWatchedHospital(hospitalId: string | undefined): LiveStatus {
  useEffect(() => (hospitalId === undefined ? undefined : watchHospital(hospitalId)), [hospitalId]);
  return useLive();
}
