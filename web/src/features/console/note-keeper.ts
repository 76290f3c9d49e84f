/**
 * Keeps the note of one visit as it is typed: one save at a time, none lost, and nothing overruled that
 * somebody else wrote meanwhile [CONS-5].
 */

/** The note as the server has it, and up to which change of the entry that is true. */
export interface KnownNote {
  readonly text: string;
  readonly version: number;
}

/** What came of a save: `changed` is what stands there instead, for a save that looked at less. */
export type SaveAnswer =
  | { readonly kind: 'saved' | 'changed'; readonly note: KnownNote }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly failure: unknown };

/** 'differs': somebody else has written, and whoever types decides. */
export type NoteState = 'saved' | 'unsaved' | 'unreachable' | 'refused' | 'differs';

export interface NoteShown {
  readonly text: string;
  readonly state: NoteState;
  /** What somebody else wrote instead of what was there; null while nobody has. */
  readonly theirs: string | null;
  /** Why the last save was refused. */
  readonly failure: unknown;
}

interface Parts {
  readonly save: (text: string, seen: number) => Promise<SaveAnswer>;
  /** Something that is shown has changed. */
  readonly changed: () => void;
  /** Calls back after so many milliseconds, unless what it answers is called before. */
  readonly after: (ms: number, callBack: () => void) => () => void;
}

export interface NoteKeeper {
  readonly shown: () => NoteShown;
  readonly write: (text: string) => void;
  /** The entry as it came by the stream or by a read. */
  readonly hear: (note: KnownNote) => void;
  /** Saves what is not saved yet; false where that failed. */
  readonly flush: () => Promise<boolean>;
  /** What somebody else wrote goes below, or gives way. */
  readonly settle: (how: 'both' | 'mine') => void;
  /** No more timers. */
  readonly stop: () => void;
}

/** Saved when the typing pauses, and every few seconds of typing without a pause. */
export const pauseMs = 1200;
export const longestMs = 6000;
export const againMs = 5000;

export function makeNoteKeeper(start: KnownNote, { save, changed, after }: Parts): NoteKeeper {
  let known = start;
  let theirs: KnownNote | null = null;
  let underWay: Promise<boolean> | null = null;
  /** What the save under way says. */
  let sent: string | null = null;
  let shown: NoteShown = { text: start.text, state: 'saved', theirs: null, failure: null };
  let onPause: (() => void) | null = null;
  let onLongest: (() => void) | null = null;

  function show(part: Partial<NoteShown>): void {
    shown = { ...shown, ...part };
    changed();
  }

  function isSaved(): boolean {
    return shown.text.trim() === known.text;
  }

  function stop(): void {
    onPause?.();
    onLongest?.();
    [onPause, onLongest] = [null, null];
  }

  function saveIn(ms: number): void {
    onPause?.();
    onPause = after(ms, () => void saveOnce());
    onLongest ??= after(longestMs, () => void saveOnce());
  }

  function write(text: string): void {
    show({ text, failure: null });
    if (theirs !== null) return;
    show({ state: isSaved() && underWay === null ? 'saved' : 'unsaved' });
    saveIn(pauseMs);
  }

  function hear(note: KnownNote): void {
    if (note.version <= (theirs ?? known).version) return;
    const wasSaved = isSaved();
    const isOwn = note.text === known.text || note.text === sent;
    if (theirs === null && isOwn) known = note;
    else if (wasSaved || note.text === shown.text.trim()) {
      [known, theirs] = [note, null];
      show({ ...(wasSaved ? { text: note.text } : {}), state: 'saved', theirs: null });
    } else {
      theirs = note;
      stop();
      show({ state: 'differs', theirs: note.text });
    }
  }

  /** One save; whether another one makes sense at once. */
  async function send(): Promise<boolean> {
    sent = shown.text.trim();
    const answer = await save(sent, known.version);
    sent = null;
    switch (answer.kind) {
      case 'saved':
        // The stream may have been faster, and somebody else after it.
        if (answer.note.version > known.version && theirs === null) known = answer.note;
        if (theirs === null) show({ state: isSaved() ? 'saved' : 'unsaved', failure: null });
        return true;
      case 'changed':
        hear(answer.note);
        return true;
      case 'unreachable':
        show({ state: 'unreachable' });
        saveIn(againMs);
        return false;
      case 'refused':
        show({ state: 'refused', failure: answer.failure });
        return false;
    }
  }

  async function saveOnce(): Promise<boolean> {
    stop();
    if (underWay !== null) {
      // What was typed meanwhile goes with the next one.
      const goesOn = await underWay;
      if (goesOn && theirs === null && !isSaved()) saveIn(pauseMs);
      return goesOn;
    }
    if (theirs !== null || isSaved()) return false;
    underWay = send();
    const goesOn = await underWay.finally(() => {
      underWay = null;
    });
    if (goesOn && theirs === null && !isSaved() && onPause === null) saveIn(pauseMs);
    return goesOn;
  }

  async function flush(): Promise<boolean> {
    while (theirs === null && !isSaved()) {
      // One after the other: each says whether the next one makes sense.
      // oxlint-disable-next-line no-await-in-loop
      if (!(await saveOnce())) break;
    }
    stop();
    if (shown.state === 'unreachable') saveIn(againMs);
    return theirs === null && isSaved();
  }

  function settle(how: 'both' | 'mine'): void {
    if (theirs === null) return;
    const own = shown.text.trim();
    const text = how === 'both' ? [own, theirs.text].filter((part) => part !== '').join('\n') : own;
    [known, theirs] = [theirs, null];
    show({ text, theirs: null, state: 'unsaved' });
    void saveOnce();
  }

  return { shown: () => shown, write, hear, flush, settle, stop };
}
