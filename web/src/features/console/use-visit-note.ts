import { approvalNote } from '@baari/contract/constants.ts';
import { type StaffEntry, writeVisitNote } from '@baari/contract/queue/queue.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { ApiProblem, isPassing } from '../../api/problem.ts';
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

/** What could not be saved before the visit was over. */
export interface LostNote {
  readonly patient: string;
  readonly text: string;
}

export interface VisitNote extends Pick<NoteKeeper, 'write' | 'flush' | 'settle'> {
  readonly shown: NoteShown;
  readonly lost: LostNote | null;
  readonly forgetLost: () => void;
}

/** The note of whoever is inside, kept by the server as it is typed [CONS-5]. */
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

  // First as it was read, then as the stream tells what others write.
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

/** What is there before the entry has been looked at: older than anything. */
const unread: KnownNote = { text: '', version: -1 };

/** A keeper whose changes can be followed. */
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

/** A tab that is hidden saves at once; one that is closed asks first while something is not saved. */
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

/** The last save of a note whose patient is not inside any more, or not on this page. */
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

/** What stands there instead, where somebody else was faster. */
async function lookAgain(
  client: QueryClient,
  entryId: string,
  failure: unknown,
): Promise<SaveAnswer> {
  try {
    const entry = await client.fetchQuery({ ...entryQuery(entryId), staleTime: 0 });
    // Not called in yet by the server's word, or over: nothing is written there now.
    if (entry.status !== 'in_progress' || !('lastChange' in entry)) {
      return { kind: 'refused', failure };
    }
    return { kind: 'changed', note: noteOf(entry) };
  } catch {
    return { kind: 'unreachable' }; // tried again as a whole
  }
}

function isOutOfDate(failure: unknown): boolean {
  return failure instanceof ApiProblem && failure.status === 409;
}

/** What is there to go on writing; the note that every approval leaves says nothing yet. */
function noteOf({ notes, queueVersion }: StaffEntry): KnownNote {
  return { text: notes === null || notes === approvalNote ? '' : notes, version: queueVersion };
}
