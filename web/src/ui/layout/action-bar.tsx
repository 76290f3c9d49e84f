import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';

/** How much of the lower edge of the window the bar takes: what floats there stands above it. */
const room = '--action-bar';
/** Further up it is out of the way of what floats at the edge. */
const reachPx = 128;

/** The main buttons at the foot of a card, which stay at the lower edge of the window while the card is longer. */
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

/** Says how much it takes, whenever it or the page around it moves; returns how to end that. */
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
