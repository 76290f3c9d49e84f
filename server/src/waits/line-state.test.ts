import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DoctorStatus } from '@baari/contract/constants.ts';
import fc from 'fast-check';
import type { PlannedPause, WorkDay } from '../schedule/work-day.rules.ts';
import {
  isGoing,
  type LineFacts,
  type LineState,
  type LineStateKind,
  lineStateOf,
} from './line-state.rules.ts';

const midnight = Date.UTC(2026, 2, 10);
const minuteMs = 60_000;

function instant(time: string): number {
  return midnight + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * minuteMs;
}

function at(time: string): Date {
  return new Date(instant(time));
}

function span([from, to]: readonly [string, string]) {
  return { from: instant(from), to: instant(to) };
}

const lunch = { ...span(['12:30', '13:15']), kind: 'break' } as const;
const usualDay: WorkDay = {
  day: { from: midnight, to: midnight + 1440 * minuteMs },
  hours: span(['09:00', '17:00']),
  pauses: [lunch],
};
const quiet: LineFacts = {
  workDay: usualDay,
  status: 'Available',
  statusSince: null,
  breakUntil: null,
  insideSince: null,
  lastCallAt: null,
  lastEndAt: null,
};
const seenSome: LineFacts = { ...quiet, lastCallAt: at('11:00'), lastEndAt: at('11:10') };

function stateAt(time: string, facts: Partial<LineFacts> = {}): LineState {
  return lineStateOf({ ...quiet, ...facts }, at(time));
}

test('before opening hours a line is shown as not open, and after opening its doctor is shown as expected [INV-16]', () => {
  assert.deepEqual(stateAt('08:00'), {
    kind: 'not_open',
    opensAt: instant('09:00'),
    pauses: [lunch],
  });
  const due = { kind: 'due', after: 'opening', since: instant('09:00'), pauses: [lunch] };
  assert.deepEqual(stateAt('09:00'), due);
  assert.deepEqual(stateAt('09:40'), due, 'also forty minutes later, as long as nobody was called');
});

test('after the first call of the day a line is shown as running, and a break within the next hour is shown [INV-16]', () => {
  const called = { insideSince: at('09:20'), lastCallAt: at('09:20') };
  assert.equal(stateAt('09:25', called).kind, 'running');
  assert.equal(stateAt('11:29', { ...seenSome, insideSince: at('11:20') }).kind, 'running');
  assert.equal(stateAt('11:30', { ...seenSome, insideSince: at('11:20') }).kind, 'break_ahead');
});

test('while a patient called before a planned break is still with the doctor, the wait still includes the break’s full length [INV-16]', () => {
  const inside = { insideSince: at('12:20'), lastCallAt: at('12:20'), lastEndAt: at('12:15') };
  assert.deepEqual(stateAt('12:40', inside), {
    kind: 'break_overdue',
    insideSince: instant('12:20'),
    pauses: [{ from: instant('12:40'), to: instant('13:25') }],
  });
  const left = { lastCallAt: at('12:20'), lastEndAt: at('12:45') };
  assert.deepEqual(stateAt('12:50', left), {
    kind: 'on_break',
    backAt: instant('13:30'),
    pauses: [],
  });
  assert.equal(stateAt('13:29', left).kind, 'on_break');
  assert.deepEqual(stateAt('13:30', left), {
    kind: 'due',
    after: 'pause',
    since: instant('13:30'),
    pauses: [],
  });
});

test('if a doctor calls a patient in during a break, the break is treated as over [INV-16]', () => {
  const inside = { insideSince: at('12:40'), lastCallAt: at('12:40') };
  assert.equal(stateAt('12:50', inside).kind, 'running');
});

test('an announced break shows its end time, and is treated as not yet begun while a patient is with the doctor [INV-16]', () => {
  const announced = {
    ...seenSome,
    status: 'Busy',
    statusSince: at('11:10'),
    breakUntil: at('11:30'),
  } as const;
  const onBreak = stateAt('11:15', announced);
  assert.equal(onBreak.kind, 'on_break');
  assert.equal(onBreak.kind === 'on_break' && onBreak.backAt, instant('11:30'));
  assert.equal(stateAt('11:15', { ...announced, insideSince: at('11:05') }).kind, 'break_overdue');
});

