/**
 * A model of a doctor's queue, a second implementation of its rules without a database: conditions,
 * effects and the resulting line of each action [QST-1…11]. It shares only the order of the line
 * with the server, which the contract defines.
 */
import { type QueueStatus, slipMinutes, type Urgency } from '@baari/contract/constants.ts';
import {
  type InLine,
  isAway,
  orderAfter,
  placeIn,
  placeOneOn,
  placeOnReturn,
  settled,
} from '@baari/contract/queue/line.ts';
import type { ActionName } from '@baari/contract/queue/queue-actions.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';

export interface ModelEntry extends InLine {
  readonly id: string;
  readonly status: QueueStatus;
  readonly urgency: Urgency;
  readonly isCheckedIn: boolean;
  /** How often the patient of this entry let somebody else go first. */
  readonly delays: number;
  /** The queue's version when the entry last changed. */
  readonly changedIn: number;
  /**
   * The status before the entry ended, and whether the patient ended it; absent before its first
   * end.
   */
  readonly ended?: {
    readonly from: QueueStatus;
    readonly isGivenUp: boolean;
    /** When staff ended the entry, in milliseconds; undefined if somebody else ended it. */
    readonly at?: number | undefined;
  };
}

/** The state of a doctor's queue. It is immutable: each action returns a new state. */
export interface ModelQueue {
  readonly version: number;
  readonly entries: ReadonlyMap<string, ModelEntry>;
  /** The ids of the waiting entries, in order. */
  readonly line: readonly string[];
}

export type ModelActionName = keyof typeof actions;

export interface ModelAction {
  readonly name: ModelActionName;
  readonly id: string;
  /** The queue version that the caller has seen. */
  readonly seen?: number | undefined;
  /**
   * The new position in the line, from 1: for a move, the requested position; for a restored entry,
   * the position in the server's answer.
   */
  readonly place?: number;
  /**
   * When the action happened, in milliseconds; absent means immediately after the previous action.
   */
  readonly at?: number;
  /** The new urgency, if the action changes it. */
  readonly urgency?: Urgency;
}

export const emptyQueue: ModelQueue = { version: 0, entries: new Map(), line: [] };

/**
 * The reasons for which an action is refused, besides the entry's status. Most actions have no such
 * reasons.
 */
type Conditions = (queue: ModelQueue, entry: ModelEntry, action: ModelAction) => RefusalCode[];

interface ModelRule {
  readonly from: readonly QueueStatus[];
  readonly to?: QueueStatus;
  readonly conditions?: Conditions;
}

const waiting = ['waiting'] as const;
const notInside = ['pending_approval', 'waiting'] as const;
const called = ['waiting', 'in_progress'] as const;
const over = ['rejected', 'cancelled', 'no_show', 'completed'] as const;

const actions = {
  approve: { from: ['pending_approval'], to: 'waiting' },
  reject: { from: ['pending_approval'], to: 'rejected' },
  start: { from: waiting, to: 'in_progress', conditions: mayEnter },
  complete: { from: ['in_progress'], to: 'completed' },
  no_show: { from: called, to: 'no_show' },
  leave: { from: notInside, to: 'cancelled' },
  remove: { from: waiting, to: 'cancelled' },
  close: { from: notInside, to: 'cancelled' },
  move_up: { from: waiting, conditions: oneOn(-1, 'already_first') },
  move_down: { from: waiting, conditions: oneOn(1, 'already_last') },
  move: { from: waiting, conditions: goesElsewhere },
  to_end: { from: waiting, conditions: goesBehindSomebody },
  hold: { from: called, to: 'waiting', conditions: wasCalled },
  back: { from: waiting, conditions: (_queue, entry) => unless(isAway(entry), 'not_on_hold') },
  note: { from: called },
  urgency: { from: notInside, conditions: isAnotherUrgency },
  check_in: { from: notInside, conditions: (_, e) => unless(!e.isCheckedIn, 'already_checked_in') },
  go_later: { from: waiting, conditions: hasSomebodyBehind },
  undo_check_in: { from: notInside, conditions: (_, e) => unless(e.isCheckedIn, 'not_checked_in') },
  bring_back: {
    from: over,
    conditions: (_, { ended }) => unless(ended?.isGivenUp !== true, 'patient_left'),
  },
} as const satisfies Partial<Record<ActionName, ModelRule>>;

