/** Announces token numbers aloud: a chime, then the text in the hospital's languages [ARR-6]. */
import { spokenToken, type TokenCall } from './calls.ts';

/**
 * The chime: three notes, each lower than the one before. It is audible in a crowd and does not
 * sound like a phone.
 */
const notes = [
  { at: 0, hertz: 784 },
  { at: 0.28, hertz: 659 },
  { at: 0.56, hertz: 523 },
] as const;
const chimeMs = 1300;
/**
 * After this time in ms an announcement counts as finished. Some browser voices never report their
 * end and would block the next announcement.
 */
const longestSpeechMs = 12_000;

export interface Sentence {
  readonly text: string;
  /** The language of the sentence, as a BCP 47 tag. */
  readonly language: string;
}

export interface Caller {
  /** Adds a called patient's token number to the queue of announcements. */
  readonly call: (call: TokenCall) => void;
  readonly close: () => void;
}

/**
 * Starts audio after a user's click or key press, which browsers require. Plays the chime once as a
 * test.
 */
export function openCaller(sentencesOf: (call: TokenCall) => readonly Sentence[]): Caller {
  const context = new AudioContext();
  let last = context.resume().then(() => chime(context));
  let isClosed = false;

  async function say(call: TokenCall): Promise<void> {
    if (isClosed) return;
    await context.resume();
    await chime(context);
    for (const sentence of sentencesOf({ ...call, token: spokenToken(call.token) })) {
      if (!isClosed) await speak(sentence);
    }
  }

  return {
    call(call) {
      last = last.then(() => say(call)).catch(warn);
    },
    close() {
      isClosed = true;
      if ('speechSynthesis' in globalThis) speechSynthesis.cancel();
      context.close().catch(warn);
    },
  };
}

function warn(failure: unknown): void {
  console.warn('A call could not be sounded', failure);
}

function chime(audio: AudioContext): Promise<void> {
  for (const { at, hertz } of notes) {
    const start = audio.currentTime + at;
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.frequency.value = hertz;
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(0.3, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.65);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.7);
  }
  return new Promise((resolve) => {
    setTimeout(resolve, chimeMs);
  });
}

/**
 * Speaks with the first voice of the language that the browser has. Without such a voice it stays
 * silent, because another language's voice would mispronounce the text.
 */
function speak({ text, language }: Sentence): Promise<void> {
  if (!('speechSynthesis' in globalThis)) return Promise.resolve();
  const [short] = language.split('-');
  const voices = speechSynthesis.getVoices();
  const voice =
    voices.find(({ lang }) => lang.replace('_', '-') === language) ??
    voices.find(({ lang }) => lang.split(/[-_]/u)[0] === short);
  if (voice === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const words = new SpeechSynthesisUtterance(text);
    words.voice = voice;
    words.lang = language;
    words.rate = 0.9;
    const finish = () => {
      clearTimeout(limit);
      resolve();
    };
    const limit = setTimeout(finish, longestSpeechMs);
    words.addEventListener('end', finish);
    words.addEventListener('error', finish);
    speechSynthesis.speak(words);
  });
}
