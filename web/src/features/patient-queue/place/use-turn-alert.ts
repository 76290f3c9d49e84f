import { useEffect, useRef } from 'react';
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { chime } from '../../../ui/feedback/chime.ts';

/** Two notes, twice, if the browser allows sound. */
const notes = [
  { at: 0, hertz: 659 },
  { at: 0.22, hertz: 880 },
  { at: 0.7, hertz: 659 },
  { at: 0.92, hertz: 880 },
] as const;

const soundStore = createStore<{ readonly on: boolean }>(() => ({ on: true }));

/** Whether the call makes a sound, and its switch. */
export function useTurnSound(): readonly [on: boolean, setOn: (on: boolean) => void] {
  return [useStore(soundStore, ({ on }) => on), setSound];
}

/** Sounds and vibrates once for each entry that is called while the page is open. */
export function useTurnAlert(called: readonly string[]): void {
  const before = useRef(called);
  useEffect(() => {
    if (called.some((id) => !before.current.includes(id))) alertOfTurn();
    before.current = called;
  }, [called]);
}

function setSound(on: boolean): void {
  soundStore.setState({ on });
  if (on) void chime(notes);
}

/**
 * A browser allows neither sound nor vibration before a user gesture; the screen shows the call in
 * large letters anyway.
 */
function alertOfTurn(): void {
  if (!navigator.userActivation.hasBeenActive) return;
  navigator.vibrate?.([300, 150, 300, 150, 600]);
  if (soundStore.getState().on) void chime(notes);
}
