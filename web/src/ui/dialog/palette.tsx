/**
 * The dialog of a command palette: a search field and its results, which a person chooses by key or
 * pointer.
 */
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { kept, type PaletteGroup, type PaletteItem, type Walked } from './palette-order.ts';
import { WithTokens } from '../text/with-tokens.tsx';

/**
 * Shows the given groups of items; the caller does the search. Once a person moves through the
 * items, later results are added at the end. So Enter never acts on an item that has just moved
 * under the highlight.
 */
export function Palette({
  title,
  label,
  empty,
  typed,
  onType,
  groups,
  onEnterEarly,
  onClose,
}: {
  title: string;
  /** The label of the palette's search field. */
  label: string;
  /** The text shown if no item matches the search. */
  empty: string;
  typed: string;
  onType: (text: string) => void;
  groups: readonly PaletteGroup[];
  /**
   * Called when the user presses Enter before the first result arrives. A barcode scanner, for
   * example, is faster than the server.
   */
  onEnterEarly?: () => void;
  onClose: () => void;
}): ReactNode {
  const [walked, setWalked] = useState<Walked>();
  const shown = kept(
    groups.filter(({ items }) => items.length > 0),
    walked?.typed === typed ? walked.groups : undefined,
  );
  /** Keeps the palette's items in their order until the search text changes. */
  function keepOrder(): void {
    if (walked?.typed !== typed) setWalked({ typed, groups: shown });
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} size="medium">
      <Autocomplete.Root
        open
        inline
        items={shown}
        filter={null}
        autoHighlight="always"
        keepHighlight
        value={typed}
        onItemHighlighted={(_, { reason }) => {
          if (reason === 'pointer') keepOrder();
        }}
        itemToStringValue={(item: PaletteItem) => item.label}
        onValueChange={(text, { reason }) => {
          // Choosing an item must not write the item's name into the search field.
          if (reason === 'input-change' || reason === 'clear-press') onType(text);
        }}
      >
        <div className="relative mt-1">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 inset-s-3 my-auto size-5 text-ink-soft"
          />
          <Autocomplete.Input
            aria-label={label}
            placeholder={label}
            autoComplete="off"
            onKeyDown={({ key }) => {
              if (key === 'Enter' && shown.length === 0) onEnterEarly?.();
              if (key === 'ArrowDown' || key === 'ArrowUp') keepOrder();
            }}
            className="h-11 w-full rounded-control border border-control-line bg-surface pe-3 ps-10 text-base text-ink placeholder:text-ink-soft"
          />
        </div>
        <Autocomplete.Empty className="px-1 py-6 text-center text-[0.9375rem] text-ink-soft empty:hidden">
          {empty}
        </Autocomplete.Empty>
        <Autocomplete.List className="mt-2 flex flex-col gap-2" aria-label={title}>
          {(group: PaletteGroup, index: number) => (
            <Autocomplete.Group key={`${index} ${group.label}`} items={group.items}>
              <Autocomplete.GroupLabel className="px-2 py-1 text-sm font-semibold text-ink-soft">
                {group.label}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(item: PaletteItem) => (
                  <Autocomplete.Item
                    key={item.id}
                    value={item}
                    onClick={item.onChoose}
                    className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-control px-2 py-1.5 text-[0.9375rem] text-ink data-highlighted:bg-primary-soft md:pointer-fine:min-h-9"
                  >
                    <span className="flex min-w-0 flex-col gap-x-2 wrap-anywhere sm:flex-row sm:flex-wrap">
                      <span className="font-medium">{item.label}</span>
                      {item.detail !== undefined && (
                        <span className="text-ink-soft tabular-nums">
                          <WithTokens>{item.detail}</WithTokens>
                        </span>
                      )}
                    </span>
                    {item.end}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Dialog>
  );
}
