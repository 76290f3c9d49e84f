/**
 * The rules of the actions on an entry [QST-1…11]. Pure: take the entry, its line and the time,
 * return the change or a refusal. The contract (`queue-actions.ts`) defines transitions and
 * conditions. Each rule in this file adds what else the action changes or refuses.
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
  type PayloadOf,
  type QueueAction,
  queueActions,
} from '@baari/contract/queue/queue-actions.ts';
import {
  refusalOf,
  type EntryState as KnownEntryState,
} from '@baari/contract/queue/entry-state.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { delayedByMinutes, delayedByPeople } from './order/delay.rules.ts';
import { fairPlace, type FormerPlace, type Line, mayMove, placeNow } from './order/line.rules.ts';

/** The facts about an entry and its line that the rules need. */
export interface EntryState extends KnownEntryState {
  readonly id: string;
  readonly waiting: number;
  /** The time at which the patient was called in; null before the call. */
  readonly startedAt: Date | null;
  readonly urgency: Urgency;
  readonly checkedInBy: CheckInWay | null;
  /** The note that staff have written so far. */
  readonly notes: string | null;
  /** How the entry ended; null while the entry is open. */
  readonly past: Past | null;
}

/** The facts about a queue entry that has ended. */
export interface Past extends FormerPlace {
  /** The stage at which the entry ended: a pending request, in the line, or with the doctor. */
  readonly stage: 'request' | 'line' | 'room';
}

/** The names of the service point of a shared line that calls the patient. */
export interface NamedPoint {
  readonly id: string;
  readonly name: string;
  readonly names: LineNames;
}

/** The fields of an entry that an action changes. Absent fields stay unchanged. */
export interface EntryChange {
  readonly event: EntryEventType;
  readonly status?: QueueStatus;
  /**
   * The service point that serves the patient now; null if no service point serves the patient any
   * more.
   */
  readonly point?: NamedPoint | null;
  /**
   * The requested position in line: 1…n while waiting, otherwise 0. The resulting position may
   * differ if patients are on hold.
   */
  readonly place: number;
  /** The reason for a change of the line's order, as patients read it [INV-12]. */
  readonly reason?: PlaceReason;
  /** The time of a missed call. After a missed call the patient is on hold. */
  readonly missedCallAt?: Date;
  /** The time at which the patient came back after a missed call. */
  readonly backAt?: Date;
  /**
   * A delay that the patient asked for: how many minutes late, or null to let other patients go
   * first.
   */
  readonly delayed?: { readonly at: Date; readonly minutes: number | null };
  /** The patient's report that the visit is over. */
  readonly saidOver?: { readonly word: SaidOverWord; readonly at: Date };
  readonly needsInterpreter?: boolean;
  /** The staff's note; null deletes it. */
  readonly notes?: string | null;
  readonly rejectionReason?: string | null;
  /** The urgency set by staff, with the reason for staff. */
  readonly judged?: { readonly urgency: Urgency; readonly reason: string; readonly at: Date };
  readonly cancelledBy?: 'patient' | 'staff' | null;
  /**
   * Why staff closed the entry before the patient's turn, with a message to the patient. Null
   * undoes the closing.
   */
  readonly closed?: { readonly reason: CloseReason; readonly word: string | null } | null;
  readonly approvedAt?: Date;
  readonly startedAt?: Date | null;
  readonly endedAt?: Date | null;
  /** The time at which staff restored the entry after it had ended. */
  readonly broughtBackAt?: Date;
  /** The recorded arrival of the patient. Null values undo the check-in. */
  readonly checkIn?: CheckIn | { readonly at: null; readonly by: null };
}

export interface CheckIn {
  readonly at: Date;
  readonly by: CheckInWay;
}

/**
 * Whether a patient may request a place in line. Refuses if the patient has an open entry in any
 * line, and if the doctor is not Available [QST-1]. Also refuses while the hospital is closed, if
 * it accepts no requests outside opening hours.
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

/** The opening time as text, such as "Monday, 16 March at 8:00 am". */
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

/**
 * Whether a patient may join a line without approval, for example with an appointment. Refuses a
 * patient who has another open entry, and every patient while the doctor is Offline [APPT-1].
 */
export function mayJoinLine(facts: {
  readonly hasOpenEntry: boolean;
  readonly doctorStatus: DoctorStatus;
}): Result<void> {
  if (facts.hasOpenEntry) return refuse('already_in_queue');
  if (facts.doctorStatus === 'Offline') return refuse('doctor_not_available');
  return ok(undefined);
}