/** The actions of the model, by their names in the contract. */
export const modelActionNames = Object.keys(actions) as readonly ModelActionName[];

const rules: Readonly<Record<ModelActionName, ModelRule>> = actions;

function unless(isSo: boolean, code: RefusalCode): RefusalCode[] {
  return isSo ? [] : [code];
}

function mayEnter(queue: ModelQueue, { id }: ModelEntry): RefusalCode[] {
  return [
    ...unless(inside(queue) === undefined, 'consultation_running'),
    ...unless(queue.line[0] === id, 'not_first_in_line'),
  ];
}

function wasCalled(queue: ModelQueue, entry: ModelEntry): RefusalCode[] {
  const mayBeCalled = entry.status === 'in_progress' || queue.line[0] === entry.id;
  return unless(mayBeCalled || isAway(entry), 'not_first_in_line');
}

function oneOn(by: 1 | -1, code: RefusalCode): Conditions {
  return (queue, { id }) => unless(placeOneOn(membersOf(queue), id, by) !== undefined, code);
}

function goesElsewhere(queue: ModelQueue, { id }: ModelEntry, action: ModelAction): RefusalCode[] {
  const place = placeIn(orderAfter(membersOf(queue), id, placeAskedFor(queue, action)), id);
  return unless(place !== positionOf(queue, id), 'already_there');
}

function goesBehindSomebody(
  queue: ModelQueue,
  entry: ModelEntry,
  action: ModelAction,
): RefusalCode[] {
  const { line } = queue;
  return [
    ...unless(line.at(-1) !== entry.id, 'already_last'),
    ...goesElsewhere(queue, entry, { ...action, place: line.length }),
  ];
}

function hasSomebodyBehind(queue: ModelQueue, entry: ModelEntry): RefusalCode[] {
  return [
    ...unless(!isAway(entry), 'is_on_hold'),
    ...unless(entry.delays < 2, 'delays_used'),
    ...unless(placeBehindNext(queue, entry.id) !== undefined, 'already_last'),
  ];
}

/**
 * The position directly behind the next entry that can be called; undefined if no entry behind this
 * entry can be called.
 */
function placeBehindNext(queue: ModelQueue, id: string): number | undefined {
  const members = membersOf(queue);
  const own = placeIn(members, id);
  const next = members.findIndex((member, index) => index >= own && !isAway(member));
  return next === -1 ? undefined : next + 1;
}

function isAnotherUrgency(
  _queue: ModelQueue,
  entry: ModelEntry,
  { urgency }: ModelAction,
): RefusalCode[] {
  return unless(entry.urgency !== urgency, 'urgency_unchanged');
}

/** The state of the queue after a patient's request. */
export function withRequest(queue: ModelQueue, id: string, urgency: Urgency): ModelQueue {
  const version = queue.version + 1;
  const entry: ModelEntry = {
    id,
    urgency,
    status: 'pending_approval',
    hold: null,
    isCheckedIn: false,
    delays: 0,
    changedIn: version,
  };
  return { ...queue, version, entries: new Map(queue.entries).set(id, entry) };
}

/** The possible refusals of an action; empty if the action is allowed. */
export function refusalsOf(queue: ModelQueue, action: ModelAction): RefusalCode[] {
  const entry = queue.entries.get(action.id);
  if (entry === undefined) return ['not_found'];
  const { from, conditions } = rules[action.name];
  if (!from.includes(entry.status)) return ['illegal_transition'];
  const isOverruled = action.seen !== undefined && entry.changedIn > action.seen;
  return [...unless(!isOverruled, 'entry_changed'), ...(conditions?.(queue, entry, action) ?? [])];
}

/** The state of the queue after an allowed action. */
export function afterAction(queue: ModelQueue, action: ModelAction): ModelQueue {
  const before = queue.entries.get(action.id);
  if (before === undefined) throw new Error(`There is no ${action.id}.`);
  const version = queue.version + 1;
  const status =
    action.name === 'bring_back'
      ? statusBroughtBack(queue, before, action)
      : (rules[action.name].to ?? before.status);
  const changed = { ...before, ...changesBy(action, before), status, changedIn: version };
  const isGivenUp = action.name === 'leave';
  const hasEnded = over.some((each) => each === status);
  const entry = hasEnded
    ? { ...changed, ended: { from: before.status, isGivenUp, at: action.at } }
    : changed;
  const entries = new Map(queue.entries).set(entry.id, entry);
  const others = queue.line.filter((id) => id !== entry.id);
  const same = { ...queue, version, entries };
  if (status !== 'waiting') return { ...same, line: settledIds(entries, others) };
  return { ...same, line: settledIds(entries, placed(queue, action, entries)) };
}

