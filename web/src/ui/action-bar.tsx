import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

/** How high the bar is: what floats at the lower edge of the window stands above it. */
const height = '--action-bar';

/** The main buttons at the foot of a card, which stay at the lower edge of the window while the card is longer. */
export function ActionBar({
  className,
  children,
}: {
  className?: string;
  children: ReactNode;
}): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty(height, `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(height);
    };
  }, []);
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
