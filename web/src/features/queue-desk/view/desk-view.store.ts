/** How the desk is shown; kept for each person on this device [DESK-3]. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keep, readKept } from '../../../device/storage.ts';
import { useUser } from '../../../session/session.ts';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { type DeskView, viewFrom } from './desk-view.ts';

const store = createStore<Readonly<Record<string, DeskView>>>(() => ({}));

/** The view of whoever is signed in here, and how a part of it is changed. */
export function useDeskView(): readonly [
  view: DeskView,
  change: (part: Partial<DeskView>) => void,
] {
  // At a desk that several share, each has their own.
  const key = `baari_desk_view_${useUser()?.id ?? ''}`;
  const chosen = useStore(store, (views) => views[key]);
  const view = useMemo(() => chosen ?? viewFrom(readKept(key)), [chosen, key]);
  return [
    view,
    (part) => {
      const next = { ...view, ...part };
      keep(key, JSON.stringify(next));
      store.setState({ [key]: next });
    },
  ];
}

/** Whether there is room for lines side by side. */
export function useIsWide(): boolean {
  return useMedia('(min-width: 80rem)');
}

/** Whether lines stand side by side: chosen here, and with room for it. */
export function useSideBySide(): boolean {
  const [{ layout }] = useDeskView();
  return useIsWide() && layout === 'columns';
}
