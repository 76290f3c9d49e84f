import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type EntryListProps,
  focusIn,
  gaps,
  itemLook,
  staying,
  useKeptFocus,
  usualHeights,
} from '../keyboard/list-focus.ts';

/** A list that renders only the entries near the visible area (virtualised). */
export function LongList({
  label,
  entries,
  render,
  kind,
  density,
  leaving,
  ref,
  ...selection
}: EntryListProps): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  const [top, setTop] = useState(0);
  const ids = useMemo(() => entries.map((entry) => entry.id), [entries]);
  const keyAt = useCallback((index: number) => ids[index] ?? index, [ids]);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => usualHeights[density][kind].px,
    getItemKey: keyAt,
    overscan: 5,
    gap: gaps[density].px,
    scrollMargin: top,
    // List items render after scrolling, because scrolling must not wait for them.
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    function measure(): void {
      const box = list.current?.getBoundingClientRect();
      if (box) setTop(Math.round(box.top + window.scrollY));
    }
    measure();
    // Content above the list may change its height, so the list's position is measured again.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const focusEntry = (id: string, action?: string) => {
    virtualizer.scrollToIndex(ids.indexOf(id), { align: 'auto' });
    // The list item is rendered only after the scrolling, so the focus is set two frames later.
    requestAnimationFrame(() => requestAnimationFrame(() => focusIn(list.current, id, action)));
  };
  useImperativeHandle(ref, () => ({ focusEntry }));
  const focusProps = useKeptFocus(staying(ids, leaving), selection, focusEntry);
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
              className={`absolute inset-x-0 ${itemLook}`}
              style={{ top: start - top }}
            >
              {render(entry, index)}
            </li>
          )
        );
      })}
    </ol>
  );
}
