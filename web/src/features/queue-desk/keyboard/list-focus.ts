import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import {
  type FocusEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import { isWindowOpen } from '../../../ui/dialog/window-open.ts';
import type { Density } from '../view/density.store.ts';
import { successor } from './desk-keys.ts';

type EntryKind = 'waiting' | 'request';

/**
 * The gap between list items: in px, and as a CSS class. The class is needed because
 * server-rendered HTML must not have a style attribute.
 */
export const gaps = {
  comfortable: { px: 8, look: 'gap-[8px]' },
  compact: { px: 0, look: '' },
} as const;

/**
 * The typical height of a list item with its borders: in px, and as a CSS class that reserves the
 * height.
 */
export const usualHeights = {
  comfortable: {
    waiting: { px: 148, look: '[contain-intrinsic-block-size:auto_148px]' },
    request: { px: 168, look: '[contain-intrinsic-block-size:auto_168px]' },
  },
  compact: {
    waiting: { px: 37, look: '[contain-intrinsic-block-size:auto_37px]' },
    request: { px: 84, look: '[contain-intrinsic-block-size:auto_84px]' },
  },
} as const;

export interface ListHandle {
  /** Scrolls to a queue entry and gives it the focus. */
  readonly focusEntry: (id: string) => void;
}

export interface EntryListProps {
  label: string;
  entries: readonly StaffEntry[];
  selected: string | null;
  onSelect: (id: string | null) => void;
  render: (entry: StaffEntry, index: number) => ReactNode;
  kind: EntryKind;
  density: Density;
  /**
   * The ids of entries whose approval or rejection is pending. The selection has already moved to
   * another entry.
   */
  leaving?: ReadonlySet<string>;
  /** Turns animations off during a drag, because the list item under the pointer must not move. */
  still?: boolean;
  ref?: Ref<ListHandle>;
}

/** Returns the ids of the entries that can be selected. */
export function staying(ids: readonly string[], leaving: ReadonlySet<string> | undefined) {
  return leaving === undefined ? ids : ids.filter((id) => !leaving.has(id));
}

/** How long in ms a dialog takes to close and give the focus back. */
export const windowClosesMs = 220;
const windows = '[role="dialog"], [role="alertdialog"]';

/**
 * Selects the entry that has the focus. When that entry leaves the list, selection and focus move
 * to the next entry. If a button had the focus, the same button of the next entry gets it.
 */
export function useKeptFocus(
  ids: readonly string[],
  { selected, onSelect }: Pick<EntryListProps, 'selected' | 'onSelect'>,
  focusEntry: (id: string, action?: string) => void,
) {
  const before = useRef(ids);
  const focused = useRef<Focused | null>(null);
  const key = ids.join(' ');

  /**
   * Whether no element has the focus, or the focus is still on an entry that is about to leave the
   * list.
   */
  function isLost(from: string): boolean {
    const { activeElement } = document;
    if (activeElement === document.body) return true;
    const holder = activeElement?.closest<HTMLElement>('[data-entry]')?.dataset['entry'];
    return holder === from && !ids.includes(from);
  }

  const handOn = useEffectEvent(() => {
    const earlier = before.current;
    before.current = ids;
    if (selected === null) return;
    const next = successor(earlier, ids, selected);
    if (next !== selected) onSelect(next ?? null);
    if (next === undefined) return;
    // The selection may already be on the next entry, because the desk moves it during the same
    // render.
    const had = focused.current?.id;
    const hasLeft = had !== undefined && earlier.includes(had) && !ids.includes(had);
    return { next, from: hasLeft ? had : selected };
  });
  const refocus = useEffectEvent((next: string, from: string) => {
    const had = focused.current;
    if (had === null || !isLost(from)) return;
    focusEntry(next, had.id === from && next !== from ? had.action : undefined);
  });
  useEffect(() => {
    const handed = handOn();
    if (handed === undefined) return;
    const { next, from } = handed;
    // If the entry was only moved within the list, the code that moved it restores the focus.
    if (next !== from && !isWindowOpen()) refocus(next, from);
    // Tried again after a delay, because a dialog gives the focus back after it has closed.
    const wait = setTimeout(() => refocus(next, from), windowClosesMs);
    return () => clearTimeout(wait);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it runs when the ids change
  }, [key]);

  return {
    onFocus(event: FocusEvent<HTMLElement>): void {
      const id = event.target.closest<HTMLElement>('[data-entry]')?.dataset['entry'];
      const action = event.target.closest<HTMLElement>('[data-action]')?.dataset['action'];
      focused.current = { id, action };
      if (id !== undefined && ids.includes(id)) onSelect(id);
    },
    onBlur(event: FocusEvent<HTMLElement>): void {
      const { relatedTarget } = event;
      const leaves = relatedTarget !== null && !event.currentTarget.contains(relatedTarget);
      // If the focus moves into a dialog, the list gets it back later. So the last focused element
      // is kept.
      if (leaves && !relatedTarget.closest(windows)) focused.current = null;
    },
  };
}

/** The element of the list that last had the focus. */
interface Focused {
  readonly id: string | undefined;
  readonly action: string | undefined;
}

/** Scrolls to the focused list item after a dialog has closed, because the item may have moved. */
export function showFocusedRow(): void {
  setTimeout(() => {
    document.activeElement?.closest('[data-entry]')?.scrollIntoView({ block: 'nearest' });
  }, windowClosesMs);
}

/** Gives the focus to a rendered entry, or to one of its action buttons. */
export function focusIn(list: HTMLElement | null, id: string, action?: string): void {
  const item = list?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`);
  const same =
    action === undefined
      ? null
      : item?.querySelector<HTMLElement>(`[data-action="${CSS.escape(action)}"]`);
  (same ?? item)?.focus({ preventScroll: true });
  item?.scrollIntoView({ block: 'nearest' });
}

/**
 * CSS classes for the focus ring, which shows on which entry the shortcuts act. The ring is also
 * visible while one of the entry's buttons has the focus.
 */
export const itemLook =
  'isolate scroll-my-24 rounded-card outline-offset-2 focus:outline-2 focus:outline-primary focus-within:outline-2 focus-within:outline-primary/60';
