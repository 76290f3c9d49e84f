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
 * The gap between entries: in px, and as a class, because server-rendered HTML must not have a
 * style attribute.
 */
export const gaps = {
  comfortable: { px: 12, look: 'gap-[12px]' },
  compact: { px: 4, look: 'gap-[4px]' },
} as const;

/** The typical height of an entry with borders: in px, and as a class that reserves it. */
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
  /** Scrolls to an entry and focuses it. */
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
  /** Entries with a pending decision; the selection has already moved on. */
  leaving?: ReadonlySet<string>;
  /** Turns animations off during a drag, because the row under the pointer must not move. */
  still?: boolean;
  ref?: Ref<ListHandle>;
}

/** The ids that can be selected. */
export function staying(ids: readonly string[], leaving: ReadonlySet<string> | undefined) {
  return leaving === undefined ? ids : ids.filter((id) => !leaving.has(id));
}

/** How long a dialog takes to close and restore the focus, in ms. */
export const windowClosesMs = 220;
const windows = '[role="dialog"], [role="alertdialog"]';

/**
 * Selects the focused entry. When it leaves, moves selection and focus to the next entry, from a
 * button to the same button. The focus then never returns to the top of the page.
 */
export function useKeptFocus(
  ids: readonly string[],
  { selected, onSelect }: Pick<EntryListProps, 'selected' | 'onSelect'>,
  focusEntry: (id: string, action?: string) => void,
) {
  const before = useRef(ids);
  const focused = useRef<Focused | null>(null);
  const key = ids.join(' ');

  /** Whether the focus is nowhere, or still on an entry that is being decided. */
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
    // The board has already moved the selection on in the same render.
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
    // A moved entry gets the focus back from the code that moved it.
    if (next !== from && !isWindowOpen()) refocus(next, from);
    // Retried, because a dialog restores the focus after it has closed.
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
      // A dialog over the page takes the focus only temporarily.
      if (leaves && !relatedTarget.closest(windows)) focused.current = null;
    },
  };
}

/** The last focused element in the list. */
interface Focused {
  readonly id: string | undefined;
  readonly action: string | undefined;
}

/** After a dialog has closed: scrolls to the focused row, which may have moved. */
export function showFocusedRow(): void {
  setTimeout(() => {
    document.activeElement?.closest('[data-entry]')?.scrollIntoView({ block: 'nearest' });
  }, windowClosesMs);
}

/** Focuses a rendered entry, or one of its action buttons. */
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
 * The focus ring shows which entry the shortcuts act on, also while one of its buttons is focused.
 */
export const itemLook =
  'isolate scroll-my-24 rounded-card outline-offset-2 focus:outline-2 focus:outline-primary focus-within:outline-2 focus-within:outline-primary/60';
