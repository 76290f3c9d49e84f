/**
 * A simulated doctor's day: people request places in the queue, come and go, the desk calls
 * patients in, the doctor works and takes breaks. The simulation records all this in the same rows
 * as the application, and the application forecasts waits from these rows. Times are minutes since
 * the simulation began.
 */
import { isAway } from '../../contract/src/queue/line.ts';
import { type Agenda, openAgenda } from '../../server/src/replay/agenda.rules.ts';
import { between, type Random } from '../../server/src/replay/chance.rules.ts';
import {
  type DayFate,
  drawChangeOver,
  type PersonFate,
  paceAt,
  plannedBreak,
  type VisitKind,
} from './fate.ts';
import type { ProductLine, Announcing } from './product.ts';
import { type EntryRecord, type LineRecord, nextToCall, placeOf, writes } from './record.ts';

export const dayMinutes = 24 * 60;
/** How often the wait shown to a patient is sampled, in minutes. */
const readsEvery = 15;
/**
 * The minutes that a missed call takes. The next constant: the minutes after which a patient who is
 * still absent loses the place.
 */
const missedMinutes = 1;
const placeKeptMinutes = 20;
/** The most minutes that a patient takes to leave home after reading "leave now". */
const slowestToLeave = 5;

/** The state of a line for an observer who knows everything except the future random draws. */
export interface Scene {
  readonly at: number;
  /** The time of the day in minutes since midnight. */
  readonly timeOfDay: number;
  /** The visit kinds of the patients ahead in the queue, in queue order. */
  readonly ahead: readonly (VisitKind | null)[];
  readonly inside: { readonly since: number; readonly kind: VisitKind | null } | undefined;
  /** The earliest time at which the doctor can be free, as far as the observer knows. */
  readonly notBefore: number;
  readonly doctor: 'awaited' | 'here' | 'on the planned break' | 'on a sudden break';
  /**
   * Whether the observer knows that the doctor has not arrived: a patient was present and was not
   * called.
   */
  readonly isKnownAway: boolean;
  readonly plannedBreakIsToCome: boolean;
  readonly suddenBreakMayCome: boolean;
}

/** One wait announced to one patient, and how long the patient really waited. */
export interface Announced {
  readonly announcing: Announcing;
  readonly scene: Scene;
  readonly fate: DayFate;
  readonly day: number;
  readonly hospital: number;
  readonly doctor: number;
  readonly isOnJoining: boolean;
  /** Minutes until the patient's first call; undefined for a patient who was never called. */
  actual: number | undefined;
  /** Minutes after which the patient gave up, was removed or did not come, without being called. */
  endedAfter: number | undefined;
}

/** One patient's visit. Times are in minutes since the simulation began. */
export interface VisitRecord {
  readonly person: PersonFate;
  readonly entry: EntryRecord;
  arrivedAt: number | undefined;
  setOutAt: number | undefined;
  /**
   * Whether the upper end of the shown wait rose by 20 minutes within one minute without an event.
   * The next field: whether "leave now" was withdrawn without an event.
   */
  upperJumped: boolean;
  leaveTakenBack: boolean;
  wasWatched: boolean;
}

interface ClinicSetting {
  readonly day: number;
  readonly hospital: number;
  readonly doctor: number;
  readonly random: Random;
  readonly fate: DayFate;
  readonly record: LineRecord;
  readonly product: ProductLine;
  readonly setPoints: readonly number[];
  /**
   * Whether each patient's shown wait is checked every minute, to find changes that no event
   * caused.
   */
  readonly watchesEveryMinute: boolean;
}

export interface Clinic {
  readonly agenda: Agenda;
  readonly announced: readonly Announced[];
  readonly visits: readonly VisitRecord[];
  /**
   * Minutes in which the doctor was present, on no break, and saw nobody, although more patients
   * came later.
   */
  readonly idleMinutes: () => number;
}

