import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CheckInWay,
  checkInWays,
  type QueueStatus,
  queueStatuses,
  urgencies,
} from '@baari/contract/constants.ts';
import { actionNames as everyName, type PayloadOf } from '@baari/contract/queue/queue-actions.ts';
import fc from 'fast-check';
import { ok, type Result } from '../platform/result.ts';
import { steadyLine } from '../testing/test-lines.ts';
import type { Line } from './order/line.rules.ts';
import type { EntryChange, Past, Rule, RuledName, EntryState } from './queue.rules.ts';
import * as queueRules from './queue.rules.ts';

const now = new Date('2026-01-05T04:30:00Z');

/** The names of the actions that stay within one line. */
const actionNames = everyName.filter((name): name is RuledName => name !== 'transfer');

/** Applies an action to an entry in a line of this size. Returns the change or the refusal. */
function act<Name extends RuledName>(
  name: Name,
  entry: EntryState,
  payload: PayloadOf<Name>,
  by: CheckInWay = 'staff',
): Result<EntryChange> {
  const possible = queueRules.mayBecome(name, entry);
  if (!possible.ok) return possible;
  const patch = patchOf(queueRules.rules[name], { entry, payload, by, mayConsult: true, now });
  return patch.ok ? ok(queueRules.changeOf(name, entry, patch.value, now)) : patch;
}

function patchOf<Name extends RuledName>(rule: Rule<Name>, input: queueRules.RuleInput<Name>) {
  const line = lineAround(input.entry);
  switch (rule.reads) {
    case undefined:
      return rule.decide(input);
    case 'order':
      return rule.decide(input, line.members);
    case 'line':
      return rule.decide(input, line);
  }
}

function lineAround({ id, place, waiting, isAway }: EntryState): Line {
  const members = Array.from({ length: waiting }, (_, index) => ({
    id: index + 1 === place ? id : `other ${index}`,
    lineNumber: index,
    urgency: 'medium' as const,
    joinedAt: now,
    dueAt: null,
    key: index + 1,
    since: new Date(0),
    overtaken: 0,
    countsAs: 1,
    hold: index + 1 === place && isAway ? { backAt: null } : null,
  }));
  return { members, at: steadyLine(10, now) };
}

const actions = {
  approve: (entry: EntryState) => act('approve', entry, { notes: 'Approved by staff' }),
  reject: (entry: EntryState) => act('reject', entry, { reason: 'Please see a dentist' }),
  start: (entry: EntryState) => act('start', entry, {}),
  complete: (entry: EntryState) => act('complete', entry, { notes: 'Rest' }),
  no_show: (entry: EntryState) => act('no_show', entry, {}),
  run_late: (entry: EntryState) => act('run_late', entry, { minutes: 20 }),
  go_later: (entry: EntryState) => act('go_later', entry, { people: 1 }),
  leave: (entry: EntryState) => act('leave', entry, {}),
  remove: (entry: EntryState) => act('remove', entry, {}),
  close: (entry: EntryState) => act('close', entry, { reason: 'day_ended' }),
  move: (entry: EntryState) => act('move', entry, { position: 1 }),
  move_up: (entry: EntryState) => act('move_up', entry, {}),
  move_down: (entry: EntryState) => act('move_down', entry, {}),
  to_end: (entry: EntryState) => act('to_end', entry, {}),
  hold: (entry: EntryState) => act('hold', entry, {}),
  back: (entry: EntryState) => act('back', { ...entry, isAway: true }, {}),
  note: (entry: EntryState) => act('note', entry, { notes: 'Bring the X-ray' }),
  write_note: (entry: EntryState) => act('write_note', entry, { notes: 'Coughs' }),
  urgency: (entry: EntryState) => act('urgency', entry, { urgency: 'high', reason: 'Worse' }),
  interpreter: (entry: EntryState) => act('interpreter', entry, { needsInterpreter: true }),
  check_in: (entry: EntryState) => act('check_in', entry, {}, 'door'),
  undo_check_in: (entry: EntryState) => act('undo_check_in', entry, {}),
  take_back: (entry: EntryState) => act('take_back', entry, {}),
  say_over: (entry: EntryState) => act('say_over', entry, { word: 'seen' }),
  bring_back: (entry: EntryState) => act('bring_back', entry, {}),
} satisfies Record<RuledName, unknown>;

