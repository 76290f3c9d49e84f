/**
 * Tests which sentences My Queue shows together, for every combination of line state, place,
 * presence and expected range [PAT-11, INV-16].
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineStates, type LineStateName } from '@baari/contract/constants.ts';
import { asksReception, isAskState, isGoneState } from '@baari/contract/queue/announced-wait.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { formatsFor } from '../../../../i18n/format.ts';
import { lineState as asks } from '../../../../i18n/en/line-state.gen.ts';
import { patientQueue as t } from '../../../../i18n/en/patient-queue.gen.ts';
import { ui } from '../../../../i18n/en/ui.gen.ts';
import { patientEntry } from '../../../../live/queue-entry.test-data.ts';
import { adviceFor } from '../my-place.ts';
import { sharedLineWords } from './shared-line-words.ts';
import { waitWords } from './wait-words.ts';

/** The time of the test: 10:00 in India. */
const now = Date.parse('2026-03-12T04:30:00Z');
const format = formatsFor('en');
const travelMinutes = 20;

function at(minutes: number): string {
  return new Date(now + minutes * 60_000).toISOString();
}

/** When the patient is expected to be called in: ranges in minutes from now (from, to). */
const ranges = [
  [0, 5],
  [0, 20],
  [15, 25],
  [10, 60],
  [60, 100],
] as const;
const places = [1, 2, 9] as const;

interface Case {
  readonly state: LineStateName;
  readonly place: number;
  readonly isOnSite: boolean;
  readonly range: (typeof ranges)[number];
}

const cases: Case[] = lineStates.flatMap((state) =>
  places.flatMap((place) =>
    [true, false].flatMap((isOnSite) => ranges.map((range) => ({ state, place, isOnSite, range }))),
  ),
);

/**
 * The time that the text for a state of the line mentions, in minutes from now. A negative number
 * is a time in the past.
 */
const times: Partial<Record<LineStateName, number>> = {
  not_open: 60,
  on_break: 30,
  closing: 180,
  silent: -40,
  beyond_hours: 90,
};
/**
 * For states of the line in which nobody is called in yet: the minutes until the first patient can
 * be called in.
 */
const later: Partial<Record<LineStateName, number>> = {
  not_open: 60,
  on_break: 30,
  break_overdue: 45,
};

function entryOf({ state, place, isOnSite, range }: Case): PatientEntry {
  const isGone = isGoneState(state);
  const [lower, upper] = range.map((minutes) => minutes + (later[state] ?? 0)) as [number, number];
  const time = times[state];
  return patientEntry({
    status: 'waiting',
    position: place,
    checkedInAt: isOnSite ? at(-30) : null,
    estimatedWaitTime: isGone ? 0 : upper,
    waitRange: isGone ? null : { lower, upper, parts: [{ from: at(lower), to: at(upper) }] },
    call: isGone ? null : { at: at((lower + upper) / 2), deviation: (upper - lower) / 2.56 },
    line: {
      state,
      at: time === undefined ? null : at(time),
      usuallyAt: null,
    },
  });
}

/** Returns all sentences of the card: about the place, the wait, the line, and what to do. */
function sentencesOf(one: Case): string[] {
  const entry = entryOf(one);
  const { when, left, line } = waitWords(entry, now, { t, ui, format });
  const advice = adviceFor(entry, { now, travelMinutes });
  const isAsked = isAskState(one.state);
  const about = isAsked ? sharedLineWords(entry, now, { t: asks, format }) : line;
  const band =
    advice.kind === 'gone' && entry.line && asksReception(entry.line)
      ? [asks.askTitle, asks.askText]
      : adviceSentences();
  return [
    advice.kind === 'next' ? t.youAreNext : t.youAre(one.place),
    isGoneState(one.state) && isAsked ? undefined : when,
    left,
    about,
    ...band,
  ].flatMap((text) => (text === undefined ? [] : text.replaceAll('\u202f', ' ')));

  function adviceSentences(): string[] {
    if (advice.kind === 'stayUntil') {
      return [
        t.advice.stayUntil.title(format.time(advice.leaveAt, entry.hospital.timeZone)),
        t.advice.stayUntil.text,
      ];
    }
    if (advice.kind === 'shut' || advice.kind === 'goTo') throw new Error(advice.kind);
    const { title, text } = t.advice[advice.kind];
    return [title, text];
  }
}

/**
 * Patterns for instructions to the patient. Each group tells the patient to be at a different place
 * or to do a different thing.
 */