// oxlint-disable-next-line eslint/max-lines-per-function -- its functions share the state of one simulated day
export function openClinic(setting: ClinicSetting): Clinic {
  const { day, hospital, doctor, random, fate, record, product } = setting;
  const midnight = day * dayMinutes;
  const agenda = openAgenda();
  const announced: Announced[] = [];
  const visits: VisitRecord[] = [];
  const visitOf = new Map<EntryRecord, VisitRecord>();
  /** The announced waits whose outcome is not known yet, by entry. */
  const awaited = new Map<EntryRecord, Announced[]>();

  let isHere = false;
  let isPlannedBreakOver = !fate.truth.world.hasPlannedBreak;
  let isSuddenBreakOver = fate.sudden === undefined;
  let onBreak: 'planned' | 'sudden' | undefined;
  let breakBegan = 0;
  /** The time until which the doctor is busy and cannot call. */
  let busyUntil = 0;
  let idleSince: number | undefined;
  let idle = 0;
  let idleWhenLastCalled = 0;
  /** Since when a patient could have been called if the doctor had been present. */
  let callableSince: number | undefined;
  /**
   * Counts the events in this doctor's queue. A shown wait that changes after an event does not
   * count as a jump.
   */
  let happened = 0;

  product.dayBegins(record);
  for (const [index, person] of fate.people.entries()) {
    agenda.write(midnight + person.joinsAt, (at) => join(person, `${day}-${index}`, at));
  }
  agenda.write(midnight + fate.comesAt, (at) => {
    isHere = true;
    idleSince = at;
    callNext(at);
  });
  agenda.write(midnight + plannedBreak.from, callNext);
  if (fate.sudden !== undefined) agenda.write(midnight + fate.sudden.at, callNext);

  function join(person: PersonFate, id: string, at: number): void {
    happened += 1;
    const entry: EntryRecord = {
      id,
      waitingSince: at,
      kind: person.kind,
      saidKind: person.saidKind,
      countsAs: 1,
      checkedInAt: person.isOnSite && person.checksIn ? at : null,
      startedAt: null,
      endedAt: null,
      firstCalledAt: null,
      status: 'waiting',
      hold: null,
    };
    const visit: VisitRecord = {
      person,
      entry,
      arrivedAt: person.isOnSite ? at : undefined,
      setOutAt: undefined,
      upperJumped: false,
      leaveTakenBack: false,
      wasWatched: setting.watchesEveryMinute,
    };
    visits.push(visit);
    visitOf.set(entry, visit);
    awaited.set(entry, []);
    writes.joined(record, entry);
    product.joined(entry, at);
    if (person.isPutInFront) {
      writes.putInFront(record, id, 1 + record.line.filter(isPutInFront).length);
      product.putInFront(entry, at);
    } else {
      read(visit, at, true);
      if (person.givesUp) writeGivingUp(visit, at);
    }
    for (const minutes of setting.setPoints) {
      agenda.write(at + minutes, (then) => {
        if (entry.status === 'waiting' && entry.hold === null)
          product.setPoint(entry, minutes, then);
      });
    }
    if (person.cancelsAt !== undefined) {
      agenda.write(midnight + person.cancelsAt, (then) => end(visit, 'cancelled', then));
    }
    agenda.write(at + readsEvery, (then) => readOn(visit, then));
    if (!person.isOnSite) agenda.write(Math.ceil(at + 0.01), (then) => maySetOut(visit, then));
    if (setting.watchesEveryMinute) watch(visit, at);
    callableSince ??= at;
    callNext(at);
  }

  /**
   * Whether the desk has put this patient at the front of the queue, and the patient is not on hold
   * after a missed call.
   */
  function isPutInFront(entry: EntryRecord): boolean {
    return (visitOf.get(entry)?.person.isPutInFront ?? false) && !isAway(entry);
  }

  function isOnSite({ arrivedAt }: VisitRecord): boolean {
    return arrivedAt !== undefined;
  }

  /** Records the wait that the patient reads at this time. */
  function read(visit: VisitRecord, at: number, isOnJoining = false): Announcing | undefined {
    const { entry, person } = visit;
    const announcing = product.announce(entry, at);
    if (announcing === undefined) return undefined;
    // For a patient who will not come, no real wait can be measured, so the shown wait is not
    // recorded.
    if (person.isAbsent) return announcing;
    const one: Announced = {
      announcing,
      scene: sceneOf(entry, at),
      fate,
      day,
      hospital,
      doctor,
      isOnJoining,
      actual: undefined,
      endedAfter: undefined,
    };
    announced.push(one);
    awaited.get(entry)?.push(one);
    return announcing;
  }

  function readOn(visit: VisitRecord, at: number): void {
    const { entry, person } = visit;
    if (entry.status !== 'waiting' || entry.firstCalledAt !== null) return;
    if (!person.isPutInFront) read(visit, at);
    agenda.write(at + readsEvery, (then) => readOn(visit, then));
  }

  function writeGivingUp(visit: VisitRecord, at: number): void {
    const announcing = product.announce(visit.entry, at);
    if (announcing === undefined) return;
    agenda.write(at + announcing.upperShown + between(random, 1, 15), (then) =>
      end(visit, 'cancelled', then),
    );
  }

  function maySetOut(visit: VisitRecord, at: number): void {
    const { entry, person } = visit;
    if (entry.status !== 'waiting' || visit.setOutAt !== undefined) return;
    const leaveIn = product.announce(entry, at)?.leaveIn(person.way);
    if (leaveIn !== undefined && leaveIn <= 0) {
      product.notifiedToLeave(entry, at);
      setOut(visit, at + slowestToLeave * random());
      return;
    }
    agenda.write(at + 1, (then) => maySetOut(visit, then));
  }

  function setOut(visit: VisitRecord, at: number): void {
    visit.setOutAt = at;
    if (visit.person.isAbsent) return;
    agenda.write(at + visit.person.realWay, (then) => arrive(visit, then));
  }

  function arrive(visit: VisitRecord, at: number): void {
    const { entry, person } = visit;
    if (entry.status !== 'waiting') return;
    happened += 1;
    visit.arrivedAt = at;
    if (person.checksIn) entry.checkedInAt = at;
    if (isAway(entry)) writes.cameBack(record, entry.id, at);
    callNext(at);
  }

  function end(visit: VisitRecord, how: 'no_show' | 'cancelled', at: number): void {
    const { entry } = visit;
    if (entry.status !== 'waiting' || (how === 'no_show' && !isAway(entry))) return;
    happened += 1;
    writes.ended(record, entry.id, how, at);
    product.ended(entry, at);
    for (const one of awaited.get(entry) ?? []) {
      if (one.actual === undefined) one.endedAfter = at - one.scene.at;
    }
    awaited.delete(entry);
    callNext(at);
  }

  /** Calls the next patient; runs when the doctor becomes free and when a patient arrives. */
  function callNext(at: number): void {
    if (!isHere || record.inside !== undefined || onBreak !== undefined || at < busyUntil) return;
    if (!isPlannedBreakOver && at >= midnight + plannedBreak.from) {
      takeBreak('planned', at);
      return;
    }
    if (!isSuddenBreakOver && fate.sudden !== undefined && at >= midnight + fate.sudden.at) {
      takeBreak('sudden', at);
      return;
    }
    const next = nextToCall(record);
    const visit = next && visitOf.get(next);
    if (next === undefined || visit === undefined) return;
    if (isOnSite(visit) && !visit.person.isAbsent) {
      start(visit, at);
    } else if (someoneIsHere() || !record.line.some(isAway)) {
      // If no patient is present, the doctor calls only one patient and then waits until somebody
      // arrives.
      miss(visit, at);
    }
  }

  function someoneIsHere(): boolean {
    return record.line.some((entry) => {
      const visit = visitOf.get(entry);
      return visit !== undefined && isOnSite(visit) && !visit.person.isAbsent;
    });
  }

  function start(visit: VisitRecord, at: number): void {
    const { entry, person } = visit;
    happened += 1;
    stopIdling(at);
    if (record.breakUntil !== null) announce('Available', null, at);
    product.started(entry, at);
    writes.started(record, entry.id, at);
    settle(entry, at);
    agenda.write(at + person.length * paceAt(fate.truth.world, at - midnight), complete);
  }

  /**
   * Records the real wait for all waits that were announced to a patient. The patient's first call
   * ends these waits.
   */
  function settle(entry: EntryRecord, at: number): void {
    for (const one of awaited.get(entry) ?? []) one.actual = at - one.scene.at;
    awaited.delete(entry);
  }

  function complete(at: number): void {
    happened += 1;
    const inside = record.inside;
    writes.completed(record, at);
    if (inside !== undefined) product.completed(inside, at);
    pauseUntil(at + drawChangeOver(random));
  }

  function miss(visit: VisitRecord, at: number): void {
    const { entry } = visit;
    happened += 1;
    stopIdling(at);
    product.missed(entry, at);
    writes.missed(record, entry.id, at);
    settle(entry, at);
    // A patient who is still at home when called leaves at once.
    if (!isOnSite(visit) && visit.setOutAt === undefined) setOut(visit, at);
    agenda.write(at + placeKeptMinutes + (visit.person.isAbsent ? 0 : dayMinutes), (then) =>
      end(visit, 'no_show', then),
    );
    pauseUntil(at + missedMinutes);
  }

  function pauseUntil(at: number): void {
    busyUntil = at;
    agenda.write(at, (then) => {
      idleSince = then;
      callNext(then);
    });
  }

  function stopIdling(at: number): void {
    if (idleSince !== undefined) idle += at - idleSince;
    idleSince = undefined;
    idleWhenLastCalled = idle;
  }

  function takeBreak(kind: 'planned' | 'sudden', at: number): void {
    happened += 1;
    stopIdling(at);
    onBreak = kind;
    breakBegan = at;
    const { sudden, truth } = fate;
    if (kind === 'planned') {
      isPlannedBreakOver = true;
      const length = plannedBreak.to - plannedBreak.from;
      if (truth.doctor.announces) announce('Busy', at + length, at);
      agenda.write(at + length + fate.plannedOverrun, endBreak);
      return;
    }
    isSuddenBreakOver = true;
    if (sudden === undefined) return;
    if (sudden.said === 'until') announce('Busy', at + Math.ceil(sudden.length), at);
    if (sudden.said === 'busy') announce('Busy', null, at);
    agenda.write(at + sudden.length, endBreak);
  }

  function endBreak(at: number): void {
    happened += 1;
    const wasBusy = onBreak === 'sudden' && fate.sudden?.said === 'busy';
    onBreak = undefined;
    if (wasBusy) announce('Available', null, at);
    idleSince = at;
    callNext(at);
  }

  function announce(status: 'Available' | 'Busy', until: number | null, at: number): void {
    happened += 1;
    writes.presence(record, status, until, at);
    if (until === null) return;
    // As on the server, a break that was announced with an end time ends automatically.
    agenda.write(until, (then) => {
      if (record.breakUntil !== until) return;
      happened += 1;
      writes.presence(record, 'Available', null, then);
    });
  }

  /**
   * Compares the waits that a patient is shown in consecutive minutes, while no event changes the
   * queue.
   */
  function watch(visit: VisitRecord, from: number): void {
    const { entry, person } = visit;
    let before = product.announce(entry, from);
    let beforeAt = from;
    let wasRemindedToLeave = false;
    let eventsBefore = happened;
    const look = (at: number): void => {
      if (entry.status !== 'waiting' || entry.hold !== null) return;
      const announcing = product.announce(entry, at);
      const isQuiet = happened === eventsBefore;
      if (announcing !== undefined && before !== undefined && isQuiet) {
        if (at + announcing.upperShown - (beforeAt + before.upperShown) >= 20)
          visit.upperJumped = true;
      }
      const leaveIn = announcing?.leaveIn(person.way);
      if (leaveIn !== undefined) {
        if (isQuiet && wasRemindedToLeave && leaveIn >= 10) visit.leaveTakenBack = true;
        wasRemindedToLeave = leaveIn <= 0;
      }
      before = announcing;
      beforeAt = at;
      eventsBefore = happened;
      agenda.write(at + 1, look);
    };
    agenda.write(Math.ceil(from + 0.01), look);
  }

  function sceneOf(entry: EntryRecord, at: number): Scene {
    const place = placeOf(record, entry.id);
    const { inside } = record;
    return {
      at,
      timeOfDay: at - midnight,
      ahead: record.line
        .slice(0, place - 1)
        .filter((other) => !isAway(other))
        .map(({ kind }) => kind),
      inside: inside && { since: at - (inside.startedAt ?? at), kind: inside.kind },
      notBefore: onBreak === undefined ? Math.max(at, busyUntil) : breakBegan,
      doctor: doctorNow(),
      isKnownAway: callableSince !== undefined && callableSince < at,
      plannedBreakIsToCome: !isPlannedBreakOver,
      suddenBreakMayCome: !isSuddenBreakOver || fate.sudden === undefined,
    };
  }

  function doctorNow(): Scene['doctor'] {
    if (onBreak !== undefined)
      return onBreak === 'planned' ? 'on the planned break' : 'on a sudden break';
    // An observer learns only from the first call of the day that the doctor has come.
    return record.firstCallAt === null || record.firstCallAt < midnight ? 'awaited' : 'here';
  }

  return { agenda, announced, visits, idleMinutes: () => idleWhenLastCalled };
}
