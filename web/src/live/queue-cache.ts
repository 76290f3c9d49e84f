/**
 * Writes live events and the answers to writes into the query cache, and refetches what they do not
 * contain.
 */
import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import type { EntryEvent, LiveEvent } from '@baari/contract/events.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import {
  colleaguesQuery,
  doctorLists,
  doctorQuery,
  doctorQueueQuery,
  entryQuery,
  historyQuery,
  hospitalDoctorsQuery,
  insideQuery,
  openEntriesQuery,
  pendingQuery,
  queueRoot,
  visitsOfDayRoot,
  waitingQuery,
} from '../api/queries/queries.ts';
import { refetchBelow } from '../api/refetch.ts';
import { forgetAnswersSent } from '../api/sent-with-page.ts';
import { journeyKey } from '../api/queries/visit-keys.ts';
import {
  applyEntryEvent,
  applyToDoctors,
  applyToEntry,
  type DoctorUpdate,
  type QueueViews,
} from './queue-cache.reducer.ts';
import type { PublishedFigures } from './published-figures.ts';

/** The single entry point of a query cache for events and answers to writes. */
export interface QueueCache {
  /** `resumed`: the stream continued where it stopped, so nothing was missed. */
  readonly apply: (event: LiveEvent, resumed: boolean) => void;
  /** Cancels the pending reads, because nobody follows the queue any more. */
  readonly stop: () => void;
}

/** Debounce of dependent reads in ms, so that several changes cause one read. */
const readAfterMs = 1000;

const caches = new WeakMap<QueryClient, QueueCache>();

/** One per query client, so that a change that arrives twice causes one read. */
export function queueCacheOf(client: QueryClient): QueueCache {
  const known = caches.get(client);
  if (known) return known;
  const made = makeQueueCache(client);
  caches.set(client, made);
  return made;
}

/**
 * Applies the server's answer to a write; the stream's event of the same change then does nothing.
 */
export function takeIn(client: QueryClient, fact: EntryEvent | DoctorUpdate): void {
  queueCacheOf(client).apply(fact, true);
}

function makeQueueCache(client: QueryClient): QueueCache {
  const due = gatherRefetches(client, readAfterMs);
  const figures = figuresForStaff(client);
  const heard = rememberChanges();

  function readAll(): void {
    forgetAnswersSent();
    heard.forget();
    readEverythingLive(client);
  }

  function applyEntry(event: EntryEvent): void {
    const { data } = event;
    if ('lastChange' in data) return applyToStaff(event, data);
    // A patient gets the same version again when the place or the wait changes.
    applyEntryToCache(client, event);
    due.add(listsOf(event));
  }

  function applyToStaff(event: EntryEvent, entry: StaffEntry): void {
    // Embedded answers for staff lists that are not on screen yet are now outdated.
    forgetAnswersSent();
    const order = heard.hear(entry);
    if (order === 'again') return;
    if (order === 'next') applyEntryToCache(client, event);
    else readLineAnew(client, event);
    due.add(listsOf(event));
    figures.follow((published) => published.hearEntry(entry));
  }

  function apply(event: LiveEvent, resumed: boolean): void {
    switch (event.type) {
      case 'connected':
        return resumed ? undefined : readAll();
      case 'reset':
        return readAll();
      case 'doctor_updated':
        return updateDoctor(client, event);
      case 'line_updated':
        return figures.follow((published) => published.hearLine(event.data));
      case 'assessment_updated':
        return figures.follow((published) => published.hearAssessment(event.data));
      case 'hospital_figures':
        return figures.follow((published) => published.hear(event.data));
      case 'disconnected':
      case 'error':
        return;
      default:
        applyEntry(event);
    }
  }

  return {
    apply,
    stop() {
      due.stop();
      figures.stop();
      heard.forget();
    },
  };
}

/** How many changes of a line are remembered. */
const changesKept = 200;

/**
 * Remembers the changes of a doctor's line by version and entry. The answer to a click may arrive
 * before an earlier change of a colleague, or after a later one. An empty list does not show which
 * of the two is newer.
 */
function rememberChanges() {
  const byDoctor = new Map<string, { readonly entries: Map<number, string>; upTo: number }>();
  return {
    hear({ id, doctor, queueVersion: version }: StaffEntry): 'next' | 'again' | 'late' {
      const ofLine = byDoctor.get(doctor.id) ?? { entries: new Map(), upTo: 0 };
      byDoctor.set(doctor.id, ofLine);
      if (ofLine.entries.get(version) === id) return 'again';
      ofLine.entries.set(version, id);
      ofLine.entries.delete(version - changesKept);
      if (version <= ofLine.upTo) return 'late';
      ofLine.upTo = version;
      return 'next';
    },
    forget: () => byDoctor.clear(),
  };
}

/** Handles a hospital's figures; its code loads with the first ones, because patients get none. */
function figuresForStaff(client: QueryClient) {
  let loaded: Promise<PublishedFigures> | undefined;

  function follow(work: (published: PublishedFigures) => void): void {
    loaded ??= import('./published-figures.ts').then(({ followFigures }) => followFigures(client));
    loaded.then(work).catch((failure: unknown) => {
      loaded = undefined;
      console.warn("What follows the hospital's figures could not be loaded", failure);
    });
  }

  return { follow, stop: () => loaded && follow((published) => published.stop()) };
}

function gatherRefetches(client: QueryClient, afterMs: number) {
  const due = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function run(): void {
    timer = undefined;
    const keys = [...due.values()];
    due.clear();
    for (const queryKey of keys) refetchBelow(client, queryKey);
  }

  return {
    add(keys: readonly QueryKey[]): void {
      for (const key of keys) due.set(JSON.stringify(key), key);
      timer ??= setTimeout(run, afterMs);
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
      due.clear();
    },
  };
}

