/** The order of a palette's items, while a person moves through them. */
import type { ReactNode } from 'react';

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  /** Shown beside the label, such as the place in the line. */
  readonly detail?: string | undefined;
  /** Shown at the end, such as a shortcut. */
  readonly end?: ReactNode;
  readonly onChoose: () => void;
}

export interface PaletteGroup {
  readonly label: string;
  readonly items: readonly PaletteItem[];
}

/** The list at the moment the person began to move through it, and its search text. */
export interface Walked {
  readonly typed: string;
  readonly groups: readonly PaletteGroup[];
}

/** The groups with the earlier items in their old order; new items come last. */
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
