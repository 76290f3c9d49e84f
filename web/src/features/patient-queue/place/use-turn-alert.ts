import { useEffect, useRef } from 'react';
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { chime } from '../../../ui/feedback/chime.ts';

/** The alert sound: two notes, played twice. Browsers may not allow it. */
const notes = [
  { at: 0, hertz: 659 },
  { at: 0.22, hertz: 880 },
  { at: 0.7, hertz: 659 },
  { at: 0.92, hertz: 880 },
] as const;

const soundStore = createStore<{ readonly on: boolean }>(() => ({ on: true }));

/**
 * Whether a sound is played when the patient is called in, and a function to switch the sound on or
 * off.
 */
export function useTurnSound(): readonly [on: boolean, setOn: (on: boolean) => void] {
  return [useStore(soundStore, ({ on }) => on), setSound];
}

/** Plays a sound and vibrates once for each patient who is called in while the page is open. */
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
 * Plays the sound and vibrates. Before the user's first click or key press the browser allows
 * neither, but the screen tells the patient in large letters.
 */
function alertOfTurn(): void {
  if (!navigator.userActivation.hasBeenActive) return;
  navigator.vibrate?.([300, 150, 300, 150, 600]);
  if (soundStore.getState().on) void chime(notes);
}
