/** The sound of a new request, kept on or off for this device [EV-10]. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keepSwitch, readSwitch } from '../../device/use-switch.ts';

const storageKey = 'baari_request_sound';
/** Two rising notes, quieter than a patient's call. */
const notes = [
  { at: 0, hertz: 587 },
  { at: 0.16, hertz: 784 },
] as const;

const soundStore = createStore<{ readonly on: boolean }>(() => ({
  on: readSwitch(storageKey, true),
}));

let context: AudioContext | undefined;

/** Whether a new request makes a sound, and the switch for it; switching it on lets it be heard. */
export function useRequestSound(): readonly [on: boolean, setOn: (on: boolean) => void] {
  return [useStore(soundStore, ({ on }) => on), setSound];
}

/** A page that nobody has touched may make no sound, and asking would warn in the console. */
export function soundRequest(): void {
  if (soundStore.getState().on && navigator.userActivation.hasBeenActive) void chime();
}

function setSound(on: boolean): void {
  soundStore.setState({ on });
  keepSwitch(storageKey, on);
  if (on) void chime();
}

async function chime(): Promise<void> {
  try {
    context ??= new AudioContext();
    await context.resume();
    for (const note of notes) play(context, note);
  } catch (failure) {
    console.warn('The request could not be sounded', failure);
  }
}

function play(audio: AudioContext, { at, hertz }: (typeof notes)[number]): void {
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
