import { useEffect, useEffectEvent } from 'react';
import { isWindowOpen } from '../../ui/dialog/window-open.ts';

/** A counter's shortcuts: function keys, which type nothing, so they work with any focus. */
export const counterKeys = { next: 'F9', again: 'F8', sendOn: 'F2', plan: 'F4' } as const;
export type CounterCommand = keyof typeof counterKeys;
/** Undoes sending on, while that is offered. */
export const undoKey = 'F7';

/** Handles a counter's shortcuts, unless a dialog is open. */
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
