/** Plays a short sound, if the browser allows it. */

export interface Note {
  /** When the note starts, in seconds after the sound begins. */
  readonly at: number;
  readonly hertz: number;
}

let context: AudioContext | undefined;

/** Plays the notes of a sound. Browsers play nothing before the user's first click or key press. */
export async function chime(notes: readonly Note[]): Promise<void> {
  if (!navigator.userActivation.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    await context.resume();
    for (const note of notes) play(context, note);
  } catch (failure) {
    console.warn('The call could not be sounded', failure);
  }
}

function play(audio: AudioContext, { at, hertz }: Note): void {
  const start = audio.currentTime + at;
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.frequency.value = hertz;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(0.25, start + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.4);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.42);
}
