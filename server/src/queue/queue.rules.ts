/**
 * What may happen to an entry, and what it becomes [QST-1…11]. Pure: the entry, its line and the
 * time in; the change or a refusal out. From which states and on what conditions an action leads
 * where, the contract says (`queue-actions.ts`); its rule here says the rest.
 */
import type { LineNames } from '@baari/contract/lines/line-names.ts';
import type {
  CheckInWay,
  CloseReason,
  DoctorStatus,
  EntryEventType,
  MoveReason,
  PlaceReason,
  QueueStatus,
  SaidOverWord,
  Urgency,
} from '@baari/contract/constants.ts';
import { slipMinutes } from '@baari/contract/constants.ts';
import { joinedNotes } from '@baari/contract/queue/notes.ts';
import type { Opening } from '@baari/contract/hospital/opening.ts';
import { type InLine, placeOneOn, placeOnReturn } from '@baari/contract/queue/line.ts';
import {
  type ActionName,
  type GivenTo,
  type QueueAction,
  queueActions,
} from '@baari/contract/queue/queue-actions.ts';
import { refusalOf, type Situation as KnownSituation } from '@baari/contract/queue/situation.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { delayedByMinutes, delayedByPeople } from './order/delay.rules.ts';
import { fairPlace, type FormerPlace, type Line, mayMove, placeNow } from './order/line.rules.ts';

/** What the rules need to know of an entry and of the line it stands in. */
export interface Situation extends KnownSituation {
  readonly id: string;
  /** How many wait for this doctor. */
  readonly waiting: number;
  /** When they were called in; null while they were not. */
  readonly startedAt: Date | null;
  readonly urgency: Urgency;
  readonly checkedInBy: CheckInWay | null;
  /** What staff have noted so far. */
  readonly notes: string | null;
  /** How it ended; null while it is open. */
  readonly past: Past | null;
}

/** What is known of an entry that has ended. */
export interface Past extends FormerPlace {
  /** Where it was: asked for, in the line, or with the doctor. */
  readonly stage: 'request' | 'line' | 'room';
}

/** The service point of a shared line that calls, by its names. */
export interface NamedPoint {
  readonly id: string;
  readonly name: string;
  readonly names: LineNames;
}

/** What an action makes of an entry; what is absent stays as it was. */
export interface EntryChange {
  readonly event: EntryEventType;
  readonly status?: QueueStatus;
  /** Of a shared line: who serves it now; null for nobody any more. */
  readonly point?: NamedPoint | null;
  /** The place asked for: 1…n while waiting, else 0. Whoever is on hold may make it another one. */
  readonly place: number;
  /** Given where the order changes for a reason that its patients read [INV-12]. */
  readonly reason?: PlaceReason;
  /** A call that was missed; the patient is on hold from then on. */
  readonly missedCallAt?: Date;
  /** Back from being on hold. */
  readonly backAt?: Date;
  /** Put off by the patient: late by so many minutes, or behind others (null). */
  readonly delayed?: { readonly at: Date; readonly minutes: number | null };
  /** The patient's word that the visit is over. */
  readonly saidOver?: { readonly word: SaidOverWord; readonly at: Date };
  /** null empties the note. */
  readonly notes?: string | null;
  readonly rejectionReason?: string | null;
  /** What staff judge the urgency to be, with the reason for staff. */
  readonly judged?: { readonly urgency: Urgency; readonly reason: string; readonly at: Date };
  readonly cancelledBy?: 'patient' | 'staff' | null;
  /** Why it was closed before its turn, with a word to the patient; null takes that back. */
  readonly closed?: { readonly reason: CloseReason; readonly word: string | null } | null;
  readonly approvedAt?: Date;
  readonly startedAt?: Date | null;
  readonly endedAt?: Date | null;
  /** When its end was taken back. */
  readonly broughtBackAt?: Date;
  /** Seen to have arrived; nulls take that back. */
  readonly checkIn?: CheckIn | { readonly at: null; readonly by: null };
}

export interface CheckIn {
  readonly at: Date;
  readonly by: CheckInWay;
}

