import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BookedState, bookedState } from './booked-words.ts';

const at = (time: string) => `2026-03-12T${time}:00.000Z`;

interface Row {
  readonly what: string;
  readonly now: string;
  readonly call?: string;
  readonly range?: readonly [from: string, to: string];
  /**
   * The time by which the patient should be called in. It differs from the appointment time if the
   * patient came late.
   */
  readonly due?: string;
  readonly state: BookedState;
}

/** The test cases. In each case the appointment is at 08:30. */
const table: readonly Row[] = [
  { what: 'before the time', now: '08:00', call: '08:10', state: { kind: 'onTime' } },
  { what: 'to the minute', now: '08:00', call: '08:30', state: { kind: 'onTime' } },
  { what: 'a delay too short to show', now: '08:00', call: '08:37', state: { kind: 'onTime' } },
  { what: 'behind', now: '08:00', call: '08:38', state: { kind: 'behind', minutes: 10 } },
  { what: 'more behind', now: '08:00', call: '08:51', state: { kind: 'behind', minutes: 20 } },
  { what: 'over an hour', now: '08:00', call: '09:43', state: { kind: 'behind', minutes: 75 } },
  { what: 'in hours', now: '08:00', call: '10:10', state: { kind: 'behindHours', hours: 1.5 } },
  { what: '450 minutes', now: '08:00', call: '16:00', state: { kind: 'farBehind' } },
  {
    what: 'the call was expected before now, and has not come',
    now: '09:15',
    call: '08:30',
    state: { kind: 'behind', minutes: 45 },
  },
  {
    what: 'the shown range ends before the time',
    now: '08:00',
    call: '08:55',
    range: ['08:05', '08:25'],
    state: { kind: 'onTime' },
  },
  {
    what: 'the shown range begins after the time',
    now: '08:00',
    call: '08:20',
    range: ['08:50', '09:20'],
    state: { kind: 'behind', minutes: 20 },
  },
  {
    what: 'nobody can say, before the time',
    now: '08:20',
    state: { kind: 'toCome' },
  },
  {
    what: 'nobody can say, 45 minutes after it',
    now: '09:15',
    state: { kind: 'behindUnknown' },
  },
  {
    what: 'came late: the range says when, and nothing else names a time',
    now: '09:00',
    call: '09:10',
    range: ['09:00', '09:15'],
    due: '09:31',
    state: { kind: 'cameLate' },
  },
];

for (const { what, now, call, range, due = '08:30', state } of table) {
  test(`the text about an appointment fits the expected wait: ${what} [APPT-1, INV-16]`, () => {
    const parts = range === undefined ? [] : [{ from: at(range[0]), to: at(range[1]) }];
    const entry = {
      booking: { startsAt: at('08:30'), dueAt: at(due) },
      call: call === undefined ? null : { at: at(call), deviation: 4 },
      waitRange: { lower: 0, upper: 0, parts },
    };
    assert.deepEqual(bookedState(entry, Date.parse(at(now))), state);
  });
}
