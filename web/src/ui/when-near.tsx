import { type ReactNode, useCallback, useState } from 'react';

/**
 * Renders its content once the content comes near the viewport. So content far down the page loads
 * nothing earlier.
 */
export function WhenNear({
  fallback,
  children,
}: {
  fallback: ReactNode;
  children: ReactNode;
}): ReactNode {
  const [isNear, setNear] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver(([found]) => found?.isIntersecting && setNear(true), {
      rootMargin: '50%',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return isNear ? children : <div ref={watch}>{fallback}</div>;
}
