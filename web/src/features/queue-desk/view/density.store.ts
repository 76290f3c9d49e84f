/**
 * How much detail the desk's lists show for each entry, stored for each user on this device
 * [DESK-3].
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { forgetKept, keep, readKept } from '../../../device/storage.ts';
import { useUser } from '../../../session/session.ts';
import { useMedia } from '../../../ui/hooks/use-media.ts';

export type Density = 'comfortable' | 'compact';

/**
 * How much detail is shown for waiting patients and for requests, and the user's own choice for
 * both.
 */
export interface Densities {
  readonly chosen: Density | null;
  readonly waiting: Density;
  readonly requests: Density;
}

const store = createStore<Readonly<Record<string, Density | null>>>(() => ({}));

/**
 * How much detail the desk's lists show: one line of text per entry, or all details. By default a
 * waiting patient takes one line if the screen is wide enough; a request shows all details, because
 * the desk must decide on it.
 */
export function useDensity(): readonly [Densities, choose: (next: Density | null) => void] {
  // Several users share a desk, so the setting is stored separately for each user.
  const key = `baari_desk_rows_${useUser()?.id ?? ''}`;
  const here = useStore(store, (densities) => densities[key]);
  const hasSpace = useMedia('(min-width: 48rem)');
  const chosen = here === undefined ? densityFrom(readKept(key)) : here;
  return [
    {
      chosen,
      waiting: chosen ?? (hasSpace ? 'compact' : 'comfortable'),
      requests: chosen ?? 'comfortable',
    },
    (next) => {
      if (next === null) forgetKept(key);
      else keep(key, next);
      store.setState({ [key]: next });
    },
  ];
}

/** Parses the stored detail setting. Null means that the default applies. */
export function densityFrom(kept: string | null): Density | null {
  return kept === 'compact' || kept === 'comfortable' ? kept : null;
}
