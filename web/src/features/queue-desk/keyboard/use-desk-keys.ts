import { useEffect, useEffectEvent, useRef } from 'react';
import { useSwitch } from '../../../device/use-switch.ts';
import { isWindowOpen } from '../../../ui/dialog/window-open.ts';
import { showPressed } from '../actions/desk-changes.store.ts';
import { commandOf, type DeskCommand, worksAnywhere } from './desk-keys.ts';

const storageKey = 'baari_desk_keys';

/** Whether single keys work on the desk; kept in this browser, on at first. */
export function useKeysOn(): readonly [on: boolean, setOn: (on: boolean) => void] {
  return useSwitch(storageKey, { atFirst: true });
}

/** Between two letters of a scanner, ms; nobody types these two as fast. */
const scannedWithinMs = 60;
/** How the address of a ticket begins: as two keys they would put somebody on hold and move them away. */
const [scanFirst, scanSecond] = ['h', 't'] as const;

/**
 * Carries out the command of a key, unless somebody types or a dialog is open. Where a ticket may be scanned,
 * its first letters are no keys: `onScan` is told that one begins, with what it has typed.
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
    const command = commandOf(event);
    if (event.defaultPrevented || command === undefined || isWindowOpen()) return;
    const isMeant = worksAnywhere(command) || !isTyped(event.target);
    const isOn = on || event.altKey || command === 'help' || worksAnywhere(command);
    if (!isMeant || !isOn) return;
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

export interface PaletteKeys {
  readonly isOpen: boolean;
  readonly open: () => void;
  /** A letter that came before the field had the focus. */
  readonly type: (letter: string) => void;
  /** Enter, behind such letters. */
  readonly enter: () => void;
}

/**
 * Hears Ctrl or ⌘ with K, also while somebody types; not over a window. What is typed right behind it,
 * while the palette is still being fetched and drawn, is meant for its field.
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