function readEverythingLive(client: QueryClient): void {
  refetchBelow(client, queueRoot);
  readDoctorsAnew(client);
}

/** Refetches every doctor on screen. */
export function readDoctorsAnew(client: QueryClient): void {
  refetchBelow(client, doctorLists);
}

/** Applies the event wherever the entry is shown; a known one changes nothing. */
function applyEntryToCache(client: QueryClient, event: EntryEvent): void {
  const { data } = event;
  const keys = keysOf(event);
  const { views, missed } = applyEntryEvent(readViews(client, keys), event);
  store(client, keys.open, views.open);
  store(client, keys.history, views.history);
  store(client, keys.pending, views.pending);
  store(client, keys.waiting, views.waiting);
  store(client, keys.inside, views.inside);
  store(client, keys.doctorQueue, views.doctorQueue);
  store(client, keys.doctorQueueOfDay, views.doctorQueueOfDay);
  for (const view of missed) refetchBelow(client, keys[view]);
  if (data.moved) readLineLeft(client, data.moved.fromId, data.id);

  const ownKey = entryQuery(data.id).queryKey;
  const shown = client.getQueryData(ownKey);
  store(client, ownKey, shown && applyToEntry(shown, event));
}

/** Refetches the line of a late event, which cannot say what has changed since. */
function readLineAnew(client: QueryClient, event: EntryEvent): void {
  const { id, moved } = event.data;
  const { queryKey } = entryQuery(id);
  for (const key of [...Object.values(keysOf(event)), queryKey]) refetchBelow(client, key);
  if (moved) readLineLeft(client, moved.fromId, id);
}

/**
 * Refetches the line from which an entry was moved to another doctor, if it is still shown there
 * [DAY-3].
 */
function readLineLeft(client: QueryClient, doctorId: string, entryId: string): void {
  for (const includeCompleted of [false, true]) {
    const { queryKey } = doctorQueueQuery(doctorId, { includeCompleted });
    const shown = client.getQueryData(queryKey);
    if (shown?.queue.some(({ id }) => id === entryId)) refetchBelow(client, queryKey);
  }
}

function keysOf({ data }: EntryEvent) {
  return {
    open: openEntriesQuery().queryKey,
    history: historyQuery().queryKey,
    pending: pendingQuery(data.hospital.id).queryKey,
    waiting: waitingQuery(data.hospital.id).queryKey,
    inside: insideQuery(data.hospital.id).queryKey,
    doctorQueue: doctorQueueQuery(data.doctor.id).queryKey,
    doctorQueueOfDay: doctorQueueQuery(data.doctor.id, { includeCompleted: true }).queryKey,
  } satisfies Record<keyof QueueViews, QueryKey>;
}

function readViews(client: QueryClient, keys: ReturnType<typeof keysOf>): QueueViews {
  return {
    open: client.getQueryData(keys.open),
    history: client.getQueryData(keys.history),
    pending: client.getQueryData(keys.pending),
    waiting: client.getQueryData(keys.waiting),
    inside: client.getQueryData(keys.inside),
    doctorQueue: client.getQueryData(keys.doctorQueue),
    doctorQueueOfDay: client.getQueryData(keys.doctorQueueOfDay),
  };
}

function updateDoctor(client: QueryClient, event: DoctorUpdate): void {
  const { data } = event;
  const listKey = hospitalDoctorsQuery(data.hospital_id).queryKey;
  const list = client.getQueryData(listKey);
  store(client, listKey, list && applyToDoctors(list, event));
  const colleaguesKey = colleaguesQuery().queryKey;
  const colleagues = client.getQueryData(colleaguesKey);
  store(client, colleaguesKey, colleagues && applyToDoctors(colleagues, event));
  if (isNew(list, data)) refetchBelow(client, listKey);
  if (isNew(colleagues, data)) refetchBelow(client, colleaguesKey);
  const ownKey = doctorQuery(data.id).queryKey;
  store(client, ownKey, client.getQueryData(ownKey) && data);
}

/** Whether a hospital's list was loaded before this doctor of the hospital was added. */
function isNew(
  list: readonly Doctor[] | undefined,
  { id, hospital_id: hospitalId }: Doctor,
): boolean {
  if (list === undefined || list.some((doctor) => doctor.id === id)) return false;
  return list.every((doctor) => doctor.hospital_id === hospitalId);
}

/** The queries that a change may affect without a live event: only staff get figures. */
function listsOf({ type, data }: EntryEvent): QueryKey[] {
  if ('lastChange' in data) {
    return [visitsOfDayRoot(data.hospital.id), journeyKey(data.id)];
  }
  const lists = [
    hospitalDoctorsQuery(data.hospital.id).queryKey,
    doctorQuery(data.doctor.id).queryKey,
  ];
  // This event also reports a changed plan of the visit; a changed place has another one.
  return type === 'queue_updated' ? [...lists, journeyKey(data.id)] : lists;
}

/**
 * Writes the new value. A pending answer may be older than the event, so it is dropped and
 * requested again.
 */
function store(client: QueryClient, queryKey: QueryKey, value: unknown): void {
  const state = client.getQueryState(queryKey);
  if (!state) return;
  const wasFetching = state.fetchStatus !== 'idle';
  if (value !== undefined && value !== state.data) client.setQueryData(queryKey, value);
  if (wasFetching) refetchBelow(client, queryKey);
}
