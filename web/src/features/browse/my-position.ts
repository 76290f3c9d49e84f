/**
 * The patient's position, if they share it: kept in this tab's memory only, never stored [PAT-3].
 */
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';

export type MyPosition =
  | { readonly kind: 'unasked' | 'asking' | 'refused' | 'unavailable' }
  | { readonly kind: 'known'; readonly latitude: number; readonly longitude: number };

const store = createStore<MyPosition>(() => ({ kind: 'unasked' }));

export function useMyPosition(): MyPosition {
  return useStore(store);
}

/** Asks the browser for the position, which asks the person for permission. */
export function askForPosition(): void {
  if (!('geolocation' in navigator)) {
    store.setState({ kind: 'unavailable' }, true);
    return;
  }
  store.setState({ kind: 'asking' }, true);
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      const { latitude, longitude } = coords;
      store.setState(
        { kind: 'known', latitude: coarse(latitude), longitude: coarse(longitude) },
        true,
      );
    },
    ({ code }) => store.setState({ kind: code === 1 ? 'refused' : 'unavailable' }, true),
    { maximumAge: 300_000, timeout: 15_000 },
  );
}

export function forgetPosition(): void {
  store.setState({ kind: 'unasked' }, true);
}

/**
 * Rounds to about a hundred metres: enough for a distance, and nothing more precise leaves the
 * device.
 */
function coarse(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}
