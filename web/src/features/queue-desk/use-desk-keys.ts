import { useEffect, useEffectEvent } from 'react';
import { useSwitch } from '../../device/use-switch.ts';
import { commandOf, type DeskCommand, worksAnywhere } from './desk-keys.ts';

const storageKey = 'baari_desk_keys';

/** Whether single keys work on the desk; kept in this browser, on at first. */
export function useKeysOn(): readonly [on: boolean, setOn: (on: boolean) => void] {
  return useSwitch(storageKey, { atFirst: true });
}

/** Carries out the command of a key, unless somebody types or a dialog is open. */
export function useDeskKeys(on: boolean, run: (command: DeskCommand) => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const command = commandOf(event);
    if (event.defaultPrevented || command === undefined || isAsked()) return;
    const isMeant = worksAnywhere(command) || !isTyped(event.target);
    const isOn = on || event.altKey || command === 'help' || worksAnywhere(command);
    if (!isMeant || !isOn) return;
    event.preventDefault();
    run(command);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** Hears Ctrl or ⌘ with K, also while somebody types; not over a window. */
export function usePaletteKey(open: () => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const isIt = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    if (!isIt || event.altKey || event.shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    if (!isAsked()) open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** A window is open that wants an answer first. */
function isAsked(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

function isTyped(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type="radio"]), textarea, select, [contenteditable="true"]') !== null
  );
}
