/**
 * The open live streams of this process and their audiences. Staff get their hospital's events. A
 * patient gets the events of the patient's own entries, and the new position when other patients
 * move [EV-7, EV-11].
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { Language } from '@baari/contract/languages.ts';
import { isSameRange, type AnnouncedRange } from '@baari/contract/queue/announced-wait.ts';
import type { PersonActor } from '../platform/actor.ts';
import { isStaff } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { LoggedEvent } from '../platform/events/event-log.store.ts';
import { pacedByKey } from '../platform/coalesce.ts';
import { findDoctor } from '../doctors/doctors.store.ts';
import { doctorView } from '../doctors/doctors.view.ts';
import { entryIn, namesOf } from '../queue/reads/line-names.view.ts';
import { type EntryRow, listWaitingOfAccounts } from '../queue/queue.store.ts';
import { patientEntryView } from '../queue/queue.view.ts';
import { withShownRanges } from '../queue/promises/shown-range.ts';
import { makeFigures } from './hospital-figures.ts';
import type { LiveReads } from './live-reads.ts';
import {
  doctorFrame,
  frame,
  isOfAssessment,
  isOfFollowUp,
  isOfHandOffs,
  isOfLine,
  isOfSharing,
  isOfVitals,
  patientEntryIn,
  patientFrames,
  shownIn,
  staffFrames,
} from './live.view.ts';

export interface Stream {
  readonly actor: PersonActor;
  /** The network address of the stream's client. */
  readonly address: string;
  /**
   * The hospitals that a patient watches: the stream sends their doctors' status and lines, which
   * are public.
   */
  readonly watchedHospitalIds: readonly string[];
  /**
   * The language of the texts in events: of answers before a visit for staff, and of line names for
   * patients. If undefined, answers come in all languages and lines have their plain names.
   */
  readonly language: Language | undefined;
  /**
   * Sends the text of events to the client. The text is buffered until the missed events have been
   * replayed.
   */
  readonly send: (frames: string) => void;
  /** Ends the stream and tells the client the reason. */
  readonly end: (reason: string) => void;
}

export interface Streams {
  add(stream: Stream): void;
  remove(stream: Stream): void;
  /**
   * Returns a copy of the list of open streams, so that streams may be ended during an iteration.
   */
  all(): readonly Stream[];
  countOf(userId: string): number;
  /** Starts to send each change of this entry's position in line to the stream. */
  follow(stream: Stream, entry: Followed): void;
  deliver(events: readonly LoggedEvent[]): void;
  /** Notifies every client that its data may be out of date, or is up to date again [EV-8]. */
  publishAway(isAway: boolean): void;
  /** Sends the present positions of patients in a doctor's line to these streams. */
  sendPlaces(doctorId: string, streams: Iterable<Stream>): Promise<void>;
  /** Sends a hospital's screens the figures of changed lines. */
  publishFigures(events: readonly LoggedEvent[]): void;
}

/** A queue entry whose position in line may change. */
export interface Followed {
  readonly id: string;
  readonly doctorId: string;
}

/** The position that was sent last: the range of the wait, and all other values as text. */
interface Sent {
  readonly as: string;
  readonly range: AnnouncedRange | null;
}

/** The kinds of events about a visit that change no line, such as measurements and notes. */
const aboutVisit = [isOfVitals, isOfHandOffs, isOfFollowUp, isOfSharing];

/** How often the streams that follow a line get positions while the line keeps changing. */
const placesEveryMs = 100;
/**
 * Positions are sent to this many people at a time, so that the next change need not wait until all
 * have been sent.
 */
const portion = 50;
const portionEveryMs = 5;
/**
 * How often patients who watch a hospital get the figures of a doctor's line while the line keeps
 * changing.
 */
const doctorEveryMs = 1000;

export interface StreamsOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  /** Records in the audit trail what staff are shown. */
  readonly reads: LiveReads;
  /** Called when positions or doctors could not be read. The read is then tried again. */
  readonly onError: (error: unknown) => void;
}

