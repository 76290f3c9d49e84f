import { useEffect, useEffectEvent } from 'react';
import { isWindowOpen } from '../../ui/dialog/window-open.ts';

/** Keys of a counter: none of them writes anything, so each works wherever the focus is. */
export const counterKeys = { next: 'F9', again: 'F8', sendOn: 'F2', plan: 'F4' } as const;
export type CounterCommand = keyof typeof counterKeys;
/** Takes back that somebody was sent on, as long as that is offered. */
export const undoKey = 'F7';

/** Hears the keys of a counter, unless a window is open that wants an answer first. */
export function useCounterKeys(run: Partial<Record<CounterCommand, () => void>>): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (event.defaultPrevented || event.repeat || !isPlain || isWindowOpen()) return;
    const command = commands.find((name) => counterKeys[name] === event.key);
    const work = command && run[command];
    if (work === undefined) return;
    event.preventDefault();
    work();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

const commands = ['next', 'again', 'sendOn', 'plan'] as const satisfies readonly CounterCommand[];
