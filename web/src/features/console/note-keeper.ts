/**
 * Autosaves the note of one visit. Only one save runs at a time, no text is lost, and no colleague's change is
 * overwritten [CONS-5].
 */

/** The note as the server has it, with the version of its entry. */
export interface KnownNote {
  readonly text: string;
  readonly version: number;
}

/**
 * The result of a save: `changed` holds the server's note if the save was based on an older
 * version.
 */
export type SaveAnswer =
  | { readonly kind: 'saved' | 'changed'; readonly note: KnownNote }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly failure: unknown };

/** 'differs': a colleague has changed the note, and the doctor must decide. */
export type NoteState = 'saved' | 'unsaved' | 'unreachable' | 'refused' | 'differs';

export interface NoteShown {
  readonly text: string;
  readonly state: NoteState;
  /** A colleague's conflicting text; null without a conflict. */
  readonly theirs: string | null;
  readonly failure: unknown;
}

interface Parts {
  readonly save: (text: string, seen: number) => Promise<SaveAnswer>;
  /** Called after a change of the shown state. */
  readonly changed: () => void;
  /** Calls back after this many ms; returns a function that cancels. */
  readonly after: (ms: number, callBack: () => void) => () => void;
}

export interface NoteKeeper {
  readonly shown: () => NoteShown;
  readonly write: (text: string) => void;
  /** Updates the known note from an event or a read. */
  readonly hear: (note: KnownNote) => void;
  /** Saves unsaved text; false if that failed. */
  readonly flush: () => Promise<boolean>;
  /** Resolves a conflict: append the colleague's text, or discard it. */
  readonly settle: (how: 'both' | 'mine') => void;
  readonly stop: () => void;
}

/** Debounce: saves after a pause in typing, and at the latest after this time, in ms. */
export const pauseMs = 1200;
export const longestMs = 6000;
export const againMs = 5000;

export function makeNoteKeeper(start: KnownNote, { save, changed, after }: Parts): NoteKeeper {
  let known = start;
  let theirs: KnownNote | null = null;
  let underWay: Promise<boolean> | null = null;
  /** The text of the pending save. */
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

  /** Saves once; resolves with whether another save should follow at once. */
  async function send(): Promise<boolean> {
    sent = shown.text.trim();
    const answer = await save(sent, known.version);
    sent = null;
    switch (answer.kind) {
      case 'saved':
        // An event with a colleague's later change may have arrived before this answer.
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
      // Text typed meanwhile is saved next.
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
      // Saves run one after another: each decides whether another one follows.
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
