/** How the desk shows lines and entries, stored for each user on this device [DESK-3]. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keep, readKept } from '../../../device/storage.ts';
import { useUser } from '../../../session/session.ts';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { type DeskView, viewFrom } from './desk-view.ts';

const store = createStore<Readonly<Record<string, DeskView>>>(() => ({}));

/** The signed-in user's view settings of the desk, and a function to change some of them. */
export function useDeskView(): readonly [
  view: DeskView,
  change: (part: Partial<DeskView>) => void,
] {
  // Several users share a desk, so the view settings are stored separately for each user.
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

/** Whether the screen is wide enough to show lines side by side. */
export function useIsWide(): boolean {
  return useMedia('(min-width: 80rem)');
}

/**
 * Whether lines are shown side by side. They are if the user has chosen it and the screen is wide
 * enough.
 */
export function useSideBySide(): boolean {
  const [{ layout }] = useDeskView();
  return useIsWide() && layout === 'columns';
}