const instructions = {
  atTheDoor: /be at the door|you are next/iu,
  seated: /take a seat/iu,
  leaving: /leave now|it is time to go/iu,
  staying: /stay where you are|leave home at/iu,
  asking: /^ask the reception$/iu,
} as const;

test('no two sentences on a patient’s card tell the patient to do different things, in any state of the line [PAT-11, INV-16]', () => {
  for (const one of cases) {
    const sentences = sentencesOf(one);
    const given = Object.entries(instructions)
      .filter(([, words]) => sentences.some((sentence) => words.test(sentence)))
      .map(([name]) => name);
    assert.ok(given.length === 1, `${JSON.stringify(one)}: ${sentences.join(' | ')}`);
  }
});

test('a patient at the hospital is never told to leave home, and one at home is never asked to take a seat [PAT-11]', () => {
  for (const one of cases) {
    const all = sentencesOf(one).join(' ');
    assert.doesNotMatch(all, one.isOnSite ? instructions.leaving : instructions.seated, all);
  }
});

test('if the call cannot be forecast, the patient is neither told to set out nor called to the door, and no time of a call is shown [INV-16]', () => {
  for (const one of cases.filter(({ state }) => isGoneState(state))) {
    const all = sentencesOf(one).join(' ');
    assert.doesNotMatch(all, /next|at the door|leave|between/iu, all);
  }
});

test('only the first patient in line reads “be at the door”, and only if the call may come within a quarter of an hour [INV-16]', () => {
  for (const one of cases) {
    const all = sentencesOf(one).join(' ');
    if (!instructions.atTheDoor.test(all)) continue;
    assert.equal(one.place, 1);
    assert.ok(one.range[0] <= 15, `${one.range.join('–')} minutes: ${all}`);
  }
});

test('the first patient in line with twenty minutes to wait is asked to leave if at home, and to take a seat if at the hospital [PAT-11, INV-16]', () => {
  const one = { state: 'running', place: 1, range: [15, 25] } as const;
  assert.deepEqual(sentencesOf({ ...one, isOnSite: false }), [
    'You are 1st',
    'Between 10:15 am and 10:25 am',
    'About 15–25 minutes',
    'Leave now',
    'If you are not at the hospital yet, leave now.',
  ]);
  assert.deepEqual(sentencesOf({ ...one, isOnSite: true }), [
    'You are 1st',
    'Between 10:15 am and 10:25 am',
    'About 15–25 minutes',
    'Please take a seat',
    'There is time. We watch your place for you.',
  ]);
});

test('the first and the ninth patient in line, at home and at the hospital, read the expected text in each state of the line [PAT-11, INV-16]', () => {
  const table = lineStates.flatMap((state) =>
    ([1, 9] as const).flatMap((place) =>
      [false, true].map((isOnSite) => {
        const range = ranges[place === 1 ? 1 : 4];
        const where = isOnSite ? 'here' : 'home';
        return `${state} ${place} ${where}: ${sentencesOf({ state, place, isOnSite, range }).join(' | ')}`;
      }),
    ),
  );
  assert.deepEqual(table, expected);
});