/** The allowed changes of status for each action. All other changes must be refused. */
const table: Record<RuledName, Partial<Record<QueueStatus, QueueStatus>>> = {
  approve: { pending_approval: 'waiting' },
  reject: { pending_approval: 'rejected' },
  start: { waiting: 'in_progress' },
  complete: { in_progress: 'completed' },
  no_show: { waiting: 'no_show', in_progress: 'no_show' },
  run_late: { waiting: 'waiting' },
  go_later: { waiting: 'waiting' },
  leave: { pending_approval: 'cancelled', waiting: 'cancelled' },
  remove: { waiting: 'cancelled' },
  close: { pending_approval: 'cancelled', waiting: 'cancelled' },
  move: { waiting: 'waiting' },
  move_up: { waiting: 'waiting' },
  move_down: { waiting: 'waiting' },
  to_end: { waiting: 'waiting' },
  say_over: { in_progress: 'in_progress' },
  hold: { waiting: 'waiting', in_progress: 'waiting' },
  back: { waiting: 'waiting' },
  note: { waiting: 'waiting', in_progress: 'in_progress' },
  write_note: { in_progress: 'in_progress' },
  urgency: { pending_approval: 'pending_approval', waiting: 'waiting' },
  interpreter: {
    pending_approval: 'pending_approval',
    waiting: 'waiting',
    in_progress: 'in_progress',
  },
  check_in: { pending_approval: 'pending_approval', waiting: 'waiting' },
  undo_check_in: { pending_approval: 'pending_approval', waiting: 'waiting' },
  take_back: { waiting: 'cancelled' },
  bring_back: {
    rejected: 'pending_approval',
    cancelled: 'waiting',
    no_show: 'waiting',
    completed: 'in_progress',
  },
};

/** The facts of an entry that just ended with this status. */
function pastOf(status: QueueStatus): EntryState['past'] {
  const stages = { rejected: 'request', cancelled: 'line', no_show: 'line', completed: 'room' };
  const stage = Object.entries(stages).find(([each]) => each === status)?.[1];
  if (stage !== 'request' && stage !== 'line' && stage !== 'room') return null;
  return { endedAt: now, stage, key: 1.5, lineNumber: 1 };
}

function entryState(status: QueueStatus, over: Partial<EntryState> = {}): EntryState {
  const place = status === 'waiting' ? 1 : 0;
  const base = {
    id: 'e',
    status,
    place,
    waiting: 3,
    startedAt: null,
    isCalledLongAgo: true,
    isLast: false,
    consultationRuns: status === 'in_progress',
    urgency: 'medium' as const,
    notes: null,
    isCheckedIn: false,
    checkedInBy: null,
    isAway: false,
    delays: 0,
    isGivenUp: false,
    isOfThePast: false,
    past: pastOf(status),
  };
  return { ...base, ...over };
}

test('a patient may choose a later place twice a visit before the call, and report being late only before arriving [WAIT-1]', () => {
  const second = entryState('waiting', { place: 2 });
  const late = actions.run_late(second);
  assert.ok(late.ok);
  assert.deepEqual(late.value, {
    event: 'position_changed',
    place: 3,
    reason: 'patient',
    delayed: { at: now, minutes: 20 },
  });
  const later = actions.go_later(second);
  assert.ok(later.ok);
  assert.deepEqual(later.value.delayed, { at: now, minutes: null });
  for (const action of [actions.run_late, actions.go_later]) {
    assert.equal(codeOf(action({ ...second, delays: 1 })), 'ok');
    assert.equal(codeOf(action({ ...second, delays: 2 })), 'delays_used');
    assert.equal(codeOf(action({ ...second, isAway: true })), 'is_on_hold');
  }
  assert.equal(codeOf(actions.run_late({ ...second, isCheckedIn: true })), 'already_checked_in');
  assert.equal(codeOf(actions.go_later({ ...second, isCheckedIn: true })), 'ok');
});

