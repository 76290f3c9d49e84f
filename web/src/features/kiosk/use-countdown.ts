import { useEffect, useEffectEvent, useState } from 'react';

/** Counts seconds down from `from`, and calls `onOver` once at zero. */
export function useCountdown(from: number, onOver: () => void): number {
  const [left, setLeft] = useState(from);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (left <= 0) {
      over();
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}