test('no wait is shown for a Busy doctor without an end, an Offline doctor, a closed day or after closing time [INV-16]', () => {
  const said = { ...seenSome, statusSince: at('11:20') };
  const gone = [
    ['busy', stateAt('11:25', { ...said, status: 'Busy' })],
    ['offline', stateAt('11:25', { ...said, status: 'Offline' })],
    ['closed', stateAt('11:25', { workDay: { ...usualDay, hours: undefined, pauses: [] } })],
    ['past_closing', stateAt('17:31', seenSome)],
  ] as const;
  for (const [kind, state] of gone) {
    assert.equal(state.kind, kind);
    assert.equal(isGoing(state), false, kind);
  }
});

test('if a doctor forgot to change the status but continues to call, waits are still shown [INV-16]', () => {
  const forgotten = { status: 'Busy', statusSince: at('10:00') } as const;
  const works = { ...forgotten, lastCallAt: at('11:00'), lastEndAt: at('11:10') };
  assert.equal(stateAt('11:15', works).kind, 'running');
  assert.equal(stateAt('11:40', works).kind, 'busy');
  assert.equal(stateAt('11:40', { ...works, insideSince: at('11:12') }).kind, 'break_ahead');
});

test('a doctor who still calls after closing time is expected to call all waiting patients [INV-16]', () => {
  const inside = { insideSince: at('17:10'), lastCallAt: at('17:10'), lastEndAt: at('17:05') };
  assert.equal(stateAt('17:20', inside).kind, 'running');
  const between = { lastCallAt: at('17:10'), lastEndAt: at('17:25') };
  assert.equal(stateAt('17:30', between).kind, 'running');
  assert.equal(stateAt('18:00', between).kind, 'past_closing');
});

/** For each state, the states that may follow if nothing happens and only time passes. */
const mayFollow: Readonly<Record<LineStateKind, readonly LineStateKind[]>> = {
  not_open: ['due', 'on_break', 'offline'],
  due: ['on_break', 'busy', 'offline', 'past_closing'],
  running: [
    'break_ahead',
    'break_overdue',
    'on_break',
    'not_open',
    'busy',
    'offline',
    'closed',
    'past_closing',
    'due',
  ],
  break_ahead: ['break_overdue', 'on_break', 'not_open', 'busy', 'offline', 'past_closing', 'due'],
  break_overdue: ['running', 'break_ahead'],
  on_break: [
    'due',
    'running',
    'break_ahead',
    'past_closing',
    'not_open',
    'closed',
    'busy',
    'offline',
  ],
  busy: ['closed'],
  offline: ['running', 'closed', 'past_closing'],
  closed: [],
  past_closing: [],
};

/** Generates increasing, distinct times of a day in minutes. */
const marks = fc
  .uniqueArray(fc.integer({ min: 300, max: 1320 }), { minLength: 8, maxLength: 8 })
  .map((minutes) => minutes.toSorted((one, other) => one - other));

const anyDay: fc.Arbitrary<WorkDay> = fc
  .tuple(marks, fc.constantFrom('free', 'whole', 'broken', 'halves'))
  .map(([minutes, kind]) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, , h = 0] = minutes.map(
      (minute) => midnight + minute * minuteMs,
    );
    if (kind === 'free') return { ...usualDay, hours: undefined, pauses: [] };
    const pauses: PlannedPause[] = [
      { from: b, to: c, kind: kind === 'halves' ? 'between' : 'break' },
      { from: d, to: e, kind: 'break' },
    ];
    const isBroken = kind !== 'whole' && f > e;
    return { ...usualDay, hours: { from: a, to: h }, pauses: isBroken ? pauses : [] };
  });

interface Happening {
  readonly minute: number;
  readonly what: 'call' | 'end' | 'miss' | DoctorStatus | 'break';
}

const happenings: fc.Arbitrary<readonly Happening[]> = fc
  .array(
    fc.record({
      minute: fc.integer({ min: 0, max: 1439 }),
      what: fc.constantFrom(
        'call' as const,
        'call' as const,
        'call' as const,
        'end' as const,
        'end' as const,
        'end' as const,
        'miss' as const,
        'Available' as const,
        'Busy' as const,
        'Offline' as const,
        'break' as const,
      ),
    }),
    { maxLength: 60 },
  )
  .map((list) => list.toSorted((one, other) => one.minute - other.minute));