test('the last patient cannot let others go first, and can still report being late to the desk [WAIT-1]', () => {
  const last = entryState('waiting', { place: 3, isLast: true });
  assert.equal(codeOf(actions.go_later(last)), 'already_last');
  const late = actions.run_late(last);
  assert.ok(late.ok);
  assert.deepEqual([late.value.event, late.value.place], ['queue_updated', 3]);
  assert.deepEqual(late.value.delayed, { at: now, minutes: 20 });
});

function codeOf(result: Result<EntryChange>): string {
  return result.ok ? 'ok' : result.code;
}

test('each action changes a visit only from the allowed statuses to the expected status, and is refused in every other status [QST-2…10, INV-9]', () => {
  for (const action of actionNames) {
    for (const status of queueStatuses) {
      // The entry is second of three, or first for actions that only apply to the first in line.
      const place = status === 'waiting' ? (action === 'start' || action === 'hold' ? 1 : 2) : 0;
      const isCheckedIn = action === 'undo_check_in';
      const result = actions[action](entryState(status, { place, isCheckedIn }));
      const expected = table[action][status];
      if (expected === undefined) {
        assert.equal(codeOf(result), 'illegal_transition', `${action} from ${status}`);
      } else {
        assert.ok(result.ok, `${action} from ${status}`);
        assert.equal(result.value.status ?? status, expected, `${action} from ${status}`);
      }
    }
  }
});

test('an approved patient goes to the end of the line, and the patient’s note is kept [QST-2]', () => {
  const result = act('approve', entryState('pending_approval', { waiting: 4 }), {
    notes: 'Bring papers',
  });
  assert.deepEqual(result, {
    ok: true,
    value: {
      event: 'queue_approved',
      status: 'waiting',
      place: 5,
      approvedAt: now,
      notes: 'Bring papers',
    },
  });
});

/**
 * Restores an entry that ended this many minutes ago, while `behind` other patients wait in the
 * line.
 */
function bringBack(over: Partial<EntryState>, minutes: number, past: Partial<Past> = {}) {
  const status = over.status ?? 'cancelled';
  const known = pastOf(status);
  assert.ok(known !== null);
  const endedAt = new Date(now.getTime() - minutes * 60_000);
  return act(
    'bring_back',
    entryState(status, { ...over, past: { ...known, ...past, endedAt } }),
    {},
  );
}

test('a visit that just ended is restored to its former state: requested, waiting in line, or with the doctor [DESK-1]', () => {
  const open = {
    endedAt: null,
    cancelledBy: null,
    closed: null,
    rejectionReason: null,
    broughtBackAt: now,
  };
  const event = 'queue_updated';
  assert.deepEqual(bringBack({ status: 'rejected' }, 1), {
    ok: true,
    value: { ...open, event, place: 0, status: 'pending_approval' },
  });
  assert.deepEqual(bringBack({ status: 'cancelled' }, 1, { key: 2.5 }), {
    ok: true,
    value: { ...open, event, place: 3, status: 'waiting', startedAt: null, reason: 'restored' },
  });
  assert.deepEqual(bringBack({ status: 'completed' }, 1), {
    ok: true,
    value: { ...open, event, place: 0, status: 'in_progress' },
  });
});

test('if staff restore a patient who was with the doctor and another patient is with the doctor now, the restored patient goes next [DESK-1, INV-3]', () => {
  const next = bringBack({ status: 'completed', consultationRuns: true }, 1);
  assert.ok(next.ok);
  assert.deepEqual([next.value.status, next.value.place], ['waiting', 1]);
});

test('a visit that was completed an hour ago is restored at the end of the line, because the patient has seen the doctor [DESK-1]', () => {
  const last = bringBack({ status: 'completed' }, 60);
  assert.ok(last.ok);
  assert.deepEqual([last.value.status, last.value.place], ['waiting', 4]);
});

