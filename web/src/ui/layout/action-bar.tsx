import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';

/**
 * The CSS variable that holds the height of the action bar above the bottom edge of the window.
 * Toasts are placed above the bar.
 */
const room = '--action-bar';
/**
 * If the action bar is further than this many px above the bottom edge of the window, it does not
 * collide with toasts.
 */
const reachPx = 128;

/**
 * The main buttons of a card. While the card extends below the window, the buttons stay at the
 * window's bottom edge.
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

/**
 * Updates the CSS variable for the height of the action bar whenever the bar or the page moves.
 * Returns a function that stops the updates.
 */
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
