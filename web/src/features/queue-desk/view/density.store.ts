/** How much of each entry the desk shows at once; kept for each person on this device [DESK-3]. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keep, readKept } from '../../../device/storage.ts';
import { useUser } from '../../../session/session.ts';

export type Density = 'comfortable' | 'compact';

const store = createStore<Readonly<Record<string, Density>>>(() => ({}));

/** One line of text an entry, or all its facts; comfortable until somebody says otherwise here. */
export function useDensity(): readonly [density: Density, choose: (next: Density) => void] {
  // At a desk that several share, each has their own.
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