test('when a receptionist, who may not call patients in, restores a completed visit, it returns to the line and not to the doctor [DESK-1, ROLE-4]', () => {
  const { reads, decide } = queueRules.rules.bring_back;
  assert.equal(reads, 'line');
  const input = { payload: {}, by: 'staff' as const, mayConsult: false, now };
  const back = decide(
    { ...input, entry: entryState('completed') },
    lineAround(entryState('completed')),
  );
  assert.ok(back.ok);
  assert.deepEqual([back.value.status, back.value.place], ['waiting', 1]);
});

test('a visit that the patient cancelled, or that ended yesterday, is not restored [DESK-1]', () => {
  const payload = bringBack({ isGivenUp: true }, 1);
  assert.equal(codeOf(payload), 'patient_left');
  assert.equal(codeOf(bringBack({ isOfThePast: true }, 1)), 'day_is_over');
});

test('only the first patient in line is called in [QST-4]', () => {
  assert.equal(codeOf(actions.start(entryState('waiting', { place: 2 }))), 'not_first_in_line');
  assert.equal(codeOf(actions.start(entryState('waiting', { place: 1 }))), 'ok');
});

test('a second consultation cannot start while another one runs [QST-4]', () => {
  const first = entryState('waiting', { place: 1, consultationRuns: true });
  assert.equal(codeOf(actions.start(first)), 'consultation_running');
});

test('if the first patient in line, or a patient already called in, is absent, this patient stays in the line on hold [CONS-2, QST-6]', () => {
  const calledAt = new Date(now.getTime() - 12 * 60_000);
  const inside = actions.hold(entryState('in_progress', { startedAt: calledAt }));
  assert.ok(inside.ok);
  assert.deepEqual(inside.value, {
    event: 'queue_updated',
    status: 'waiting',
    place: 1,
    startedAt: null,
    missedCallAt: calledAt,
    reason: 'held',
  });
  assert.equal(codeOf(actions.hold(entryState('waiting', { place: 2 }))), 'not_first_in_line');
  const again = actions.hold(entryState('waiting', { place: 2, isAway: true }));
  assert.ok(again.ok, 'somebody on hold can be called again');
  assert.equal(again.value.place, 2);
});

test('only a patient on hold after a missed call can be marked as back, and then usually goes next [PAT-11]', () => {
  assert.equal(codeOf(act('back', entryState('waiting'), {})), 'not_on_hold');
  const back = actions.back(entryState('waiting', { place: 3, isCheckedIn: true }));
  assert.ok(back.ok);
  assert.deepEqual(back.value, {
    event: 'position_changed',
    place: 1,
    reason: 'returned',
    backAt: now,
  });
});

test('when a patient leaves or is removed, the record says who cancelled [QST-7, QST-8]', () => {
  const left = actions.leave(entryState('waiting'));
  const removed = actions.remove(entryState('waiting'));
  assert.ok(left.ok && removed.ok);
  assert.equal(left.value.cancelledBy, 'patient');
  assert.equal(removed.value.cancelledBy, 'staff');
});

test('a patient checks in once, and a mistaken check-in can be undone [ARR-1]', () => {
  const here = actions.check_in(entryState('waiting', { place: 2 }));
  assert.deepEqual(here, {
    ok: true,
    value: { event: 'queue_updated', place: 2, checkIn: { at: now, by: 'door' } },
  });
  const checkedIn = entryState('waiting', { isCheckedIn: true });
  assert.equal(codeOf(actions.check_in(checkedIn)), 'already_checked_in');
  assert.equal(codeOf(actions.undo_check_in(checkedIn)), 'ok');
  assert.equal(codeOf(actions.undo_check_in(entryState('waiting'))), 'not_checked_in');
  const undo = (checkedInBy: EntryState['checkedInBy']) =>
    codeOf(act('undo_check_in', { ...checkedIn, checkedInBy }, {}, 'patient'));
  assert.equal(undo('patient'), 'ok');
  for (const seen of ['staff', 'door', 'kiosk'] as const) {
    assert.equal(undo(seen), 'seen_at_hospital', seen);
  }
});

