import { useEffect, useEffectEvent, useRef } from 'react';
import { keysSwitch, useSwitch } from '../../../device/use-switch.ts';
import { isWindowOpen } from '../../../ui/dialog/window-open.ts';
import { isTyped } from '../../../ui/form/is-typed.ts';
import { showPressed } from '../actions/desk-changes.store.ts';
import { commandOf, type DeskCommand, worksAnywhere } from './desk-keys.ts';

/**
 * Whether single-key shortcuts are on. The setting is stored in this browser, and on by default.
 */
export function useKeysOn(): readonly [on: boolean, setOn: (on: boolean) => void] {
  return useSwitch(keysSwitch, { atFirst: true });
}

/**
 * The longest pause in ms between the first two characters from a barcode scanner. Nobody types
 * these two characters as fast.
 */
const scannedWithinMs = 60;
/**
 * The first two letters of "http", with which a ticket's URL begins. Each letter is also a keyboard
 * shortcut.
 */
const [scanFirst, scanSecond] = ['h', 't'] as const;

/**
 * Runs the command of a pressed key, except in a text field or while a dialog is open. The first
 * letters of a scanned ticket trigger no command; `onScan` gets the characters typed so far.
 */
export function useDeskKeys(
  on: boolean,
  run: (command: DeskCommand) => void,
  onScan?: (text: string) => void,
): void {
  const held = useRef<{ timer: number; act: () => void }>(undefined);
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, repeat, target } = event;
    const letter = ctrlKey || metaKey || altKey || repeat ? '' : event.key.toLowerCase();
    if (held.current !== undefined) {
      const { timer, act } = held.current;
      clearTimeout(timer);
      held.current = undefined;
      if (letter === scanSecond && onScan !== undefined && !event.defaultPrevented) {
        event.preventDefault();
        onScan(scanFirst + scanSecond);
        return;
      }
      act();
    }
    const isFree = !event.defaultPrevented && !isTyped(target) && !isWindowOpen();
    if (letter === scanFirst && onScan !== undefined && isFree) {
      event.preventDefault();
      const command = on ? commandOf(event) : undefined;
      const act = (): void => {
        held.current = undefined;
        if (command !== undefined) run(command);
      };
      held.current = { timer: window.setTimeout(act, scannedWithinMs), act };
      return;
    }
    const command = commandHere(event, on);
    if (command === undefined) return;
    event.preventDefault();
    run(command);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      showPressed();
      hear(event);
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/**
 * Returns the command of a pressed key. Undefined in a text field, while a dialog is open, or if
 * shortcuts are turned off.
 */
function commandHere(event: KeyboardEvent, on: boolean): DeskCommand | undefined {
  const command = commandOf(event);
  if (event.defaultPrevented || command === undefined || isWindowOpen()) return undefined;
  if (worksAnywhere(command)) return command;
  const isOn = on || event.altKey || command === 'help';
  return isOn && !isTyped(event.target) ? command : undefined;
}

export interface PaletteKeys {
  readonly isOpen: boolean;
  readonly open: () => void;
  /** Called with each character that is typed before the palette's search field has the focus. */
  readonly type: (letter: string) => void;
  /** Called when Enter is pressed before the palette's search field has the focus. */
  readonly enter: () => void;
}

/**
 * Opens the command palette with Ctrl+K or ⌘K, also in a text field but not while a dialog is open.
 * Keys typed while the palette loads go to its search field.
 */
export function usePaletteKey({ isOpen, open, type, enter }: PaletteKeys): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.defaultPrevented) return;
    const isWithModifier = event.ctrlKey || event.metaKey;
    if (isWithModifier && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      if (!isWindowOpen()) open();
    } else if (isOpen && !isWithModifier && event.key.length === 1 && !isInWindow(event.target)) {
      event.preventDefault();
      type(event.key);
    } else if (isOpen && event.key === 'Enter' && !isInWindow(event.target)) {
      event.preventDefault();
      enter();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

function isInWindow(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null;
}
