import { lazy, type ReactNode, Suspense, useImperativeHandle, useRef } from 'react';
import {
  type EntryListProps,
  focusIn,
  gaps,
  itemLook,
  staying,
  useKeptFocus,
  usualHeights,
} from '../keyboard/list-focus.ts';
import { Settling } from './settling.tsx';
import { usePrinting } from './use-printing.ts';

/**
 * Lists with more entries than this render only the entries near the visible area (virtualised).
 */
const shortLength = 60;
/**
 * How many entries of a long list render before the virtualised list's code has loaded. They fill
 * more than the screen.
 */
const renderedAtFirst = 20;
/**
 * How many entries the server renders; they fill one screen. The browser adds the remaining entries
 * during hydration.
 */
const renderedByServer = 4;

/**
 * Lazily loaded, because long lists are rare. Without a network connection the whole list is
 * rendered instead.
 */
const LongList = lazy(async () => {
  try {
    return { default: (await import('./long-list.tsx')).LongList };
  } catch {
    return { default: ShortList };
  }
});

/** A list of queue entries. The keyboard shortcuts act on the focused entry. */
export function EntryList(props: EntryListProps): ReactNode {
  const printing = usePrinting();
  const { entries, selected } = props;
  if (import.meta.env.SSR)
    return <ShortList {...props} entries={entries.slice(0, renderedByServer)} />;
  if (entries.length <= shortLength || printing) return <ShortList {...props} />;
  const upTo = entries.findIndex(({ id }) => id === selected) + 1;
  const first = entries.slice(0, Math.max(renderedAtFirst, upTo));
  return (
    <Suspense fallback={<ShortList {...props} entries={first} />}>
      <LongList {...props} />
    </Suspense>
  );
}

function ShortList({
  label,
  entries,
  render,
  ref,
  still = false,
  density,
  leaving,
  kind,
  ...selection
}: EntryListProps): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  const ids = entries.map((entry) => entry.id);
  const focusEntry = (id: string, action?: string) => focusIn(list.current, id, action);
  useImperativeHandle(ref, () => ({ focusEntry }));
  const focusProps = useKeptFocus(staying(ids, leaving), selection, focusEntry);
  return (
    <>
      <Settling list={list} ids={ids} still={still} />
      <ol
        ref={list}
        aria-label={label}
        className={`relative flex flex-col ${gaps[density].look}`}
        {...focusProps}
      >
        {entries.map((entry, index) => (
          <li
            key={entry.id}
            data-entry={entry.id}
            tabIndex={-1}
            // The browser skips layout and paint of entries outside the screen, which would
            // otherwise slow down each key press.
            className={`[content-visibility:auto] [overflow-clip-margin:1rem] print:[content-visibility:visible] ${usualHeights[density][kind].look} ${itemLook}`}
          >
            {render(entry, index)}
          </li>
        ))}
      </ol>
    </>
  );
}