export function createStreams(options: StreamsOptions): Streams {
  const { db, clock, reads, onError } = options;
  const audiences = makeAudiences();
  const followers = makeFollowers();
  const isNews = makeNewsCheck(clock);
  const places = makePlaces(options, followers.byDoctor, isNews);
  const sendToWatchers = makeDoctorUpdates(options, audiences.byWatchedHospital);
  const figures = makeFigures({ db, clock, send: sendToStaff, onError });

  function sendToStaff(hospitalId: string, frames: string): void {
    for (const stream of audiences.byHospital.get(hospitalId) ?? []) stream.send(frames);
  }

  function publishFigures(events: readonly LoggedEvent[]): void {
    for (const event of events) {
      const { hospitalId, doctorId } = event;
      // These events change no line's figures.
      const isOfFigures = ![isOfAssessment, ...aboutVisit].some((isOf) => isOf(event));
      if (isOfFigures && audiences.byHospital.has(hospitalId)) figures.note(hospitalId, doctorId);
    }
  }

  function deliverToPatients(event: LoggedEvent): void {
    if (event.accountId === null) return;
    const streams = audiences.byAccount.get(event.accountId);
    if (streams === undefined) return;
    const frames = new Map<Language | undefined, string>();
    const entry = patientEntryIn(event);
    for (const stream of streams) {
      const { language } = stream;
      const known = frames.get(language) ?? patientFrames(event, language);
      frames.set(language, known);
      stream.send(known);
      const followed = { id: entry.id, doctorId: event.doctorId };
      if (entry.status === 'waiting') {
        followers.follow(stream, followed);
        isNews(stream, entry);
      } else followers.unfollow(stream, followed);
    }
    if (entry.status === 'waiting') places.noteShown(entry);
  }

  function deliver(events: readonly LoggedEvent[]): void {
    publishFigures(events);
    for (const event of events) {
      deliverToStaff(event, audiences, reads);
      deliverToPatients(event);
      if (!mayMovePlaces(event)) continue;
      places.updateFollowers(event.doctorId);
      sendToWatchers(event);
    }
  }

  return {
    add: audiences.add,
    remove(stream) {
      audiences.remove(stream);
      const { actor } = stream;
      const hasNobody = isStaff(actor) && !audiences.byHospital.has(actor.hospitalId);
      if (hasNobody) figures.forget(actor.hospitalId);
      followers.remove(stream);
    },
    all: () => [...audiences.all],
    countOf: (userId) => audiences.byAccount.get(userId)?.size ?? 0,
    follow: followers.follow,
    deliver,
    publishAway(isAway) {
      const frames = isAway
        ? frame({ type: 'error', data: { message: 'Live updates pause: the database is away.' } })
        : frame({ type: 'connected', data: { at: clock.now().toISOString() } });
      for (const stream of audiences.all) stream.send(frames);
    },
    sendPlaces: places.sendPlaces,
    publishFigures,
  };
}

/** The open streams, grouped by the id of an account, a hospital or a doctor. */
type StreamsById = ReadonlyMap<string, ReadonlySet<Stream>>;

interface Audiences {
  readonly all: ReadonlySet<Stream>;
  readonly byAccount: StreamsById;
  /** The open streams of staff, by hospital. */
  readonly byHospital: StreamsById;
  /** The open streams of patients who watch a hospital, by hospital. */
  readonly byWatchedHospital: StreamsById;
  readonly add: (stream: Stream) => void;
  readonly remove: (stream: Stream) => void;
}

/**
 * Groups the open streams by account and hospital, so that an event is sent to the streams that it
 * concerns.
 */
function makeAudiences(): Audiences {
  const all = new Set<Stream>();
  const byAccount = new Map<string, Set<Stream>>();
  const byHospital = new Map<string, Set<Stream>>();
  const byWatchedHospital = new Map<string, Set<Stream>>();
  return {
    all,
    byAccount,
    byHospital,
    byWatchedHospital,
    add(stream) {
      all.add(stream);
      const { actor } = stream;
      addTo(byAccount, actor.userId, stream);
      if (isStaff(actor)) addTo(byHospital, actor.hospitalId, stream);
      if (isStaff(actor)) return;
      for (const id of stream.watchedHospitalIds) addTo(byWatchedHospital, id, stream);
    },
    remove(stream) {
      all.delete(stream);
      const { actor } = stream;
      removeFrom(byAccount, actor.userId, stream);
      if (isStaff(actor)) removeFrom(byHospital, actor.hospitalId, stream);
      for (const id of stream.watchedHospitalIds) removeFrom(byWatchedHospital, id, stream);
    },
  };
}

