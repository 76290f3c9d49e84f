/**
 * Writes live events and the responses to writes into the query cache. Data that they do not
 * contain is fetched again.
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
import { journeyKey, ownFollowUpsKey } from '../api/queries/visit-keys.ts';
import {
  applyEntryEvent,
  applyToDoctors,
  applyToEntry,
  type DoctorUpdate,
  type QueueViews,
} from './queue-cache.reducer.ts';
import type { PublishedFigures } from './published-figures.ts';

/**
 * Access to a query cache for live events and responses to writes. They change the cache only
 * through these functions.
 */
export interface QueueCache {
  /**
   * Applies a live event. `resumed`: the stream continued after the last received event, so no
   * event was missed.
   */
  readonly apply: (event: LiveEvent, resumed: boolean) => void;
  /** Cancels the planned reads, because no page shows the queue any more. */
  readonly stop: () => void;
}

/**
 * The delay in milliseconds before dependent data is fetched again, so that several changes cause
 * only one read.
 */
const readAfterMs = 1000;

const caches = new WeakMap<QueryClient, QueueCache>();

/**
 * Returns the same object for each query client. A change that arrives twice, as an event and as a
 * response, therefore causes only one read.
 */
export function queueCacheOf(client: QueryClient): QueueCache {
  const known = caches.get(client);
  if (known) return known;
  const made = makeQueueCache(client);
  caches.set(client, made);
  return made;
}

/**
 * Applies the server's answer to a write; the live event about the same change then has no effect.
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
    // For a patient, a new place or wait may come with the same version, so the event is always
    // applied.
    applyEntryToCache(client, event);
    due.add(listsOf(event));
  }

  function applyToStaff(event: EntryEvent, entry: StaffEntry): void {
    // Embedded answers for staff lists that have not been shown yet are now outdated.
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
      case 'assessment_updated':
      case 'vitals_updated':
      case 'hand_offs_updated':
      case 'follow_up_updated':
      case 'sharing_updated':
      case 'hospital_figures':
        return figures.follow((published) => published.hear(event));
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

/** How many changes of a queue are remembered. */
const changesKept = 200;

/**
 * Remembers the changes of each doctor's queue, by version and queue entry. The response to a click
 * may arrive before a colleague's earlier change, or after a later change. An empty list on screen
 * does not show which of two changes is newer.
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

/**
 * Passes on a hospital's statistics. The code for statistics loads when the first statistics
 * arrive, because patients never receive any.
 */
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

/** Fetches the data of every doctor on screen again. */
export function readDoctorsAnew(client: QueryClient): void {
  refetchBelow(client, doctorLists);
}

/**
 * Applies the event wherever its queue entry is shown. An event that was applied before changes
 * nothing.
 */
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

/**
 * Fetches the queue again when its event arrives late, because the event does not contain the
 * changes made since.
 */
function readLineAnew(client: QueryClient, event: EntryEvent): void {
  const { id, moved } = event.data;
  const { queryKey } = entryQuery(id);
  for (const key of [...Object.values(keysOf(event)), queryKey]) refetchBelow(client, key);
  if (moved) readLineLeft(client, moved.fromId, id);
}

/**
 * Fetches the previous queue of an entry that was moved to another doctor, if that queue still
 * shows the entry [DAY-3].
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

/** Whether a doctor was added to the hospital after the hospital's list of doctors was loaded. */
function isNew(
  list: readonly Doctor[] | undefined,
  { id, hospital_id: hospitalId }: Doctor,
): boolean {
  if (list === undefined || list.some((doctor) => doctor.id === id)) return false;
  return list.every((doctor) => doctor.hospital_id === hospitalId);
}

/**
 * The queries to fetch again after a change, because no live event updates them. Staff need fewer
 * of these queries, because live statistics update their lists of doctors.
 */
function listsOf({ type, data }: EntryEvent): QueryKey[] {
  if ('lastChange' in data) {
    return [visitsOfDayRoot(data.hospital.id), journeyKey(data.id)];
  }
  const lists = [
    hospitalDoctorsQuery(data.hospital.id).queryKey,
    doctorQuery(data.doctor.id).queryKey,
  ];
  // For a patient, a changed plan of the visit arrives as `queue_updated` too; a changed place in
  // the queue arrives as another event.
  // A doctor may have set a follow-up before completing the visit.
  return type === 'queue_updated' ? [...lists, journeyKey(data.id), ownFollowUpsKey] : lists;
}

/**
 * Writes a new value into the cache. A pending response may be older than the event, so it is
 * dropped and requested again.
 */
function store(client: QueryClient, queryKey: QueryKey, value: unknown): void {
  const state = client.getQueryState(queryKey);
  if (!state) return;
  const wasFetching = state.fetchStatus !== 'idle';
  if (value !== undefined && value !== state.data) client.setQueryData(queryKey, value);
  if (wasFetching) refetchBelow(client, queryKey);
}