/**
 * A patient holds one open entry anywhere, and only an Available doctor takes requests [QST-1]; while the
 * hospital is shut only where it takes them then.
 */
export function mayRequest(facts: {
  readonly hasOpenEntry: boolean;
  readonly doctorStatus: DoctorStatus;
  readonly opening: Opening;
  readonly takesRequestsShut: boolean;
  readonly timeZone: string;
}): Result<void> {
  if (facts.hasOpenEntry) return refuse('already_in_queue');
  if (facts.doctorStatus !== 'Available') return refuse('doctor_not_available');
  if (facts.opening.isOpen || facts.takesRequestsShut) return ok(undefined);
  const { until } = facts.opening;
  if (until === null) return refuse('hospital_shut');
  return refuse('hospital_shut', `Closed now. It opens on ${openingWords(until, facts.timeZone)}.`);
}

/** Such as Monday, 16 March at 8:00 am. */
function openingWords(until: string, timeZone: string): string {
  const { weekday, day, month, hour, minute, dayPeriod } = Object.fromEntries(
    new Intl.DateTimeFormat('en-IN', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
      timeZone,
    })
      .formatToParts(new Date(until))
      .map(({ type, value }) => [type, value]),
  );
  return `${weekday}, ${day} ${month} at ${hour}:${minute} ${dayPeriod}`;
}

/** Who has an appointment joins without being let in, unless the doctor is not at work [APPT-1]. */
export function mayJoinLine(facts: {
  readonly hasOpenEntry: boolean;
  readonly doctorStatus: DoctorStatus;
}): Result<void> {
  if (facts.hasOpenEntry) return refuse('already_in_queue');
  if (facts.doctorStatus === 'Offline') return refuse('doctor_not_available');
  return ok(undefined);
}

/** What a rule is given to decide on. */
export interface Asked<Name extends ActionName> {
  readonly entry: Situation;
  /** What was said with the call. */
  readonly given: GivenTo<Name>;
  /** How the caller, or what the caller stands before, says that a patient has arrived. */
  readonly by: CheckInWay;
  /** Whether the caller may call patients in and complete their visits. */
  readonly mayConsult: boolean;
  readonly now: Date;
}

/** Those who wait, in their order. */
export type Order = readonly (InLine & { readonly id: string })[];

/** What an action makes of an entry besides what the contract says. */
type Turn = Partial<EntryChange>;

/** The rule of one action. `reads`: what of the line it needs besides the entry. */
export type Rule<Name extends ActionName> =
  | { readonly reads?: undefined; readonly decide: (asked: Asked<Name>) => Result<Turn> }
  | {
      readonly reads: 'order';
      readonly decide: (asked: Asked<Name>, order: Order) => Result<Turn>;
    }
  | { readonly reads: 'line'; readonly decide: (asked: Asked<Name>, line: Line) => Result<Turn> };

/** What is done within one line; between two, `transfer.rules.ts` decides. */
export type RuledName = Exclude<ActionName, 'transfer'>;

