import { counterKeys } from '@baari/contract/queue/desk-keys.ts';
import { useEffect, useEffectEvent } from 'react';
import { isWindowOpen } from '../../ui/dialog/window-open.ts';

export type CounterCommand = keyof typeof counterKeys;

/** Runs a counter's actions when their keyboard shortcuts are pressed, unless a dialog is open. */
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
