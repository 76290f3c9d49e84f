/** The order of what a palette lists, while somebody is on the way through it. */
import type { ReactNode } from 'react';

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

/** The list as it stood when somebody began to walk through it, and for which text. */
export interface Walked {
  readonly typed: string;
  readonly groups: readonly PaletteGroup[];
}

/** The groups with each item where it stood before, as far as it is there still; what is new stands behind. */
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