/** The input of the rule of an action. */
export interface RuleInput<Name extends ActionName> {
  readonly entry: EntryState;
  readonly payload: PayloadOf<Name>;
  /** How the patient's arrival became known, which follows from the caller or the device. */
  readonly by: CheckInWay;
  /** Whether the caller may call patients in and complete their visits. */
  readonly mayConsult: boolean;
  readonly now: Date;
}

/** The waiting entries in order. */
export type Order = readonly (InLine & { readonly id: string })[];

/** The fields that a rule adds to the change that the contract declares for the action. */
type Patch = Partial<EntryChange>;

/**
 * The rule of one action. `reads` names what the rule needs in addition to the entry: nothing, the
 * order of the line, or the whole line.
 */
export type Rule<Name extends ActionName> =
  | { readonly reads?: undefined; readonly decide: (input: RuleInput<Name>) => Result<Patch> }
  | {
      readonly reads: 'order';
      readonly decide: (input: RuleInput<Name>, order: Order) => Result<Patch>;
    }
  | {
      readonly reads: 'line';
      readonly decide: (input: RuleInput<Name>, line: Line) => Result<Patch>;
    };

/**
 * The actions within one line. The rules of `transfer`, which moves an entry to another line, are
 * in `transfer.rules.ts`.
 */
export type RuledName = Exclude<ActionName, 'transfer'>;

