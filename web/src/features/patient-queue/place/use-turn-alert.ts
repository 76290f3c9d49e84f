import { useEffect, useRef } from 'react';
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { chime } from '../../../ui/feedback/chime.ts';

/** Two notes, twice; as far as the browser lets a page make a sound. */
const notes = [
  { at: 0, hertz: 659 },
  { at: 0.22, hertz: 880 },
  { at: 0.7, hertz: 659 },
  { at: 0.92, hertz: 880 },
] as const;

const soundStore = createStore<{ readonly on: boolean }>(() => ({ on: true }));

/** Whether being called makes a sound, and the switch for it. */
export function useTurnSound(): readonly [on: boolean, setOn: (on: boolean) => void] {
  return [useStore(soundStore, ({ on }) => on), setSound];
}

/** Sounds and shakes once for each entry that is called while the page is open. */
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

/** A page that nobody has touched may do neither; the screen says the same in large letters. */
function alertOfTurn(): void {
  if (!navigator.userActivation.hasBeenActive) return;
  navigator.vibrate?.([300, 150, 300, 150, 600]);
  if (soundStore.getState().on) void chime(notes);
}
