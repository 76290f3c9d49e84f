/** The density of the desk's entries, stored for each user on this device [DESK-3]. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keep, readKept } from '../../../device/storage.ts';
import { useUser } from '../../../session/session.ts';

export type Density = 'comfortable' | 'compact';

const store = createStore<Readonly<Record<string, Density>>>(() => ({}));

/** One line an entry, or all its facts; comfortable by default. */
export function useDensity(): readonly [density: Density, choose: (next: Density) => void] {
  // Several users share a desk, so each has an own setting.
  const key = `baari_desk_rows_${useUser()?.id ?? ''}`;
  const chosen = useStore(store, (densities) => densities[key]);
  const kept = () => (readKept(key) === 'compact' ? 'compact' : 'comfortable');
  return [
    chosen ?? kept(),
    (next) => {
      keep(key, next);
      store.setState({ [key]: next });
    },
  ];
}