/** The facts about a line after an event. The facts are unchanged if the event is impossible. */
function after(facts: LineFacts, { what, minute }: Happening): LineFacts {
  const now = new Date(midnight + minute * minuteMs);
  switch (what) {
    case 'call':
      return facts.insideSince === null ? { ...facts, insideSince: now, lastCallAt: now } : facts;
    case 'miss':
      return facts.insideSince === null ? { ...facts, lastCallAt: now } : facts;
    case 'end':
      return facts.insideSince === null ? facts : { ...facts, insideSince: null, lastEndAt: now };
    case 'break': {
      const breakUntil = new Date(now.getTime() + 20 * minuteMs);
      return { ...facts, status: 'Busy', statusSince: now, breakUntil };
    }
    default:
      return { ...facts, status: what, statusSince: now, breakUntil: null };
  }
}

/**
 * The case that a doctor announces a break until after closing time, soon after the last patient
 * left.
 */
const brokeOffPastClosing: [WorkDay, Happening[]] = [
  {
    day: { from: midnight, to: midnight + 1440 * minuteMs },
    hours: { from: midnight + 306 * minuteMs, to: midnight + 1109 * minuteMs },
    pauses: [{ from: midnight + 912 * minuteMs, to: midnight + 918 * minuteMs, kind: 'break' }],
  },
  [
    { minute: 510, what: 'call' },
    { minute: 1105, what: 'end' },
    { minute: 1113, what: 'break' },
  ],
];

/**
 * The case that a break until after closing time is announced while a patient is with the doctor.
 * The patient was called before a planned break, which has not been taken yet.
 */
const awayBeyondBreak: [WorkDay, Happening[]] = [
  {
    day: { from: midnight, to: midnight + 1440 * minuteMs },
    hours: { from: midnight + 540 * minuteMs, to: midnight + 1320 * minuteMs },
    pauses: [{ from: midnight + 1260 * minuteMs, to: midnight + 1305 * minuteMs, kind: 'break' }],
  },
  [
    { minute: 1250, what: 'call' },
    { minute: 1308, what: 'break' },
  ],
];

/**
 * The case that a break until after closing time is announced while a patient is with the doctor.
 * The patient leaves during the break, which does not mean that the doctor is back.
 */
const leftInBreakPastClosing: [WorkDay, Happening[]] = [
  {
    day: { from: midnight, to: midnight + 1440 * minuteMs },
    hours: { from: midnight + 303 * minuteMs, to: midnight + 1123 * minuteMs },
    pauses: [{ from: midnight + 871 * minuteMs, to: midnight + 1080 * minuteMs, kind: 'break' }],
  },
  [
    { minute: 866, what: 'call' },
    { minute: 1351, what: 'break' },
    { minute: 1369, what: 'end' },
  ],
];

test('a line has exactly one state at every minute, and between two events its state changes only by the passing of time [INV-16]', () => {
  fc.assert(
    fc.property(anyDay, happenings, (workDay, list) => {
      let facts: LineFacts = { ...quiet, workDay };
      let before: LineState | undefined;
      for (let minute = 0; minute < 1440; minute += 1) {
        const here = list.filter((one) => one.minute === minute);
        for (const one of here) facts = after(facts, one);
        const now = new Date(midnight + minute * minuteMs);
        const state = lineStateOf(facts, now);
        holds(state, facts, now.getTime());
        if (before !== undefined && here.length === 0 && before.kind !== state.kind) {
          const said = `${before.kind} → ${state.kind} at minute ${minute}`;
          assert.ok(mayFollow[before.kind].includes(state.kind), said);
        }
        before = state;
      }
    }),
    // Shrinking a failing example of a whole day to a minimal one takes long.
    {
      numRuns: 500,
      endOnFailure: true,
      examples: [brokeOffPastClosing, leftInBreakPastClosing, awayBeyondBreak],
    },
  );
});

/** Checks the properties that a line's state must have at any moment. */
function holds(state: LineState, facts: LineFacts, now: number): void {
  if (!isGoing(state)) {
    const isSaid = facts.insideSince === null || state.kind === 'offline';
    assert.ok(isSaid, `${state.kind} with somebody inside`);
    return;
  }
  let end = state.kind === 'on_break' ? state.backAt : now - 1;
  for (const { from, to } of state.pauses) {
    assert.ok(from > end && to > from, `${state.kind}: pauses to come, in order and apart`);
    end = to;
  }
  if (state.kind === 'on_break') assert.ok(state.backAt > now);
  if (state.kind === 'not_open') assert.ok(state.opensAt > now);
  if (state.kind === 'due') assert.ok(state.since <= now);
  if (facts.insideSince !== null) {
    assert.ok(['running', 'break_ahead', 'break_overdue'].includes(state.kind), state.kind);
  }
}
