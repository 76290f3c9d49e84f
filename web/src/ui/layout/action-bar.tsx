import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';

/** The CSS variable with the bar's height at the bottom edge, so that toasts stay above it. */
const room = '--action-bar';
/** A bar higher than this above the bottom edge, in px, does not collide with toasts. */
const reachPx = 128;

/**
 * The sticky main buttons of a card, which stay at the bottom edge while the card is longer than
 * the viewport.
 */
export function ActionBar({
  className,
  children,
}: {
  className?: string;
  children: ReactNode;
}): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (bar.current === null ? undefined : keepRoom(bar.current)), []);
  return (
    <div
      ref={bar}
      className={classNames(
        'sticky bottom-0 flex flex-col rounded-b-card border-t border-line bg-surface px-5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-8 print:hidden',
        className,
      )}
    >
      {children}
    </div>
  );
}

/** Updates the variable whenever the bar or the page moves; returns a function that stops it. */
function keepRoom(bar: HTMLElement): () => void {
  const { style } = document.documentElement;
  function measure(): void {
    const { top, bottom } = bar.getBoundingClientRect();
    const takes = innerHeight - bottom < reachPx ? Math.max(0, innerHeight - top) : 0;
    style.setProperty(room, `${takes}px`);
  }
  const observer = new ResizeObserver(measure);
  observer.observe(bar);
  observer.observe(document.body);
  addEventListener('scroll', measure, { passive: true });
  addEventListener('resize', measure);
  return () => {
    observer.disconnect();
    removeEventListener('scroll', measure);
    removeEventListener('resize', measure);
    style.removeProperty(room);
  };
}
