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

/** Longer lists draw only what is near the window. */
const shortLength = 60;
/** Of a long list, until what draws it has been fetched: more than a window shows. */
const drawnAtFirst = 20;
/** The server draws what a window shows; the rest comes with the code that takes the page over. */
const drawnByServer = 4;

/** Fetched where a list is long, which few are; without a network the list is drawn whole. */
const LongList = lazy(async () => {
  try {
    return { default: (await import('./long-list.tsx')).LongList };
  } catch {
    return { default: ShortList };
  }
});

/** Entries one below the other; the one with the focus is the one the keys act on. */
export function EntryList(props: EntryListProps): ReactNode {
  const printing = usePrinting();
  const { entries, selected } = props;
  if (import.meta.env.SSR)
    return <ShortList {...props} entries={entries.slice(0, drawnByServer)} />;
  if (entries.length <= shortLength || printing) return <ShortList {...props} />;
  const upTo = entries.findIndex(({ id }) => id === selected) + 1;
  const first = entries.slice(0, Math.max(drawnAtFirst, upTo));
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
            // What nobody sees is not laid out and painted with each press.
            className={`[content-visibility:auto] [overflow-clip-margin:1rem] print:[content-visibility:visible] ${usualHeights[density][kind].look} ${itemLook}`}
          >
            {render(entry, index)}
          </li>
        ))}
      </ol>
    </>
  );
}
