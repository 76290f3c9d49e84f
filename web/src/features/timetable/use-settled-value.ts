import { useEffect, useState } from 'react';

const settleMs = 400;

/** Debounces a value: the result changes only after the value has not changed for a moment. */
export function useSettledValue<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
