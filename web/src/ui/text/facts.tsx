import { Children, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** Short facts separated by dots. Where the text wraps, no dot is shown. */
export function Facts({
  className,
  children,
}: {
  className?: string;
  children: ReactNode;
}): ReactNode {
  const facts = Children.toArray(children).filter((fact) => fact !== '');
  return (
    <div className={classNames('min-w-0 overflow-x-clip', className)}>
      {/* The dot before the first fact of each line is outside the clipped edge. */}
      <div className="-ms-4 flex flex-wrap items-baseline">
        {Children.map(facts, (fact) => (
          <span className="relative min-w-0 ps-4 wrap-anywhere before:absolute before:inset-s-1.5 before:content-['·']">
            {fact}
          </span>
        ))}
      </div>
    </div>
  );
}