/** One for each action: a missing one does not compile. */
export const rules: { readonly [Name in RuledName]: Rule<Name> } = {
  approve: { decide: ({ entry, given }) => ok({ place: entry.waiting + 1, ...noteOf(given) }) },
  reject: { decide: ({ given }) => ok({ rejectionReason: given.reason }) },
  start: { decide: ({ given }) => ok(noteOf(given)) },
  complete: { decide: ({ entry, given }) => ok(noteBelow(entry.notes, given)) },
  no_show: { decide: ({ entry, given }) => ok(noteBelow(entry.notes, given)) },
  leave: { decide: () => ok({ cancelledBy: 'patient' }) },
  remove: { decide: () => ok({ cancelledBy: 'staff' }) },
  close: {
    decide: ({ given: { reason, word } }) =>
      ok({ cancelledBy: 'staff', closed: { reason, word: word === '' ? null : (word ?? null) } }),
  },
  move_up: { reads: 'order', decide: ({ entry }, order) => moveOneOn(entry, order, -1) },
  move_down: { reads: 'order', decide: ({ entry }, order) => moveOneOn(entry, order, 1) },
  /** Refuses without a reason where somebody would be passed too often or wait too long [INV-12]. */
  move: {
    reads: 'line',
    decide: ({ entry, given, now }, line) => moveTo(given.position, entry, given.reason, line, now),
  },
  to_end: {
    reads: 'line',
    decide: ({ entry, given, now }, line) => moveTo(entry.waiting, entry, given.reason, line, now),
  },
  /** Called and not there: back into the line, or still in it, with the right to go next. */
  hold: {
    decide: ({ entry, now }) =>
      ok({
        place: entry.status === 'in_progress' ? 1 : entry.place,
        reason: 'held',
        // They were called when they were asked in, not when somebody noticed that they had not come.
        missedCallAt: (entry.status === 'in_progress' ? entry.startedAt : null) ?? now,
      }),
  },
  /** Back after a missed call: goes next, and is here. */
  back: {
    reads: 'order',
    decide: ({ entry, by, now }, order) =>
      ok({
        place: placeOnReturn(order),
        reason: 'returned',
        backAt: now,
        ...(entry.isCheckedIn ? {} : { checkIn: { at: now, by } }),
      }),
  },
  note: { decide: ({ given }) => ok({ notes: given.notes }) },
  write_note: { decide: ({ given }) => ok({ notes: given.notes === '' ? null : given.notes }) },
  /** Moves nobody: the desk then suggests who is next, and a change of place has its own reason. */
  urgency: {
    decide({ entry, given: { urgency, reason }, now }) {
      if (entry.urgency === urgency) return refuse('urgency_unchanged');
      return ok({ judged: { urgency, reason, at: now } });
    },
  },
  check_in: { decide: ({ by, now }) => ok({ checkIn: { at: now, by } }) },
  /** Patients take back what they said themselves; what the hospital saw is the hospital's. */
  undo_check_in: {
    decide({ entry, by }) {
      const isOwnWord = entry.checkedInBy === 'patient';
      if (by === 'patient' && !isOwnWord) return refuse('seen_at_hospital');
      return ok({ checkIn: { at: null, by: null } });
    },
  },
  say_over: { decide: ({ given: { word }, now }) => ok({ saidOver: { word, at: now } }) },
  bring_back: { reads: 'line', decide: (asked, line) => ok(broughtBack(asked, line)) },
  take_back: {
    decide: () => ok({ cancelledBy: 'patient', checkIn: { at: null, by: null } }),
  },
  /** Refuses while nobody can say when anybody is called [WAIT-1]. */
  run_late: {
    reads: 'line',
    decide({ entry: { id }, given: { minutes }, now }, line) {
      const effect = delayedByMinutes(line, id, minutes);
      if (effect === undefined) return refuse('wait_not_known');
      const delayed = { at: now, minutes };
      // Without anybody to go first, the desk is told all the same.
      if (effect.letsPass === 0) return ok({ event: 'queue_updated', delayed });
      return ok({ place: effect.place, reason: 'patient', delayed });
    },
  },
  /** Refuses where nobody behind could be called first. */
  go_later: {
    reads: 'line',
    decide({ entry: { id }, given: { people }, now }, line) {
      const effect = delayedByPeople(line, id, people);
      if (effect.letsPass === 0) return refuse('already_last');
      return ok({
        place: effect.place,
        reason: 'patient',
        delayed: { at: now, minutes: null },
      });
    },
  },
};

/** Whether an action may be carried out on an entry as it stands [QST-10]. */
export function mayBecome(name: ActionName, entry: Situation): Result<void> {
  const code = refusalOf(queueActions[name], entry);
  if (code === undefined) return ok(undefined);
  return code === 'illegal_transition'
    ? refuse(code, `Not possible: this entry is ${described[entry.status]}.`)
    : refuse(code);
}

