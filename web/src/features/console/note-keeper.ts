/**
 * Saves the note of one visit automatically. Only one save runs at a time, no text is lost, and a
 * colleague's change is not overwritten [CONS-5].
 */

/** The text and version of the note on the server, as last received. */
export interface KnownNote {
  readonly text: string;
  readonly version: number;
}

/**
 * The result of a save. `changed` holds the server's note if this save was based on an older
 * version.
 */
export type SaveAnswer =
  | { readonly kind: 'saved' | 'changed'; readonly note: KnownNote }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly failure: unknown };

/**
 * The state of the note. 'differs': a colleague has changed the note, and the doctor must decide
 * which text to keep.
 */
export type NoteState = 'saved' | 'unsaved' | 'unreachable' | 'refused' | 'differs';

export interface NoteShown {
  readonly text: string;
  readonly state: NoteState;
  /** The colleague's text while it conflicts with the doctor's text. Null without a conflict. */
  readonly theirs: string | null;
  readonly failure: unknown;
}

interface Parts {
  readonly save: (text: string, seen: number) => Promise<SaveAnswer>;
  /** Called whenever the state that the screen shows changes. */
  readonly changed: () => void;
  /** Calls `callBack` after this many ms. Returns a function that cancels the timer. */
  readonly after: (ms: number, callBack: () => void) => () => void;
}

export interface NoteKeeper {
  readonly shown: () => NoteShown;
  readonly write: (text: string) => void;
  /** Takes over the server's note from a live event or a read. */
  readonly hear: (note: KnownNote) => void;
  /** Saves the unsaved text at once. Resolves with false if saving failed. */
  readonly flush: () => Promise<boolean>;
  /**
   * Resolves a conflict with a colleague's text. `both` appends the colleague's text, `mine`
   * discards it.
   */
  readonly settle: (how: 'both' | 'mine') => void;
  readonly stop: () => void;
}

/**
 * Autosave timing in ms. A save starts `pauseMs` after the last key press, at the latest after
 * `longestMs`; a failed save is retried after `againMs`.
 */
export const pauseMs = 1200;
export const longestMs = 6000;
export const againMs = 5000;

export function makeNoteKeeper(start: KnownNote, { save, changed, after }: Parts): NoteKeeper {
  let known = start;
  let theirs: KnownNote | null = null;
  let underWay: Promise<boolean> | null = null;
  /** The text that is being saved; null if no save is running. */
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

  /**
   * Sends one save to the server. Resolves with true if another save may follow, and with false if
   * the server was unreachable or refused the save.
   */
  async function send(): Promise<boolean> {
    sent = shown.text.trim();
    const answer = await save(sent, known.version);
    sent = null;
    switch (answer.kind) {
      case 'saved':
        // A live event with a colleague's later change may have arrived before this response.
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
      // Text that was typed during the running save is saved next.
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
      // Saves run one after another. The result of each save decides whether another save follows.
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
