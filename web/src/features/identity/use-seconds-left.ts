import { useEffect, useState } from 'react';
import { serverNow } from '../../clock/clock.ts';

/**
 * The whole seconds until `at` (ms since 1970), counting down to 0. `at` must not change, so the
 * component needs a new React key for each `at`.
 */
export function useSecondsLeft(at: number): number {
  const [now, setNow] = useState(() => serverNow());
  const left = Math.max(0, Math.ceil((at - now) / 1000));
  const isCounting = left > 0;
  useEffect(() => {
    if (!isCounting) return undefined;
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
  return left;
}