interface Followers {
  /** The streams that follow an entry, grouped by the doctor in whose line the entry waits. */
  readonly byDoctor: StreamsById;
  readonly follow: (stream: Stream, entry: Followed) => void;
  readonly unfollow: (stream: Stream, entry: Followed) => void;
  readonly remove: (stream: Stream) => void;
}

/** Stores which stream follows the position of which queue entry. */
function makeFollowers(): Followers {
  const byDoctor = new Map<string, Set<Stream>>();
  /**
   * For each stream, the followed entries and their doctors. Several people of one account may wait
   * in the same line.
   */
  const followedBy = new Map<Stream, Map<string, string>>();

  function follow(stream: Stream, { id, doctorId }: Followed): void {
    const before = followedBy.get(stream)?.get(id);
    if (before !== undefined && before !== doctorId) unfollow(stream, { id, doctorId: before });
    addTo(byDoctor, doctorId, stream);
    const followed = followedBy.get(stream) ?? new Map<string, string>();
    followedBy.set(stream, followed.set(id, doctorId));
  }

  function unfollow(stream: Stream, { id, doctorId }: Followed): void {
    const followed = followedBy.get(stream);
    if (followed?.delete(id) !== true) return;
    const isLast = ![...followed.values()].includes(doctorId);
    if (isLast) removeFrom(byDoctor, doctorId, stream);
  }

  function remove(stream: Stream): void {
    for (const doctorId of followedBy.get(stream)?.values() ?? []) {
      removeFrom(byDoctor, doctorId, stream);
    }
    followedBy.delete(stream);
  }

  return { byDoctor, follow, unfollow, remove };
}

type IsNews = (stream: Stream, entry: PatientEntry) => boolean;

/**
 * Returns a function that tells whether a position, wait or break differs from the one sent last. A
 * changed value is stored as sent.
 */
function makeNewsCheck(clock: Clock): IsNews {
  /** The positions last sent to each stream, so that only changes are sent. */
  const lastSent = new WeakMap<Stream, Map<string, Sent>>();

  function isSame(published: AnnouncedRange | null, next: AnnouncedRange | null): boolean {
    if (published === null || next === null) return published === next;
    return isSameRange(published, next, clock.now().getTime());
  }

  return (stream, entry) => {
    const { position, waitRange, placeChanges, doctor, line } = entry;
    const movedAt = placeChanges[0]?.at;
    const published = {
      as: JSON.stringify([position, movedAt, doctor.status, doctor.breakUntil, doctor.room, line]),
      range: waitRange,
    };
    const before = lastSent.get(stream) ?? new Map<string, Sent>();
    const last = before.get(entry.id);
    // A change too small to be sent is not stored. Small changes then add up to a change that is
    // sent.
    if (last?.as === published.as && isSame(last.range, published.range)) return false;
    lastSent.set(stream, before.set(entry.id, published));
    return true;
  };
}

interface Places {
  readonly sendPlaces: Streams['sendPlaces'];
  /**
   * Sends the positions of the entries in a line to the streams that follow the line, at most every
   * `placesEveryMs`.
   */
  readonly updateFollowers: (doctorId: string) => void;
  /** Stores the wait that an event showed to its patient. */
  readonly noteShown: (entry: PatientEntry) => void;
}