/** The expected sentences. Each line of text contains the sentences of one card. */
const expected = [
  'not_open 1 home: You are 1st | Between 11:00 am and 11:20 am | About 60–80 minutes | The doctor starts at 11:00 am. | Leave home at 10:30 am | Most people who leave then arrive before they are called.',
  'not_open 1 here: You are 1st | Between 11:00 am and 11:20 am | About 60–80 minutes | The doctor starts at 11:00 am. | Please take a seat | There is time. We watch your place for you.',
  'not_open 9 home: You are 9th | Between 12:00 pm and 12:40 pm | About 2–3 hours | The doctor starts at 11:00 am. | Leave home at 11:30 am | Most people who leave then arrive before they are called.',
  'not_open 9 here: You are 9th | Between 12:00 pm and 12:40 pm | About 2–3 hours | The doctor starts at 11:00 am. | Please take a seat | There is time. We watch your place for you.',
  'due 1 home: You are next | By 10:20 am | Up to 20 minutes | The doctor has not started yet. | Be at the door | You are next. Tell the reception if you are delayed.',
  'due 1 here: You are next | By 10:20 am | Up to 20 minutes | The doctor has not started yet. | Be at the door | You are next. Tell the reception if you are delayed.',
  'due 9 home: You are 9th | Between 11:00 am and 11:40 am | About 60–100 minutes | The doctor has not started yet. | Leave home at 10:30 am | Most people who leave then arrive before they are called.',
  'due 9 here: You are 9th | Between 11:00 am and 11:40 am | About 60–100 minutes | The doctor has not started yet. | Please take a seat | There is time. We watch your place for you.',
  'due_back 1 home: You are next | By 10:20 am | Up to 20 minutes | The doctor should be back, but has not called anyone yet. | Be at the door | You are next. Tell the reception if you are delayed.',
  'due_back 1 here: You are next | By 10:20 am | Up to 20 minutes | The doctor should be back, but has not called anyone yet. | Be at the door | You are next. Tell the reception if you are delayed.',
  'due_back 9 home: You are 9th | Between 11:00 am and 11:40 am | About 60–100 minutes | The doctor should be back, but has not called anyone yet. | Leave home at 10:30 am | Most people who leave then arrive before they are called.',
  'due_back 9 here: You are 9th | Between 11:00 am and 11:40 am | About 60–100 minutes | The doctor should be back, but has not called anyone yet. | Please take a seat | There is time. We watch your place for you.',
  'running 1 home: You are next | By 10:20 am | Up to 20 minutes | Be at the door | You are next. Tell the reception if you are delayed.',
  'running 1 here: You are next | By 10:20 am | Up to 20 minutes | Be at the door | You are next. Tell the reception if you are delayed.',
  'running 9 home: You are 9th | Between 11:00 am and 11:40 am | About 60–100 minutes | Leave home at 10:30 am | Most people who leave then arrive before they are called.',
  'running 9 here: You are 9th | Between 11:00 am and 11:40 am | About 60–100 minutes | Please take a seat | There is time. We watch your place for you.',
  'break_ahead 1 home: You are next | By 10:20 am | Up to 20 minutes | Be at the door | You are next. Tell the reception if you are delayed.',
  'break_ahead 1 here: You are next | By 10:20 am | Up to 20 minutes | Be at the door | You are next. Tell the reception if you are delayed.',
  'break_ahead 9 home: You are 9th | Between 11:00 am and 11:40 am | About 60–100 minutes | Leave home at 10:30 am | Most people who leave then arrive before they are called.',
  'break_ahead 9 here: You are 9th | Between 11:00 am and 11:40 am | About 60–100 minutes | Please take a seat | There is time. We watch your place for you.',
  'break_overdue 1 home: You are 1st | Between 10:45 am and 11:05 am | About 45–65 minutes | The doctor will take a break after the current patient. | Leave home at 10:15 am | Most people who leave then arrive before they are called.',
  'break_overdue 1 here: You are 1st | Between 10:45 am and 11:05 am | About 45–65 minutes | The doctor will take a break after the current patient. | Please take a seat | There is time. We watch your place for you.',
  'break_overdue 9 home: You are 9th | Between 11:45 am and 12:25 pm | About 1.5–2.5 hours | The doctor will take a break after the current patient. | Leave home at 11:15 am | Most people who leave then arrive before they are called.',
  'break_overdue 9 here: You are 9th | Between 11:45 am and 12:25 pm | About 1.5–2.5 hours | The doctor will take a break after the current patient. | Please take a seat | There is time. We watch your place for you.',
  'on_break 1 home: You are 1st | Between 10:30 am and 10:50 am | About 30–50 minutes | The doctor is on a break until 10:30 am. | Leave home at 10:03 am | Most people who leave then arrive before they are called.',
  'on_break 1 here: You are 1st | Between 10:30 am and 10:50 am | About 30–50 minutes | The doctor is on a break until 10:30 am. | Please take a seat | There is time. We watch your place for you.',
  'on_break 9 home: You are 9th | Between 11:30 am and 12:10 pm | About 1.5–2.5 hours | The doctor is on a break until 10:30 am. | Leave home at 11:00 am | Most people who leave then arrive before they are called.',
  'on_break 9 here: You are 9th | Between 11:30 am and 12:10 pm | About 1.5–2.5 hours | The doctor is on a break until 10:30 am. | Please take a seat | There is time. We watch your place for you.',
  'closing 1 home: You are next | By 10:20 am | Up to 20 minutes | The hours end at 1:00 pm. You may not be seen today. Ask the reception. | Be at the door | You are next. Tell the reception if you are delayed.',
  'closing 1 here: You are next | By 10:20 am | Up to 20 minutes | The hours end at 1:00 pm. You may not be seen today. Ask the reception. | Be at the door | You are next. Tell the reception if you are delayed.',
  'closing 9 home: You are 9th | Between 11:00 am and 11:40 am | About 60–100 minutes | The hours end at 1:00 pm. You may not be seen today. Ask the reception. | Leave home at 10:30 am | Most people who leave then arrive before they are called.',
  'closing 9 here: You are 9th | Between 11:00 am and 11:40 am | About 60–100 minutes | The hours end at 1:00 pm. You may not be seen today. Ask the reception. | Please take a seat | There is time. We watch your place for you.',
  'silent 1 home: You are 1st | Nobody has been called for 40 minutes. Ask the reception. | Ask the reception | They know what is possible today. You keep your place.',
  'silent 1 here: You are 1st | Nobody has been called for 40 minutes. Ask the reception. | Ask the reception | They know what is possible today. You keep your place.',
  'silent 9 home: You are 9th | Nobody has been called for 40 minutes. Ask the reception. | Ask the reception | They know what is possible today. You keep your place.',
  'silent 9 here: You are 9th | Nobody has been called for 40 minutes. Ask the reception. | Ask the reception | They know what is possible today. You keep your place.',
  'beyond_hours 1 home: You are 1st | The hours end at 11:30 am. You will probably not be seen today. Ask the reception. | Ask the reception | They know what is possible today. You keep your place.',
  'beyond_hours 1 here: You are 1st | The hours end at 11:30 am. You will probably not be seen today. Ask the reception. | Ask the reception | They know what is possible today. You keep your place.',
  'beyond_hours 9 home: You are 9th | The hours end at 11:30 am. You will probably not be seen today. Ask the reception. | Ask the reception | They know what is possible today. You keep your place.',
  'beyond_hours 9 here: You are 9th | The hours end at 11:30 am. You will probably not be seen today. Ask the reception. | Ask the reception | They know what is possible today. You keep your place.',
  'busy 1 home: You are 1st | Calculating... | The doctor is busy and is not calling anyone right now. You keep your place. | Stay where you are | We do not know yet when you will be called. You will see it here.',
  'busy 1 here: You are 1st | Calculating... | The doctor is busy and is not calling anyone right now. You keep your place. | Stay where you are | We do not know yet when you will be called. You will see it here.',
  'busy 9 home: You are 9th | Calculating... | The doctor is busy and is not calling anyone right now. You keep your place. | Stay where you are | We do not know yet when you will be called. You will see it here.',
  'busy 9 here: You are 9th | Calculating... | The doctor is busy and is not calling anyone right now. You keep your place. | Stay where you are | We do not know yet when you will be called. You will see it here.',
  'offline 1 home: You are 1st | Calculating... | The doctor is away right now. You keep your place. If it is urgent, ask the reception. | Stay where you are | We do not know yet when you will be called. You will see it here.',
  'offline 1 here: You are 1st | Calculating... | The doctor is away right now. You keep your place. If it is urgent, ask the reception. | Stay where you are | We do not know yet when you will be called. You will see it here.',
  'offline 9 home: You are 9th | Calculating... | The doctor is away right now. You keep your place. If it is urgent, ask the reception. | Stay where you are | We do not know yet when you will be called. You will see it here.',
  'offline 9 here: You are 9th | Calculating... | The doctor is away right now. You keep your place. If it is urgent, ask the reception. | Stay where you are | We do not know yet when you will be called. You will see it here.',
  'closed 1 home: You are 1st | Calculating... | The doctor sees no patients today. Ask the reception about your place. | Ask the reception | They know what is possible today. You keep your place.',
  'closed 1 here: You are 1st | Calculating... | The doctor sees no patients today. Ask the reception about your place. | Ask the reception | They know what is possible today. You keep your place.',
  'closed 9 home: You are 9th | Calculating... | The doctor sees no patients today. Ask the reception about your place. | Ask the reception | They know what is possible today. You keep your place.',
  'closed 9 here: You are 9th | Calculating... | The doctor sees no patients today. Ask the reception about your place. | Ask the reception | They know what is possible today. You keep your place.',
  'past_closing 1 home: You are 1st | Calculating... | The doctor’s hours are over for today. Ask the reception about your place. | Ask the reception | They know what is possible today. You keep your place.',
  'past_closing 1 here: You are 1st | Calculating... | The doctor’s hours are over for today. Ask the reception about your place. | Ask the reception | They know what is possible today. You keep your place.',
  'past_closing 9 home: You are 9th | Calculating... | The doctor’s hours are over for today. Ask the reception about your place. | Ask the reception | They know what is possible today. You keep your place.',
  'past_closing 9 here: You are 9th | Calculating... | The doctor’s hours are over for today. Ask the reception about your place. | Ask the reception | They know what is possible today. You keep your place.',
];