/**
 * The status that an ended entry gets when staff restore it: the status before its end. An entry
 * that was with the doctor must wait if another patient is with the doctor now, or after some
 * minutes.
 */
function statusBroughtBack(
  queue: ModelQueue,
  { ended }: ModelEntry,
  action: ModelAction,
): QueueStatus {
  if (ended?.from !== 'in_progress') return ended?.from ?? 'waiting';
  return inside(queue) === undefined && isSlip(ended, action) ? 'in_progress' : 'waiting';
}

/**
 * Whether staff restore an entry within minutes of its end, so that the end counts as a mistake.
 */
function isSlip(ended: ModelEntry['ended'], { at }: ModelAction): boolean {
  if (ended?.at === undefined || at === undefined) return true;
  return at - ended.at <= slipMinutes * 60_000;
}

function changesBy({ name, urgency }: ModelAction, entry: ModelEntry): Partial<ModelEntry> {
  switch (name) {
    case 'hold':
      return { hold: { backAt: null } };
    case 'back':
      return { hold: { backAt: 'now' }, isCheckedIn: true };
    case 'urgency':
      return { urgency: urgency ?? entry.urgency };
    case 'check_in':
      return { isCheckedIn: true };
    case 'go_later':
      return { delays: entry.delays + 1 };
    case 'undo_check_in':
      return { isCheckedIn: false };
    default:
      return {};
  }
}

/** The order of the waiting entries after the action, including the entry of the action. */
function placed(
  queue: ModelQueue,
  action: ModelAction,
  entries: ReadonlyMap<string, ModelEntry>,
): readonly string[] {
  const { id, name } = action;
  const members = membersOf({ ...queue, entries });
  const to = (place: number) => idsOf(orderAfter(members, id, place));
  switch (name) {
    case 'approve':
      return [...queue.line, id];
    case 'hold':
      return queue.line.includes(id) ? queue.line : [id, ...queue.line];
    case 'move_up':
      return to(placeOneOn(membersOf(queue), id, -1) ?? 0);
    case 'move_down':
      return to(placeOneOn(membersOf(queue), id, 1) ?? 0);
    case 'move':
      return to(placeAskedFor(queue, action));
    case 'to_end':
      return to(queue.line.length);
    case 'go_later':
      return to(placeBehindNext(queue, id) ?? 0);
    case 'back':
      return to(placeOnReturn(membersOf(queue)));
    case 'bring_back':
      return queue.line.toSpliced(placeBroughtBack(queue, action) - 1, 0, id);
    default:
      return queue.line;
  }
}

/**
 * The position of a restored entry. The entry is first in line if it was with the doctor minutes
 * ago. Otherwise the server's answer decides, because the model does not know the entry's former
 * neighbours.
 */
function placeBroughtBack(queue: ModelQueue, action: ModelAction): number {
  const ended = queue.entries.get(action.id)?.ended;
  const isNext = ended?.from === 'in_progress' && isSlip(ended, action);
  return isNext
    ? placeOnReturn(membersOf(queue))
    : Math.min(action.place ?? 1, queue.line.length + 1);
}

function placeAskedFor({ line }: ModelQueue, { place = 1 }: ModelAction): number {
  return Math.min(Math.max(place, 1), line.length);
}

function settledIds(
  entries: ReadonlyMap<string, ModelEntry>,
  line: readonly string[],
): readonly string[] {
  return idsOf(settled(membersOf({ entries, line })));
}

function membersOf({ entries, line }: Pick<ModelQueue, 'entries' | 'line'>): ModelEntry[] {
  return line.flatMap((id) => entries.get(id) ?? []);
}

function idsOf(members: readonly { readonly id: string }[]): string[] {
  return members.map(({ id }) => id);
}

/** The entry's position in the line: 1…n while waiting, else 0. */
export function positionOf({ line }: ModelQueue, id: string): number {
  return line.indexOf(id) + 1;
}

/** The id of the entry whose patient is with the doctor. */
export function inside({ entries }: ModelQueue): string | undefined {
  return [...entries.values()].find(({ status }) => status === 'in_progress')?.id;
}
