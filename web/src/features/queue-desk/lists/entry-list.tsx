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

/** Longer lists are virtualised. */
const shortLength = 60;
/**
 * Rows of a long list that render before the virtualised list's code has loaded: more than a
 * viewport shows.
 */
const renderedAtFirst = 20;
/** Rows that the server renders: one viewport; hydration adds the rest. */
const renderedByServer = 4;

/** Lazily loaded for long lists, which are rare; offline the list renders in full. */
const LongList = lazy(async () => {
  try {
    return { default: (await import('./long-list.tsx')).LongList };
  } catch {
    return { default: ShortList };
  }
});

/** A list of entries; the shortcuts act on the focused one. */
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
            // Off-screen entries need no layout and paint at each press.
            className={`[content-visibility:auto] [overflow-clip-margin:1rem] print:[content-visibility:visible] ${usualHeights[density][kind].look} ${itemLook}`}
          >
            {render(entry, index)}
          </li>
        ))}
      </ol>
    </>
  );
}
