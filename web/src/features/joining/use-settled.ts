import { useEffect, useState } from 'react';

const settleMs = 300;

/** Returns the typed text after a pause in typing (debounce). */
export function useSettled(typed: string): string {
  const [settled, settle] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), settleMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
