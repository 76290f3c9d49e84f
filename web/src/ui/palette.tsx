/** The window of a command palette: a field, and what matches what is typed, chosen by key or pointer. */
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  /** Said beside the label, such as the place in the line. */
  readonly detail?: string | undefined;
  /** At the end, such as a key. */
  readonly end?: ReactNode;
  readonly onChoose: () => void;
}

export interface PaletteGroup {
  readonly label: string;
  readonly items: readonly PaletteItem[];
}

/** Lists the groups as they are given: what matches is for the caller to say. */
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
  /** Of the field. */
  label: string;
  /** Said where nothing matches. */
  empty: string;
  typed: string;
  onType: (text: string) => void;
  groups: readonly PaletteGroup[];
  /** Enter while nothing matches yet, as of a scanner that is sooner than an answer. */
  onEnterEarly?: () => void;
  onClose: () => void;
}): ReactNode {
  const shown = groups.filter(({ items }) => items.length > 0);
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
        itemToStringValue={(item: PaletteItem) => item.label}
        onValueChange={(text, { reason }) => {
          // Choosing an item is no reason to write its name into the field.
          if (reason === 'input-change' || reason === 'clear-press') onType(text);
        }}
      >
        <div className="relative mt-1">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-ink-soft"
          />
          <Autocomplete.Input
            aria-label={label}
            placeholder={label}
            autoComplete="off"
            onKeyDown={({ key }) => {
              if (key === 'Enter' && shown.length === 0) onEnterEarly?.();
            }}
            className="h-11 w-full rounded-control border border-control-line bg-surface pr-3 pl-10 text-base text-ink placeholder:text-ink-soft"
          />
        </div>
        <Autocomplete.Empty className="px-1 py-6 text-center text-[0.9375rem] text-ink-soft empty:hidden">
          {empty}
        </Autocomplete.Empty>
        <Autocomplete.List className="mt-2 flex flex-col gap-2" aria-label={title}>
          {(group: PaletteGroup) => (
            <Autocomplete.Group key={group.label} items={group.items}>
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
                    <span className="flex min-w-0 flex-wrap gap-x-2 wrap-anywhere">
                      <span className="font-medium">{item.label}</span>
                      {item.detail !== undefined && (
                        <span className="text-ink-soft tabular-nums">{item.detail}</span>
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
