/**
 * The sounds of a new request and of an emergency alert, with one mute switch for this device
 * [EV-10, ASSESS-2].
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keepSwitch, readSwitch } from './use-switch.ts';

const storageKey = 'baari_request_sound';
/**
 * The sound of a new request: two rising notes, quieter than the sound when a patient is called in.
 */
const notes = [
  { at: 0, hertz: 587 },
  { at: 0.16, hertz: 784 },
] as const;
/**
 * The sound of an emergency alert: high and low twice, clearly different from the sound of a
 * request.
 */
const alertNotes = [
  { at: 0, hertz: 988 },
  { at: 0.2, hertz: 740 },
  { at: 0.4, hertz: 988 },
  { at: 0.6, hertz: 740 },
] as const;

const soundStore = createStore<{ readonly on: boolean }>(() => ({
  on: readSwitch(storageKey, true),
}));

let context: AudioContext | undefined;

/**
 * Returns whether new requests make a sound, and the function that switches the sound on or off.
 * Switching the sound on plays it once.
 */
export function useRequestSound(): readonly [on: boolean, setOn: (on: boolean) => void] {
  return [useStore(soundStore, ({ on }) => on), setSound];
}

/**
 * Plays the sound of a new request. Before the first user gesture it does nothing, because the
 * browser would block the sound and log a warning.
 */
export function soundRequest(): void {
  if (mayBeHeard()) void chime(notes);
}

/** Plays the sound of an alert for emergency signs, unless sounds are muted on this device. */
export function soundAlert(): void {
  if (mayBeHeard()) void chime(alertNotes);
}

function mayBeHeard(): boolean {
  return soundStore.getState().on && navigator.userActivation.hasBeenActive;
}

function setSound(on: boolean): void {
  soundStore.setState({ on });
  keepSwitch(storageKey, on);
  if (on) void chime(notes);
}

interface Note {
  /** When the note starts, in seconds from the start of the sound. */
  readonly at: number;
  readonly hertz: number;
}

async function chime(sounded: readonly Note[]): Promise<void> {
  try {
    context ??= new AudioContext();
    await context.resume();
    for (const note of sounded) play(context, note);
  } catch (failure) {
    console.warn('The sound could not be played', failure);
  }
}

function play(audio: AudioContext, { at, hertz }: Note): void {
  const start = audio.currentTime + at;
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.frequency.value = hertz;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(0.15, start + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.32);
}
