import { useEffect, useEffectEvent, useRef } from 'react';
import { useSwitch } from '../../../device/use-switch.ts';
import { isWindowOpen } from '../../../ui/dialog/window-open.ts';
import { showPressed } from '../actions/desk-changes.store.ts';
import { commandOf, type DeskCommand, worksAnywhere } from './desk-keys.ts';

const storageKey = 'baari_desk_keys';

/** Whether single-key shortcuts are on; stored in this browser, on by default. */
export function useKeysOn(): readonly [on: boolean, setOn: (on: boolean) => void] {
  return useSwitch(storageKey, { atFirst: true });
}

/** The longest pause between two characters of a scanner, in ms; nobody types these two as fast. */
const scannedWithinMs = 60;
/** The start of a ticket's address, "http", whose first letters are also shortcuts. */
const [scanFirst, scanSecond] = ['h', 't'] as const;

/**
 * Runs the command of a key, except in a text field or under a dialog. A scanned ticket's first
 * letters trigger no command: `onScan` gets the characters typed so far.
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

/** The command of a key, unless a text field, a dialog or the switch for shortcuts prevents it. */
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
  /** A character typed before the field had the focus. */
  readonly type: (letter: string) => void;
  /** Enter, after such characters. */
  readonly enter: () => void;
}

/**
 * Opens the palette with Ctrl+K or ⌘K, also in a text field but not over a dialog. Keys typed while
 * the palette is loading go to its field.
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

function isTyped(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type="radio"]), textarea, select, [contenteditable="true"]') !== null
  );
}