/** The rule of each action. If an action has no rule, the code does not compile. */
export const rules: { readonly [Name in RuledName]: Rule<Name> } = {
  approve: { decide: ({ entry, payload }) => ok({ place: entry.waiting + 1, ...noteOf(payload) }) },
  reject: { decide: ({ payload }) => ok({ rejectionReason: payload.reason }) },
  start: { decide: ({ payload }) => ok(noteOf(payload)) },
  complete: { decide: ({ entry, payload }) => ok(noteBelow(entry.notes, payload)) },
  no_show: { decide: ({ entry, payload }) => ok(noteBelow(entry.notes, payload)) },
  leave: { decide: () => ok({ cancelledBy: 'patient' }) },
  remove: { decide: () => ok({ cancelledBy: 'staff' }) },
  close: {
    decide: ({ payload: { reason, word } }) =>
      ok({ cancelledBy: 'staff', closed: { reason, word: word === '' ? null : (word ?? null) } }),
  },
  move_up: { reads: 'order', decide: ({ entry }, order) => moveOneOn(entry, order, -1) },
  move_down: { reads: 'order', decide: ({ entry }, order) => moveOneOn(entry, order, 1) },
  /**
   * Moves a patient in the line. Refuses a move without a reason if a patient would be passed too
   * often or wait too long [INV-12].
   */
  move: {
    reads: 'line',
    decide: ({ entry, payload, now }, line) =>
      moveTo(payload.position, entry, payload.reason, line, now),
  },
  to_end: {
    reads: 'line',
    decide: ({ entry, payload, now }, line) =>
      moveTo(entry.waiting, entry, payload.reason, line, now),
  },
  /**
   * Puts an absent patient on hold after a call. The patient goes next after coming back.
   */
  hold: {
    decide: ({ entry, now }) =>
      ok({
        place: entry.status === 'in_progress' ? 1 : entry.place,
        reason: 'held',
        // The time of the call is when the patient was called in, not when staff noticed the
        // absence.
        missedCallAt: (entry.status === 'in_progress' ? entry.startedAt : null) ?? now,
      }),
  },
  /** Marks a patient as back after a missed call. The patient goes next and is checked in. */
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
  note: { decide: ({ payload }) => ok({ notes: payload.notes }) },
  write_note: {
    decide: ({ payload }) => ok({ notes: payload.notes === '' ? null : payload.notes }),
  },
  /**
   * Changes the urgency of an entry without moving the patient. A move is a separate action with
   * its own reason.
   */
  urgency: {
    decide({ entry, payload: { urgency, reason }, now }) {
      if (entry.urgency === urgency) return refuse('urgency_unchanged');
      return ok({ judged: { urgency, reason, at: now } });
    },
  },
  interpreter: {
    decide: ({ payload }) => ok({ needsInterpreter: payload.needsInterpreter }),
  },
  check_in: { decide: ({ by, now }) => ok({ checkIn: { at: now, by } }) },
  /**
   * Undoes a check-in. Patients may undo only a check-in that they made themselves. Only staff may
   * undo a check-in by the hospital.
   */
  undo_check_in: {
    decide({ entry, by }) {
      const isOwnWord = entry.checkedInBy === 'patient';
      if (by === 'patient' && !isOwnWord) return refuse('seen_at_hospital');
      return ok({ checkIn: { at: null, by: null } });
    },
  },
  say_over: { decide: ({ payload: { word }, now }) => ok({ saidOver: { word, at: now } }) },
  bring_back: { reads: 'line', decide: (input, line) => ok(broughtBack(input, line)) },
  take_back: {
    decide: () => ok({ cancelledBy: 'patient', checkIn: { at: null, by: null } }),
  },
  /**
   * Moves a patient who will be some minutes late to a later position. Refuses if there is no
   * forecast [WAIT-1].
   */
  run_late: {
    reads: 'line',
    decide({ entry: { id }, payload: { minutes }, now }, line) {
      const effect = delayedByMinutes(line, id, minutes);
      if (effect === undefined) return refuse('wait_not_known');
      const delayed = { at: now, minutes };
      // If no patient is behind, the position does not change, but the desk still sees the delay.
      if (effect.letsPass === 0) return ok({ event: 'queue_updated', delayed });
      return ok({ place: effect.place, reason: 'patient', delayed });
    },
  },
  /** Lets other patients go first. Refuses if no patient behind can be called. */
  go_later: {
    reads: 'line',
    decide({ entry: { id }, payload: { people }, now }, line) {
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

/** Whether an action is allowed on an entry in its present state [QST-10]. */
export function mayBecome(name: ActionName, entry: EntryState): Result<void> {
  const code = refusalOf(queueActions[name], entry);
  if (code === undefined) return ok(undefined);
  return code === 'illegal_transition'
    ? refuse(code, `Not possible: this entry is ${described[entry.status]}.`)
    : refuse(code);
}

/**
 * The complete change of an action: the change that the contract declares, and what the rule adds.
 */
export function changeOf(
  name: ActionName,
  entry: EntryState,
  patch: Patch,
  now: Date,
): EntryChange {
  const { event, to }: QueueAction = queueActions[name];
  const status = to ?? entry.status;
  return {
    event,
    ...(status === entry.status ? {} : { status }),
    place: status === 'waiting' ? entry.place : 0,
    ...timesOf(entry.status, status, now),
    ...patch,
  };
}

/** The timestamps that a change of status sets or clears. */
function timesOf(from: QueueStatus, to: QueueStatus, now: Date): Patch {
  if (from === to) return {};
  if (to === 'in_progress') return { startedAt: now };
  if (to === 'waiting') return from === 'in_progress' ? { startedAt: null } : { approvedAt: now };
  return to === 'pending_approval' ? {} : { endedAt: now };
}

function moveTo(
  position: number,
  { id }: EntryState,
  reason: MoveReason | undefined,
  line: Line,
  now: Date,
): Result<Patch> {
  const place = mayMove(line, id, position, reason, now);
  return place.ok ? ok({ place: place.value, reason: reason ?? 'desk' }) : place;
}

/** Moves an entry one position up or down. No reason is needed [QST-9]. */
function moveOneOn({ id }: EntryState, order: Order, by: 1 | -1): Result<Patch> {
  const place = placeOneOn(order, id, by);
  if (place === undefined) return refuse(by === -1 ? 'already_first' : 'already_last');
  return ok({ place, reason: 'desk' });
}

/**
 * Restores an ended entry [DESK-1]. A request becomes pending again. Within minutes a waiting
 * patient returns to the former position. A patient who was with the doctor returns to the doctor
 * or, if the doctor has another patient, goes next. Later, restoring a patient may not harm any
 * waiting patient, and the patient of a completed visit goes to the end of the line.
 */
function broughtBack(input: RuleInput<'bring_back'>, line: Line): Patch {
  const { entry, now } = input;
  const { past } = entry;
  if (past === null) throw new Error('An open entry cannot be brought back.');
  const open = {
    endedAt: null,
    cancelledBy: null,
    closed: null,
    rejectionReason: null,
    broughtBackAt: now,
  };
  if (past.stage === 'request') return { ...open, status: 'pending_approval' };
  const isSlip = now.getTime() - past.endedAt.getTime() <= slipMinutes * 60_000;
  const mayEnter = input.mayConsult || entry.status === 'no_show';
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

/** The change of the note. A blank note leaves the stored note unchanged. */
function noteOf({ notes }: { readonly notes?: string | undefined }): Patch {
  return notes === undefined || notes === '' ? {} : { notes };
}

/** Adds the note that staff wrote at the end of the visit below the earlier note. */
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
 * A sort key between the sort keys of two neighbours; at either end of the line one neighbour is
 * absent. Undefined if floating-point precision is exhausted and the line must be renumbered.
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
