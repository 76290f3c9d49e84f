import { type RefObject, useLayoutEffect, useRef } from 'react';

const settleMs = 160;
const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

/** Lets those who changed place glide there and newcomers appear; still for those who want no motion. */
export function useSettling(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  still: boolean,
): void {
  const tops = useRef(new Map<string, number>());
  const order = useRef('');
  useLayoutEffect(() => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>(':scope > [data-entry]') ?? [])];
    const before = tops.current;
    tops.current = new Map(items.map((item) => [item.dataset['entry'] ?? '', item.offsetTop]));
    const changed = order.current !== '' && order.current !== ids.join(' ');
    order.current = ids.join(' ');
    if (!changed || still || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const item of items) settle(item, before.get(item.dataset['entry'] ?? ''));
  });
}

function settle(item: HTMLElement, before: number | undefined): void {
  if (before === undefined) {
    item.animate({ opacity: [0, 1] }, { duration: settleMs, easing });
    return;
  }
  const distance = before - item.offsetTop;
  if (distance === 0) return;
  item.animate(
    { transform: [`translateY(${distance}px)`, 'none'] },
    { duration: settleMs, easing },
  );
}
