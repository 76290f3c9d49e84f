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

/** What an entry of a list shows. */
type EntryKind = 'waiting' | 'request';

/** Between two entries: in px, and as a class, which the server can draw without a style attribute. */
export const gaps = {
  comfortable: { px: 12, look: 'gap-[12px]' },
  compact: { px: 4, look: 'gap-[4px]' },
} as const;

/** The usual height of an entry with its borders: in px, and as the class that reserves it. */
export const usualHeights = {
  comfortable: {
    waiting: { px: 148, look: '[contain-intrinsic-block-size:auto_148px]' },
    request: { px: 236, look: '[contain-intrinsic-block-size:auto_236px]' },
  },
  compact: {
    waiting: { px: 46, look: '[contain-intrinsic-block-size:auto_46px]' },
    request: { px: 84, look: '[contain-intrinsic-block-size:auto_84px]' },
  },
} as const;

export interface ListHandle {
  /** Brings an entry into view and puts the focus on it. */
  readonly focusEntry: (id: string) => void;
}

export interface EntryListProps {
  label: string;
  entries: readonly StaffEntry[];
  selected: string | null;
  onSelect: (id: string | null) => void;
  render: (entry: StaffEntry, index: number) => ReactNode;
  kind: EntryKind;
  /** How close they stand. */
  density: Density;
  /** Decided on while the server has not answered: the selection has gone on from them. */
  leaving?: ReadonlySet<string>;
  /** Nothing glides: a row is being dragged, and what is under the pointer must stand still. */
  still?: boolean;
  ref?: Ref<ListHandle>;
}

/** Those whom the selection may go to. */
export function staying(ids: readonly string[], leaving: ReadonlySet<string> | undefined) {
  return leaving === undefined ? ids : ids.filter((id) => !leaving.has(id));
}

/** While a window is over the page, or closes, the focus is its to give back, ms. */
export const windowClosesMs = 220;
const windows = '[role="dialog"], [role="alertdialog"]';

/**
 * Selects what gets the focus, and hands both on to the next one when the entry that had them
 * leaves, so that nobody is thrown back to the top of the page: from an action to the same action.
 */
export function useKeptFocus(
  ids: readonly string[],
  { selected, onSelect }: Pick<EntryListProps, 'selected' | 'onSelect'>,
  focusEntry: (id: string, action?: string) => void,
) {
  const before = useRef(ids);
  const focused = useRef<Focused | null>(null);
  const key = ids.join(' ');

  /** Nowhere, or still on an entry that is being decided on. */
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
    // The board has gone on from a request that was decided on, with the same drawing.
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
    // Whoever is only moved is given the focus back by what moved it.
    if (next !== from && !isWindowOpen()) refocus(next, from);
    // A dialog gives the focus back after it has closed.
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
      // A dialog over the page takes the focus only for a while.
      if (leaves && !relatedTarget.closest(windows)) focused.current = null;
    },
  };
}

/** What had the focus last within the list. */
interface Focused {
  readonly id: string | undefined;
  readonly action: string | undefined;
}

/** Once a window has closed: scrolls to the row that has the focus again, which may stand elsewhere by now. */
export function showFocusedRow(): void {
  setTimeout(() => {
    document.activeElement?.closest('[data-entry]')?.scrollIntoView({ block: 'nearest' });
  }, windowClosesMs);
}

/** Puts the focus on an entry that is drawn, or on one of its actions. */
export function focusIn(list: HTMLElement | null, id: string, action?: string): void {
  const item = list?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`);
  const same =
    action === undefined
      ? null
      : item?.querySelector<HTMLElement>(`[data-action="${CSS.escape(action)}"]`);
  (same ?? item)?.focus({ preventScroll: true });
  item?.scrollIntoView({ block: 'nearest' });
}

/** The ring shows which entry the keys act on, also while one of its buttons has the focus. */
export const itemLook =
  'isolate scroll-my-24 rounded-card outline-offset-2 focus:outline-2 focus:outline-primary focus-within:outline-2 focus-within:outline-primary/60';
