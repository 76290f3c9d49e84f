import { Component, type ReactNode, type RefObject } from 'react';

const settleMs = 160;
const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

interface Props {
  readonly list: RefObject<HTMLElement | null>;
  readonly ids: readonly string[];
  /** Whether the list's animations are off. */
  readonly still: boolean;
}

/** The previous top edge of each list item, by id, in px from the list's top. */
type Tops = ReadonlyMap<string, number>;

/**
 * Animates list items to their new place and fades in new items, unless the user prefers reduced
 * motion. It renders nothing. It is a class component, because only getSnapshotBeforeUpdate
 * measures the layout right before a change. Measuring after each render would cost a layout every
 * time.
 */
export class Settling extends Component<Props> {
  override getSnapshotBeforeUpdate(before: Props): Tops | null {
    const { list, ids, still } = this.props;
    if (still || isSame(before.ids, ids) || matchMedia(fewMotions).matches) return null;
    return new Map(itemsOf(list).map((item) => [idOf(item), item.offsetTop]));
  }

  override componentDidUpdate(_before: Props, _state: unknown, tops: Tops | null): void {
    const { current: list } = this.props.list;
    if (tops === null || list === null) return;
    const { top } = list.getBoundingClientRect();
    for (const item of itemsOf(this.props.list)) settle(item, tops.get(idOf(item)), top);
  }

  override render(): ReactNode {
    return null;
  }
}

const fewMotions = '(prefers-reduced-motion: reduce)';

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

function itemsOf({ current }: Props['list']): HTMLElement[] {
  return [...(current?.children ?? [])].filter((item) => item instanceof HTMLElement);
}

function idOf(item: HTMLElement): string {
  return item.dataset['entry'] ?? '';
}

/**
 * Animates one list item. `listTop` is the list's top edge in the window; items outside the screen
 * before and after are skipped.
 */
function settle(item: HTMLElement, before: number | undefined, listTop: number): void {
  const { offsetTop: after, offsetHeight } = item;
  const highest = listTop + Math.min(after, before ?? after);
  const lowest = listTop + Math.max(after, before ?? after) + offsetHeight;
  if (lowest < 0 || highest > innerHeight) return;
  if (before === undefined) {
    item.animate({ opacity: [0, 1] }, { duration: settleMs, easing });
    return;
  }
  const distance = before - after;
  if (distance === 0) return;
  item.animate(
    { transform: [`translateY(${distance}px)`, 'none'] },
    { duration: settleMs, easing },
  );
}