/** Sends patients the present positions of their entries. */
function makePlaces(
  { db, clock, onError }: StreamsOptions,
  followersOfDoctor: StreamsById,
  isNews: IsNews,
): Places {
  const sendPlacesSoon = pacedByKey({
    work: (doctorId) => sendPlaces(doctorId, [...(followersOfDoctor.get(doctorId) ?? [])]),
    everyMs: placesEveryMs,
    onError,
  });

  /** Waits shown by events are stored one after another, in the order of the events. */
  let shown: Promise<unknown> = Promise.resolve();
  function noteShown(entry: PatientEntry): void {
    shown = shown.then(() => withShownRanges(db, [entry], clock.now())).catch(onError);
  }

  async function sendPlaces(doctorId: string, streams: Iterable<Stream>): Promise<void> {
    const followers = new Map<string, Stream[]>();
    for (const stream of streams) {
      const { userId } = stream.actor;
      followers.set(userId, [...(followers.get(userId) ?? []), stream]);
    }
    const accounts = [...followers.keys()];
    for (let published = 0; published < accounts.length; published += portion) {
      if (published > 0) await sleep(portionEveryMs, undefined, { ref: false });
      const rows = await listWaitingOfAccounts(
        db,
        doctorId,
        accounts.slice(published, published + portion),
      );
      const now = clock.now();
      const rowOf = new Map(rows.map((row) => [row.id, row]));
      await shown;
      const entries = rows.map((row) => patientEntryView(row, now));
      for (const entry of await withShownRanges(db, entries, now)) {
        const row = rowOf.get(entry.id);
        if (row !== undefined) sendPlace(entry, row, followers.get(row.account_id ?? ''));
      }
    }
  }

  function sendPlace(entry: PatientEntry, row: EntryRow, followers: readonly Stream[] = []): void {
    const hearing = followers.filter((stream) => isNews(stream, entry));
    for (const [language, streams] of Map.groupBy(hearing, (stream) => stream.language)) {
      const data = entryIn(entry, namesOf(row), language);
      // A position is computed and is not in the event log, so it is sent without an id. With an
      // id, a reconnecting reader would resume at a wrong position of the log.
      const frames = frame({ type: 'position_changed', data });
      for (const stream of streams) stream.send(frames);
    }
  }

  return {
    sendPlaces,
    updateFollowers(doctorId) {
      if (followersOfDoctor.has(doctorId)) sendPlacesSoon(doctorId);
    },
    noteShown,
  };
}

/**
 * Returns a function that sends a doctor's line length to patients who watch the hospital, without
 * any entry's data.
 */
function makeDoctorUpdates(
  { db, clock, onError }: StreamsOptions,
  byWatchedHospital: StreamsById,
): (event: LoggedEvent) => void {
  const sendOfDoctor = pacedByKey({ work: sendDoctor, everyMs: doctorEveryMs, onError });

  async function sendDoctor(doctorId: string): Promise<void> {
    const now = clock.now();
    const row = await findDoctor(db, doctorId, now);
    if (row === undefined) return;
    // This update is computed and is not in the event log, so it is sent without an id.
    const frames = frame({ type: 'doctor_updated', data: doctorView(row, now) });
    for (const stream of byWatchedHospital.get(row.hospital_id) ?? []) stream.send(frames);
  }

  return ({ hospitalId, doctorId, entryId }) => {
    // A change of the doctor's status was already sent by its own event.
    if (entryId !== null && byWatchedHospital.has(hospitalId)) sendOfDoctor(doctorId);
  };
}

/**
 * Sends an event to the hospital's staff. An event that is public is also sent to patients who
 * watch the hospital.
 */
function deliverToStaff(
  event: LoggedEvent,
  { byHospital, byWatchedHospital }: Audiences,
  reads: LiveReads,
): void {
  const staff = byHospital.get(event.hospitalId);
  const isOfStaff = [isOfLine, isOfAssessment, ...aboutVisit].some((isOf) => isOf(event));
  const isPublic = event.entryId === null && !isOfStaff;
  const watchers = isPublic ? byWatchedHospital.get(event.hospitalId) : undefined;
  if (staff === undefined && watchers === undefined) return;
  const frames = new Map<Language | undefined, string>();
  for (const stream of staff ?? []) {
    const language = isOfAssessment(event) ? stream.language : undefined;
    const known = frames.get(language) ?? staffFrames(event, language);
    frames.set(language, known);
    stream.send(known);
  }
  noteReads(event, staff ?? [], reads);
  if (watchers === undefined) return;
  const publicFrames = doctorFrame(event);
  for (const stream of watchers) stream.send(publicFrames);
}

function noteReads(event: LoggedEvent, staff: Iterable<Stream>, reads: LiveReads): void {
  const shown = shownIn(event);
  if (shown === undefined) return;
  for (const { actor, address } of staff) {
    if (isStaff(actor)) reads.note({ actor, address }, shown);
  }
}

/**
 * Whether an event may change the position or wait of other patients in the line. Requests and
 * rejections change neither. A doctor's break delays all patients.
 */
function mayMovePlaces({ entryId, type }: LoggedEvent): boolean {
  if (entryId === null) return type === 'doctor_updated' || type === 'line_updated';
  return type !== 'queue_requested' && type !== 'queue_rejected';
}

function addTo(map: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const set = map.get(key);
  if (set === undefined) map.set(key, new Set([stream]));
  else set.add(stream);
}

function removeFrom(map: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const set = map.get(key);
  set?.delete(stream);
  if (set?.size === 0) map.delete(key);
}
