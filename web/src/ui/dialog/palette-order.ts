/** Keeps the items of a command palette in a stable order while a person moves through them. */
import type { ReactNode } from 'react';

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  /** The text beside an item's label, such as the patient's place in line. */
  readonly detail?: string | undefined;
  /** Content at the end of an item, such as a keyboard shortcut. */
  readonly end?: ReactNode;
  readonly onChoose: () => void;
}

export interface PaletteGroup {
  readonly label: string;
  readonly items: readonly PaletteItem[];
}

/**
 * The palette's groups of items when the person began to move through the items, and the search
 * text at that time.
 */
export interface Walked {
  readonly typed: string;
  readonly groups: readonly PaletteGroup[];
}

/**
 * Returns the groups of items, with the items of `before` in their old order. New items come last.
 */
export function kept(
  groups: readonly PaletteGroup[],
  before: readonly PaletteGroup[] | undefined,
): readonly PaletteGroup[] {
  if (before === undefined) return groups;
  const now = new Map(groups.flatMap(({ items }) => items.map((item) => [item.id, item])));
  const stood = new Set(before.flatMap(({ items }) => items.map(({ id }) => id)));
  const first = before.map(({ label, items }) => ({
    label,
    items: items.flatMap(({ id }) => now.get(id) ?? []),
  }));
  const later = groups.map(({ label, items }) => ({
    label,
    items: items.filter(({ id }) => !stood.has(id)),
  }));
  return [...first, ...later].filter(({ items }) => items.length > 0);
}