test('a request is refused if the patient already has a place or a request, or if the doctor is not Available [QST-1, PAT-6]', () => {
  const ask = (hasOpenEntry: boolean, doctorStatus: 'Available' | 'Busy' | 'Offline') =>
    queueRules.mayRequest({
      hasOpenEntry,
      doctorStatus,
      opening: { isOpen: true, until: null },
      takesRequestsShut: false,
      timeZone: 'Asia/Kolkata',
    });
  assert.equal(ask(false, 'Available').ok, true);
  assert.deepEqual(ask(true, 'Available'), { ok: false, code: 'already_in_queue' });
  assert.deepEqual(ask(false, 'Busy'), { ok: false, code: 'doctor_not_available' });
  assert.deepEqual(ask(false, 'Offline'), { ok: false, code: 'doctor_not_available' });
});

test('a hospital that accepts no requests while closed refuses them and states its opening time [PAT-6]', () => {
  const ask = (takesRequestsShut: boolean, until: string | null) =>
    queueRules.mayRequest({
      hasOpenEntry: false,
      doctorStatus: 'Available',
      opening: { isOpen: false, until },
      takesRequestsShut,
      timeZone: 'Asia/Kolkata',
    });
  assert.equal(ask(true, null).ok, true);
  assert.deepEqual(ask(false, null), { ok: false, code: 'hospital_shut' });
  assert.deepEqual(ask(false, '2026-03-16T03:30:00.000Z'), {
    ok: false,
    code: 'hospital_shut',
    details: 'Closed now. It opens on Monday, 16 March at 9:00 am.',
  });
});

test('no action can give a patient a place below 1 or beyond the end of the line [QST-11]', () => {
  const anyStanding = fc
    .record({
      status: fc.constantFrom(...queueStatuses),
      waiting: fc.integer({ min: 1, max: 50 }),
      at: fc.nat(),
      consultationRuns: fc.boolean(),
      urgency: fc.constantFrom(...urgencies),
      isCheckedIn: fc.boolean(),
      checkedInBy: fc.constantFrom(...checkInWays, null),
      delays: fc.nat(3),
      isAway: fc.boolean(),
      notes: fc.constantFrom(null, 'Brings an X-ray'),
      isGivenUp: fc.boolean(),
      isOfThePast: fc.boolean(),
    })
    .map(({ at, ...entry }) => {
      const place = entry.status === 'waiting' ? (at % entry.waiting) + 1 : 0;
      const past = pastOf(entry.status);
      const before = { key: at % 60 };
      return {
        ...entry,
        id: 'e',
        startedAt: null,
        isCalledLongAgo: true,
        place,
        isLast: place === entry.waiting,
        past: past && { ...past, ...before },
      };
    });
  fc.assert(
    fc.property(anyStanding, fc.constantFrom(...actionNames), (entry, action) => {
      const result = actions[action](entry);
      if (!result.ok) return;
      const status = result.value.status ?? entry.status;
      const isNew = entry.status !== 'waiting';
      const waitingAfter = entry.waiting + (isNew ? 1 : 0);
      if (status === 'waiting') {
        assert.ok(result.value.place >= 1 && result.value.place <= waitingAfter);
      } else assert.equal(result.value.place, 0);
    }),
  );
});

test('a patient’s order number lies between the neighbours’ numbers, or the line is numbered again [QST-9, INV-1]', () => {
  const finite = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(finite, finite, (a, b) => {
      fc.pre(a !== b);
      const [before, after] = a < b ? [a, b] : [b, a];
      const key = queueRules.keyBetween(before, after);
      if (key !== undefined) assert.ok(key > before && key < after);
      const first = queueRules.keyBetween(undefined, before);
      const last = queueRules.keyBetween(after, undefined);
      assert.ok(first !== undefined && first < before);
      assert.ok(last !== undefined && last > after);
    }),
  );
  assert.equal(queueRules.keyBetween(undefined, undefined), 1);
  assert.equal(queueRules.keyBetween(1, 1 + Number.EPSILON), undefined);
});
