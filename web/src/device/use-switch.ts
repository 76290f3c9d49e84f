import { useCallback, useState } from 'react';
import { keep, readKept } from './storage.ts';

/** The switch of single-key shortcuts, on every screen. */
export const keysSwitch = 'baari_desk_keys';

/** A switch on the page whose state this browser stores. Returns its value and its setter. */
export function useSwitch(
  key: string,
  { atFirst }: { readonly atFirst: boolean },
): readonly [on: boolean, setOn: (on: boolean) => void] {
  const [on, show] = useState(() => readSwitch(key, atFirst));
  const setOn = useCallback(
    (next: boolean) => {
      keepSwitch(key, next);
      show(next);
    },
    [key],
  );
  return [on, setOn];
}

/** The stored value of a switch; `atFirst` until it is set in this browser. */
export function readSwitch(key: string, atFirst: boolean): boolean {
  const kept = readKept(key);
  return kept === 'on' || (kept !== 'off' && atFirst);
}

export function keepSwitch(key: string, on: boolean): void {
  keep(key, on ? 'on' : 'off');
}
