import { approvalNote } from '@baari/contract/constants.ts';
import { type StaffEntry, writeVisitNote } from '@baari/contract/queue/queue.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { ApiProblem, isPassing } from '../../api/problems/problem.ts';
import { entryQuery } from '../../api/queries/queries.ts';
import { useWrite } from '../../api/use-write.ts';
import { takeIn } from '../../live/queue-cache.ts';
import {
  type KnownNote,
  makeNoteKeeper,
  type NoteKeeper,
  type NoteShown,
  type SaveAnswer,
} from './note-keeper.ts';

/** A note whose text could not be saved before the visit ended. */
export interface LostNote {
  readonly patient: string;
  readonly text: string;
}

export interface VisitNote extends Pick<NoteKeeper, 'write' | 'flush' | 'settle'> {
  readonly shown: NoteShown;
  readonly lost: LostNote | null;
  readonly forgetLost: () => void;
}

/** The note about the current patient, saved automatically while the doctor types [CONS-5]. */
export function useVisitNote(entry: StaffEntry | undefined): VisitNote {
  const client = useQueryClient();
  const { mutateAsync } = useWrite(writeVisitNote);
  const entryId = entry?.id ?? '';
  const keeper = useMemo(() => {
    async function send(notes: string, seen: number): Promise<StaffEntry> {
      const parts = { params: { id: entryId }, query: { seen }, body: { notes } };
      const { queue } = await mutateAsync(parts);
      takeIn(client, { type: 'queue_updated', data: queue });
      return queue;
    }
    return heard((changed) =>
      makeNoteKeeper(unread, {
        save: (text, seen) => save(client, entryId, () => send(text, seen)),
        changed,
        after: (ms, callBack) => {
          const timer = setTimeout(callBack, ms);
          return () => clearTimeout(timer);
        },
      }),
    );
  }, [client, entryId, mutateAsync]);
  const shown = useSyncExternalStore(keeper.subscribe, keeper.shown, keeper.shown);
  const [lost, setLost] = useState<LostNote | null>(null);

  // The note is passed to the autosave when it is first read, and again at each live event about a
  // change.
  useEffect(() => {
    if (entry?.id === entryId) keeper.hear(noteOf(entry));
  }, [keeper, entry, entryId]);

  const nameOf = useEffectEvent(() => entry?.patient.fullName ?? '');
  useEffect(() => {
    const patient = nameOf();
    return () => void finish(keeper, (text) => setLost({ patient, text }));
  }, [keeper]);

  useSavedBeforeLeaving(keeper, shown.state !== 'saved');
  return { ...keeper, shown, lost, forgetLost: () => setLost(null) };
}

/**
 * Represents a note that is not loaded yet. Its version is lower than any version on the server.
 */
const unread: KnownNote = { text: '', version: -1 };

/** Makes the autosave of a note, which notifies its subscribers of changes. */
function heard(make: (changed: () => void) => NoteKeeper) {
  const listeners = new Set<() => void>();
  const keeper = make(() => {
    for (const listener of listeners) listener();
  });
  return {
    ...keeper,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * Saves the note at once when the tab is hidden. If text is unsaved, the browser asks before the
 * tab closes.
 */
function useSavedBeforeLeaving(keeper: NoteKeeper, isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const saveHidden = () => {
      if (document.visibilityState === 'hidden') void keeper.flush();
    };
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener('visibilitychange', saveHidden);
    addEventListener('beforeunload', ask);
    return () => {
      document.removeEventListener('visibilitychange', saveHidden);
      removeEventListener('beforeunload', ask);
    };
  }, [keeper, isUnsaved]);
}

/**
 * Saves a note for the last time before the screen shows another patient or page. Text that could
 * not be saved is passed to `onLost`.
 */
async function finish(keeper: NoteKeeper, onLost: (text: string) => void): Promise<void> {
  const isSaved = await keeper.flush();
  keeper.stop();
  if (!isSaved) onLost(keeper.shown().text);
}

async function save(
  client: QueryClient,
  entryId: string,
  send: () => Promise<StaffEntry>,
): Promise<SaveAnswer> {
  try {
    return { kind: 'saved', note: noteOf(await send()) };
  } catch (failure) {
    if (isPassing(failure)) return { kind: 'unreachable' };
    if (!isOutOfDate(failure)) return { kind: 'refused', failure };
    return lookAgain(client, entryId, failure);
  }
}

/**
 * Reads the note from the server again after a colleague's change conflicted with this user's text.
 */
async function lookAgain(
  client: QueryClient,
  entryId: string,
  failure: unknown,
): Promise<SaveAnswer> {
  try {
    const entry = await client.fetchQuery({ ...entryQuery(entryId), staleTime: 0 });
    // The consultation has not started or is over, so no note can be written now.
    if (entry.status !== 'in_progress' || !('lastChange' in entry)) {
      return { kind: 'refused', failure };
    }
    return { kind: 'changed', note: noteOf(entry) };
  } catch {
    return { kind: 'unreachable' }; // The whole save is retried.
  }
}

function isOutOfDate(failure: unknown): boolean {
  return failure instanceof ApiProblem && failure.status === 409;
}

/** The note as editable text. The standard note of an approval counts as empty. */
function noteOf({ notes, queueVersion }: StaffEntry): KnownNote {
  return { text: notes === null || notes === approvalNote ? '' : notes, version: queueVersion };
}