/** What an action makes of an entry: what the contract says, and with it what its rule says. */
export function changeOf(name: ActionName, entry: Situation, turn: Turn, now: Date): EntryChange {
  const { event, to }: QueueAction = queueActions[name];
  const status = to ?? entry.status;
  return {
    event,
    ...(status === entry.status ? {} : { status }),
    place: status === 'waiting' ? entry.place : 0,
    ...timesOf(entry.status, status, now),
    ...turn,
  };
}

/** When an entry came where it stands now, as far as it moved on or back. */
function timesOf(from: QueueStatus, to: QueueStatus, now: Date): Turn {
  if (from === to) return {};
  if (to === 'in_progress') return { startedAt: now };
  if (to === 'waiting') return from === 'in_progress' ? { startedAt: null } : { approvedAt: now };
  return to === 'pending_approval' ? {} : { endedAt: now };
}

function moveTo(
  position: number,
  { id }: Situation,
  reason: MoveReason | undefined,
  line: Line,
  now: Date,
): Result<Turn> {
  const place = mayMove(line, id, position, reason, now);
  return place.ok ? ok({ place: place.value, reason: reason ?? 'desk' }) : place;
}

/** One place ahead or back; asks for no reason [QST-9]. */
function moveOneOn({ id }: Situation, order: Order, by: 1 | -1): Result<Turn> {
  const place = placeOneOn(order, id, by);
  if (place === undefined) return refuse(by === -1 ? 'already_first' : 'already_last');
  return ok({ place, reason: 'desk' });
}

/**
 * What has ended, open again [DESK-1]. A request is one again. Within minutes everybody stands where they
 * stood: whoever was with the doctor is there again or, where somebody else is by now, goes next. Later
 * nobody who waits is hurt by it, and a visit that was completed has had its turn: it comes last.
 */
function broughtBack(asked: Asked<'bring_back'>, line: Line): Turn {
  const { entry, now } = asked;
  const { past } = entry;
  if (past === null) throw new Error('What is open cannot be brought back.');
  const open = {
    endedAt: null,
    cancelledBy: null,
    closed: null,
    rejectionReason: null,
    broughtBackAt: now,
  };
  if (past.stage === 'request') return { ...open, status: 'pending_approval' };
  const isSlip = now.getTime() - past.endedAt.getTime() <= slipMinutes * 60_000;
  const mayEnter = asked.mayConsult || entry.status === 'no_show';
  if (past.stage === 'room' && isSlip && mayEnter && !entry.consultationRuns) {
    return { ...open, status: 'in_progress' };
  }
  const wanted = past.stage === 'room' ? placeOnReturn(line.members) : placeNow(line, past);
  const place = isSlip ? wanted : laterPlace(entry.status, past, wanted, line, now);
  return { ...open, status: 'waiting', place, startedAt: null, reason: 'restored' };
}

function laterPlace(
  was: QueueStatus,
  { lineNumber }: Past,
  wanted: number,
  line: Line,
  now: Date,
): number {
  return was === 'completed' ? line.members.length + 1 : fairPlace(line, wanted, lineNumber, now);
}

/** A blank note leaves the one that is there. */
function noteOf({ notes }: { readonly notes?: string | undefined }): Turn {
  return notes === undefined || notes === '' ? {} : { notes };
}

/** What is said at the end stands below what was noted before. */
function noteBelow(before: string | null, { notes = '' }: { readonly notes?: string | undefined }) {
  return noteOf({ notes: joinedNotes(before, notes) });
}

const described: Record<QueueStatus, string> = {
  pending_approval: 'still waiting for approval',
  waiting: 'waiting in line',
  in_progress: 'with the doctor',
  completed: 'completed',
  cancelled: 'cancelled',
  no_show: 'marked as no show',
  rejected: 'rejected',
};

/**
 * A key that sorts between two neighbours (absent at either end of the line); undefined when
 * doubles have no room left between them and the line must be numbered anew.
 */
export function keyBetween(
  before: number | undefined,
  after: number | undefined,
): number | undefined {
  if (before === undefined) return after === undefined ? 1 : Math.ceil(after) - 1;
  if (after === undefined) return Math.floor(before) + 1;
  const middle = before + (after - before) / 2;
  return middle > before && middle < after ? middle : undefined;
}
