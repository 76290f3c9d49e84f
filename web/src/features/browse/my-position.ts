/**
 * The patient's geographic position, if the patient shares it. The position is kept only in this
 * tab's memory and never stored [PAT-3].
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

/** Asks the browser for the geographic position. The browser asks the person for permission. */
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
 * Rounds a coordinate to about a hundred metres. This is enough to show a distance, and nothing
 * more precise leaves the device.
 */
function coarse(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}
