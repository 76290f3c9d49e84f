import { useState } from 'react';
import { keep, readKept } from './storage.ts';

/** A switch that this browser remembers: whether it is on, and how it is set. */
export function useSwitch(
  key: string,
  { atFirst }: { readonly atFirst: boolean },
): readonly [on: boolean, setOn: (on: boolean) => void] {
  const [on, show] = useState(() => readSwitch(key, atFirst));
  return [
    on,
    (next) => {
      keepSwitch(key, next);
      show(next);
    },
  ];
}

/** `atFirst` as long as nobody has set it here. */
export function readSwitch(key: string, atFirst: boolean): boolean {
  const kept = readKept(key);
  return kept === 'on' || (kept !== 'off' && atFirst);
}

export function keepSwitch(key: string, on: boolean): void {
  keep(key, on ? 'on' : 'off');
}
