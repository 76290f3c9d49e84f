import type { StaffEntry } from '@baari/contract/queue.ts';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Density } from './density.store.ts';
import { successor } from './desk-keys.ts';
import { usePrinting } from './use-printing.ts';
import { useSettling } from './use-settling.ts';

/** Longer lists draw only what is near the window. */
const shortLength = 60;
const gapsPx = { comfortable: 12, compact: 4 } as const;

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
  /** The usual height of one, in px. */
  usualHeight: number;
  /** How close they stand. */
  density: Density;
  /** Nothing glides: a row is being dragged, and what is under the pointer must stand still. */
  still?: boolean;
  ref?: Ref<ListHandle>;
}

/** Entries one below the other; the one with the focus is the one the keys act on. */
export function EntryList(props: EntryListProps): ReactNode {
  const printing = usePrinting();
  return props.entries.length > shortLength && !printing ? (
    <LongList {...props} />
  ) : (
    <ShortList {...props} />
  );
}

function ShortList({
  label,
  entries,
  render,
  ref,
  still = false,
  density,
  ...selection
}: EntryListProps): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  const ids = entries.map((entry) => entry.id);
  useSettling(list, ids, still);
  const focusEntry = (id: string) => focusIn(list.current, id);
  useImperativeHandle(ref, () => ({ focusEntry }));
  const focusProps = useKeptFocus(ids, selection, focusEntry);
  return (
    <ol
      ref={list}
      aria-label={label}
      className="relative flex flex-col"
      style={{ gap: gapsPx[density] }}
      {...focusProps}
    >
      {entries.map((entry, index) => (
        <li key={entry.id} data-entry={entry.id} tabIndex={-1} className={itemLook}>
          {render(entry, index)}
        </li>
      ))}
    </ol>
  );
}

function LongList({
  label,
  entries,
  render,
  usualHeight,
  density,
  ref,
  ...selection
}: EntryListProps): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  const [top, setTop] = useState(0);
  const ids = entries.map((entry) => entry.id);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => usualHeight,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 5,
    gap: gapsPx[density],
    scrollMargin: top,
  });
  useLayoutEffect(() => {
    function measure(): void {
      const box = list.current?.getBoundingClientRect();
      if (box) setTop(Math.round(box.top + window.scrollY));
    }
    measure();
    // What stands above the list may grow or shrink.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const focusEntry = (id: string) => {
    virtualizer.scrollToIndex(ids.indexOf(id), { align: 'auto' });
    // The row is drawn once the window has moved.
    requestAnimationFrame(() => requestAnimationFrame(() => focusIn(list.current, id)));
  };
  useImperativeHandle(ref, () => ({ focusEntry }));
  const focusProps = useKeptFocus(ids, selection, focusEntry);
  return (
    <ol
      ref={list}
      aria-label={label}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
      {...focusProps}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const entry = entries[index];
        return (
          entry && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-entry={entry.id}
              tabIndex={-1}
              aria-setsize={entries.length}
              aria-posinset={index + 1}
              className={`absolute inset-x-0 top-0 ${itemLook}`}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {render(entry, index)}
            </li>
          )
        );
      })}
    </ol>
  );
}

/**
 * Selects what gets the focus, and hands both on to the next one when the entry that had them
 * leaves, so that nobody is thrown back to the top of the page.
 */
function useKeptFocus(
  ids: readonly string[],
  { selected, onSelect }: Pick<EntryListProps, 'selected' | 'onSelect'>,
  focusEntry: (id: string) => void,
) {
  const before = useRef(ids);
  const hadFocus = useRef(false);
  const key = ids.join(' ');

  const handOn = useEffectEvent(() => {
    const earlier = before.current;
    before.current = ids;
    if (selected === null) return;
    const next = successor(earlier, ids, selected);
    if (next !== selected) onSelect(next ?? null);
    return next;
  });
  const refocus = useEffectEvent((id: string) => {
    if (hadFocus.current && document.activeElement === document.body) focusEntry(id);
  });
  useEffect(() => {
    const next = handOn();
    if (next === undefined) return;
    // A dialog gives the focus back after it has closed; wait for it.
    const wait = setTimeout(() => refocus(next), 220);
    return () => clearTimeout(wait);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it runs when the ids change
  }, [key]);

  return {
    onFocus(event: FocusEvent<HTMLElement>): void {
      hadFocus.current = true;
      const id = event.target.closest<HTMLElement>('[data-entry]')?.dataset['entry'];
      if (id !== undefined) onSelect(id);
    },
    onBlur(event: FocusEvent<HTMLElement>): void {
      const { relatedTarget } = event;
      const leaves = relatedTarget !== null && !event.currentTarget.contains(relatedTarget);
      // A dialog over the page takes the focus only for a while.
      if (leaves && !relatedTarget.closest('[role="dialog"], [role="alertdialog"]')) {
        hadFocus.current = false;
      }
    },
  };
}

function focusIn(list: HTMLElement | null, id: string): void {
  const item = list?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`);
  item?.focus({ preventScroll: true });
  item?.scrollIntoView({ block: 'nearest' });
}

/** The ring shows which entry the keys act on, also while one of its buttons has the focus. */
const itemLook =
  'scroll-my-24 rounded-card outline-offset-2 focus:outline-2 focus:outline-primary focus-within:outline-2 focus-within:outline-primary/60';
