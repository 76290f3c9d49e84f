/**
 * Tests what a patient reads about the wait in each language, by the state of the line and the
 * number of patients ahead.
 */
import { noBreak } from '@baari/contract/text/no-break.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineStates, type LineStateName } from '@baari/contract/constants.ts';
import { type Language, languages } from '@baari/contract/languages.gen.ts';
import { asksReception, isAskState, isGoneState } from '@baari/contract/queue/announced-wait.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { formatsFor } from '../../../../i18n/format.ts';
import { lineState as englishLine } from '../../../../i18n/en/line-state.gen.ts';
import { patientQueue as english } from '../../../../i18n/en/patient-queue.gen.ts';
import { ui as englishUi } from '../../../../i18n/en/ui.gen.ts';
import { lineState as hindiLine } from '../../../../i18n/hi/line-state.gen.ts';
import { patientQueue as hindi } from '../../../../i18n/hi/patient-queue.gen.ts';
import { ui as hindiUi } from '../../../../i18n/hi/ui.gen.ts';
import { patientEntry } from '../../../../live/queue-entry.test-data.ts';
import { adviceFor } from '../my-place.ts';
import { sharedLineWords } from './shared-line-words.ts';
import { waitWords } from './wait-words.ts';

/** The time of the test: 10:00 in India. */
const now = Date.parse('2026-03-12T04:30:00Z');
const texts = {
  en: { t: english, asks: englishLine, ui: englishUi, format: formatsFor('en') },
  hi: { t: hindi, asks: hindiLine, ui: hindiUi, format: formatsFor('hi') },
};

function at(minutes: number): string {
  return new Date(now + minutes * 60_000).toISOString();
}

/**
 * The range in minutes within which the patient is expected to be called in, by the number of
 * patients ahead.
 */
const ranges = { 0: [0, 10], 1: [5, 30], 5: [40, 85], 20: [180, 290] } as const;
type Ahead = keyof typeof ranges;
const aheads: readonly Ahead[] = [0, 1, 5, 20];

const times: Partial<Record<LineStateName, string>> = {
  not_open: at(60),
  due: at(-20),
  due_back: at(-5),
  on_break: at(30),
  closing: at(300),
  silent: at(-43),
  beyond_hours: at(60),
};
/**
 * The minutes that a state of the line adds to the expected wait. An overdue break delays every
 * waiting patient by the length of the whole break.
 */
const later: Partial<Record<LineStateName, number>> = {
  not_open: 60,
  due: 20,
  break_overdue: 45,
  on_break: 30,
};

function announced(state: LineStateName, ahead: Ahead): PatientEntry {
  const [from, to] = ranges[ahead];
  const more = later[state] ?? 0;
  const range = { lower: from + more, upper: to + more };
  const isGone = isGoneState(state);
  return patientEntry({
    status: 'waiting',
    position: ahead + 1,
    estimatedWaitTime: isGone ? 0 : range.upper,
    waitRange: isGone
      ? null
      : { ...range, parts: [{ from: at(range.lower), to: at(range.upper) }] },
    call: isGone
      ? null
      : { at: at((range.lower + range.upper) / 2), deviation: (range.upper - range.lower) / 2.56 },
    line: { state, at: times[state] ?? null, usuallyAt: null },
  });
}

type Words = (typeof texts)['en'];

/**
 * Returns the texts as the card shows them. The texts about asking the reception come from another
 * file.
 */
function wordsOf(entry: PatientEntry, { t, asks, ui, format }: Words) {
  const words = waitWords(entry, now, { t, ui, format });
  if (!entry.line || !isAskState(entry.line.state)) return words;
  assert.equal(words.line, undefined);
  return { ...words, line: sharedLineWords(entry, now, { t: asks, format }) };
}

function read(language: 'en' | 'hi', entry: PatientEntry): string {
  const { t, asks, format } = texts[language];
  const { when, left, line } = wordsOf(entry, texts[language]);
  const advice = adviceFor(entry, { now, travelMinutes: 20 });
  const title =
    advice.kind === 'gone' && entry.line && asksReception(entry.line)
      ? asks.askTitle
      : advice.kind === 'stayUntil'
        ? t.advice.stayUntil.title(format.time(advice.leaveAt, entry.hospital.timeZone))
        : advice.kind === 'shut'
          ? t.shut(undefined)
          : t.advice[advice.kind].title;
  // JavaScript engines differ in the space before "am" and "pm".
  return [when, left, line, title].filter(Boolean).join(' | ').replaceAll('\u202f', ' ');
}

function tableOf(language: 'en' | 'hi'): string[] {
  return lineStates.flatMap((state) =>
    aheads.map((ahead) => `${state} ${ahead}: ${read(language, announced(state, ahead))}`),
  );
}

test('patients with 0, 1, 5 and 20 people ahead read the expected English text in each state of the line [PAT-11, INV-16]', () => {
  assert.deepEqual(tableOf('en'), [
    'not_open 0: Between 11:00 am and 11:10 am | About 60–70 minutes | The doctor starts at 11:00 am. | Leave home at 10:30 am',
    'not_open 1: Between 11:05 am and 11:30 am | About 65–90 minutes | The doctor starts at 11:00 am. | Leave home at 10:35 am',
    'not_open 5: Between 11:40 am and 12:25 pm | About 1.5–2.5 hours | The doctor starts at 11:00 am. | Leave home at 11:10 am',
    'not_open 20: Between 2:00 pm and 3:50 pm | About 4–6 hours | The doctor starts at 11:00 am. | Leave home at 1:35 pm',
    'due 0: Between 10:20 am and 10:30 am | About 20–30 minutes | The doctor has not started yet. | Leave now',
    'due 1: Between 10:25 am and 10:50 am | About 25–50 minutes | The doctor has not started yet. | Leave now',
    'due 5: Between 11:00 am and 11:45 am | About 60–105 minutes | The doctor has not started yet. | Leave home at 10:30 am',
    'due 20: Between 1:20 pm and 3:10 pm | About 3–5.5 hours | The doctor has not started yet. | Leave home at 12:55 pm',
    'due_back 0: By 10:10 am | Up to 10 minutes | The doctor should be back, but has not called anyone yet. | Be at the door',
    'due_back 1: Between 10:05 am and 10:30 am | About 5–30 minutes | The doctor should be back, but has not called anyone yet. | Leave now',
    'due_back 5: Between 10:40 am and 11:25 am | About 40–85 minutes | The doctor should be back, but has not called anyone yet. | Leave home at 10:10 am',
    'due_back 20: Between 1:00 pm and 2:50 pm | About 3–5 hours | The doctor should be back, but has not called anyone yet. | Leave home at 12:35 pm',
    'running 0: By 10:10 am | Up to 10 minutes | Be at the door',
    'running 1: Between 10:05 am and 10:30 am | About 5–30 minutes | Leave now',
    'running 5: Between 10:40 am and 11:25 am | About 40–85 minutes | Leave home at 10:10 am',
    'running 20: Between 1:00 pm and 2:50 pm | About 3–5 hours | Leave home at 12:35 pm',
    'break_ahead 0: By 10:10 am | Up to 10 minutes | Be at the door',
    'break_ahead 1: Between 10:05 am and 10:30 am | About 5–30 minutes | Leave now',
    'break_ahead 5: Between 10:40 am and 11:25 am | About 40–85 minutes | Leave home at 10:10 am',
    'break_ahead 20: Between 1:00 pm and 2:50 pm | About 3–5 hours | Leave home at 12:35 pm',
    'break_overdue 0: Between 10:45 am and 10:55 am | About 45–55 minutes | The doctor will take a break after the current patient. | Leave home at 10:15 am',
    'break_overdue 1: Between 10:50 am and 11:15 am | About 50–75 minutes | The doctor will take a break after the current patient. | Leave home at 10:20 am',
    'break_overdue 5: Between 11:25 am and 12:10 pm | About 1–2.5 hours | The doctor will take a break after the current patient. | Leave home at 10:55 am',
    'break_overdue 20: Between 1:45 pm and 3:35 pm | About 3.5–6 hours | The doctor will take a break after the current patient. | Leave home at 1:20 pm',
    'on_break 0: Between 10:30 am and 10:40 am | About 30–40 minutes | The doctor is on a break until 10:30 am. | Leave home at 10:01 am',
    'on_break 1: Between 10:35 am and 11:00 am | About 35–60 minutes | The doctor is on a break until 10:30 am. | Leave home at 10:05 am',
    'on_break 5: Between 11:10 am and 11:55 am | About 70–115 minutes | The doctor is on a break until 10:30 am. | Leave home at 10:40 am',
    'on_break 20: Between 1:30 pm and 3:20 pm | About 3.5–5.5 hours | The doctor is on a break until 10:30 am. | Leave home at 1:05 pm',
    'closing 0: By 10:10 am | Up to 10 minutes | The hours end at 3:00 pm. You may not be seen today. Ask the reception. | Be at the door',
    'closing 1: Between 10:05 am and 10:30 am | About 5–30 minutes | The hours end at 3:00 pm. You may not be seen today. Ask the reception. | Leave now',
    'closing 5: Between 10:40 am and 11:25 am | About 40–85 minutes | The hours end at 3:00 pm. You may not be seen today. Ask the reception. | Leave home at 10:10 am',
    'closing 20: Between 1:00 pm and 2:50 pm | About 3–5 hours | The hours end at 3:00 pm. You may not be seen today. Ask the reception. | Leave home at 12:35 pm',
    'silent 0: Calculating... | Nobody has been called for 40 minutes. Ask the reception. | Ask the reception',
    'silent 1: Calculating... | Nobody has been called for 40 minutes. Ask the reception. | Ask the reception',
    'silent 5: Calculating... | Nobody has been called for 40 minutes. Ask the reception. | Ask the reception',
    'silent 20: Calculating... | Nobody has been called for 40 minutes. Ask the reception. | Ask the reception',
    'beyond_hours 0: Calculating... | The hours end at 11:00 am. You will probably not be seen today. Ask the reception. | Ask the reception',
    'beyond_hours 1: Calculating... | The hours end at 11:00 am. You will probably not be seen today. Ask the reception. | Ask the reception',
    'beyond_hours 5: Calculating... | The hours end at 11:00 am. You will probably not be seen today. Ask the reception. | Ask the reception',
    'beyond_hours 20: Calculating... | The hours end at 11:00 am. You will probably not be seen today. Ask the reception. | Ask the reception',
    'busy 0: Calculating... | The doctor is busy and is not calling anyone right now. You keep your place. | Stay where you are',
    'busy 1: Calculating... | The doctor is busy and is not calling anyone right now. You keep your place. | Stay where you are',
    'busy 5: Calculating... | The doctor is busy and is not calling anyone right now. You keep your place. | Stay where you are',
    'busy 20: Calculating... | The doctor is busy and is not calling anyone right now. You keep your place. | Stay where you are',
    'offline 0: Calculating... | The doctor is away right now. You keep your place. If it is urgent, ask the reception. | Stay where you are',
    'offline 1: Calculating... | The doctor is away right now. You keep your place. If it is urgent, ask the reception. | Stay where you are',
    'offline 5: Calculating... | The doctor is away right now. You keep your place. If it is urgent, ask the reception. | Stay where you are',
    'offline 20: Calculating... | The doctor is away right now. You keep your place. If it is urgent, ask the reception. | Stay where you are',
    'closed 0: Calculating... | The doctor sees no patients today. Ask the reception about your place. | Ask the reception',
    'closed 1: Calculating... | The doctor sees no patients today. Ask the reception about your place. | Ask the reception',
    'closed 5: Calculating... | The doctor sees no patients today. Ask the reception about your place. | Ask the reception',
    'closed 20: Calculating... | The doctor sees no patients today. Ask the reception about your place. | Ask the reception',
    'past_closing 0: Calculating... | The doctor’s hours are over for today. Ask the reception about your place. | Ask the reception',
    'past_closing 1: Calculating... | The doctor’s hours are over for today. Ask the reception about your place. | Ask the reception',
    'past_closing 5: Calculating... | The doctor’s hours are over for today. Ask the reception about your place. | Ask the reception',
    'past_closing 20: Calculating... | The doctor’s hours are over for today. Ask the reception about your place. | Ask the reception',
  ]);
});

test('patients with 0, 1, 5 and 20 people ahead read the expected Hindi text in each state of the line [PAT-11, INV-16]', () => {
  assert.deepEqual(tableOf('hi'), [
    'not_open 0: 11:00 am से 11:10 am के बीच | लगभग 60–70 मिनट | डॉक्टर 11:00 am से मरीज़ देखना शुरू करते हैं। | 10:30 am पर घर से निकलिए',
    'not_open 1: 11:05 am से 11:30 am के बीच | लगभग 65–90 मिनट | डॉक्टर 11:00 am से मरीज़ देखना शुरू करते हैं। | 10:35 am पर घर से निकलिए',
    'not_open 5: 11:40 am से 12:25 pm के बीच | लगभग 1.5–2.5 घंटे | डॉक्टर 11:00 am से मरीज़ देखना शुरू करते हैं। | 11:10 am पर घर से निकलिए',
    'not_open 20: 2:00 pm से 3:50 pm के बीच | लगभग 4–6 घंटे | डॉक्टर 11:00 am से मरीज़ देखना शुरू करते हैं। | 1:35 pm पर घर से निकलिए',
    'due 0: 10:20 am से 10:30 am के बीच | लगभग 20–30 मिनट | डॉक्टर ने अभी शुरू नहीं किया है। | अब निकलिए',
    'due 1: 10:25 am से 10:50 am के बीच | लगभग 25–50 मिनट | डॉक्टर ने अभी शुरू नहीं किया है। | अब निकलिए',
    'due 5: 11:00 am से 11:45 am के बीच | लगभग 60–105 मिनट | डॉक्टर ने अभी शुरू नहीं किया है। | 10:30 am पर घर से निकलिए',
    'due 20: 1:20 pm से 3:10 pm के बीच | लगभग 3–5.5 घंटे | डॉक्टर ने अभी शुरू नहीं किया है। | 12:55 pm पर घर से निकलिए',
    'due_back 0: 10:10 am तक | ज़्यादा से ज़्यादा 10 मिनट | डॉक्टर के लौटने का समय हो गया है, अभी किसी को नहीं बुलाया है। | दरवाज़े के पास रहिए',
    'due_back 1: 10:05 am से 10:30 am के बीच | लगभग 5–30 मिनट | डॉक्टर के लौटने का समय हो गया है, अभी किसी को नहीं बुलाया है। | अब निकलिए',
    'due_back 5: 10:40 am से 11:25 am के बीच | लगभग 40–85 मिनट | डॉक्टर के लौटने का समय हो गया है, अभी किसी को नहीं बुलाया है। | 10:10 am पर घर से निकलिए',
    'due_back 20: 1:00 pm से 2:50 pm के बीच | लगभग 3–5 घंटे | डॉक्टर के लौटने का समय हो गया है, अभी किसी को नहीं बुलाया है। | 12:35 pm पर घर से निकलिए',
    'running 0: 10:10 am तक | ज़्यादा से ज़्यादा 10 मिनट | दरवाज़े के पास रहिए',
    'running 1: 10:05 am से 10:30 am के बीच | लगभग 5–30 मिनट | अब निकलिए',
    'running 5: 10:40 am से 11:25 am के बीच | लगभग 40–85 मिनट | 10:10 am पर घर से निकलिए',
    'running 20: 1:00 pm से 2:50 pm के बीच | लगभग 3–5 घंटे | 12:35 pm पर घर से निकलिए',
    'break_ahead 0: 10:10 am तक | ज़्यादा से ज़्यादा 10 मिनट | दरवाज़े के पास रहिए',
    'break_ahead 1: 10:05 am से 10:30 am के बीच | लगभग 5–30 मिनट | अब निकलिए',
    'break_ahead 5: 10:40 am से 11:25 am के बीच | लगभग 40–85 मिनट | 10:10 am पर घर से निकलिए',
    'break_ahead 20: 1:00 pm से 2:50 pm के बीच | लगभग 3–5 घंटे | 12:35 pm पर घर से निकलिए',
    'break_overdue 0: 10:45 am से 10:55 am के बीच | लगभग 45–55 मिनट | अंदर के मरीज़ के निकलते ही डॉक्टर विराम लेंगे। | 10:15 am पर घर से निकलिए',
    'break_overdue 1: 10:50 am से 11:15 am के बीच | लगभग 50–75 मिनट | अंदर के मरीज़ के निकलते ही डॉक्टर विराम लेंगे। | 10:20 am पर घर से निकलिए',
    'break_overdue 5: 11:25 am से 12:10 pm के बीच | लगभग 1–2.5 घंटे | अंदर के मरीज़ के निकलते ही डॉक्टर विराम लेंगे। | 10:55 am पर घर से निकलिए',
    'break_overdue 20: 1:45 pm से 3:35 pm के बीच | लगभग 3.5–6 घंटे | अंदर के मरीज़ के निकलते ही डॉक्टर विराम लेंगे। | 1:20 pm पर घर से निकलिए',
    'on_break 0: 10:30 am से 10:40 am के बीच | लगभग 30–40 मिनट | डॉक्टर 10:30 am तक विराम पर हैं। | 10:01 am पर घर से निकलिए',
    'on_break 1: 10:35 am से 11:00 am के बीच | लगभग 35–60 मिनट | डॉक्टर 10:30 am तक विराम पर हैं। | 10:05 am पर घर से निकलिए',
    'on_break 5: 11:10 am से 11:55 am के बीच | लगभग 70–115 मिनट | डॉक्टर 10:30 am तक विराम पर हैं। | 10:40 am पर घर से निकलिए',
    'on_break 20: 1:30 pm से 3:20 pm के बीच | लगभग 3.5–5.5 घंटे | डॉक्टर 10:30 am तक विराम पर हैं। | 1:05 pm पर घर से निकलिए',
    'closing 0: 10:10 am तक | ज़्यादा से ज़्यादा 10 मिनट | समय 3:00 pm पर पूरा हो जाता है। हो सकता है कि आज आपकी बारी न आए। रिसेप्शन से पूछें। | दरवाज़े के पास रहिए',
    'closing 1: 10:05 am से 10:30 am के बीच | लगभग 5–30 मिनट | समय 3:00 pm पर पूरा हो जाता है। हो सकता है कि आज आपकी बारी न आए। रिसेप्शन से पूछें। | अब निकलिए',
    'closing 5: 10:40 am से 11:25 am के बीच | लगभग 40–85 मिनट | समय 3:00 pm पर पूरा हो जाता है। हो सकता है कि आज आपकी बारी न आए। रिसेप्शन से पूछें। | 10:10 am पर घर से निकलिए',
    'closing 20: 1:00 pm से 2:50 pm के बीच | लगभग 3–5 घंटे | समय 3:00 pm पर पूरा हो जाता है। हो सकता है कि आज आपकी बारी न आए। रिसेप्शन से पूछें। | 12:35 pm पर घर से निकलिए',
    'silent 0: हिसाब लगाया जा रहा है... | 40 मिनट से किसी को नहीं बुलाया गया है। रिसेप्शन से पूछें। | रिसेप्शन से पूछिए',
    'silent 1: हिसाब लगाया जा रहा है... | 40 मिनट से किसी को नहीं बुलाया गया है। रिसेप्शन से पूछें। | रिसेप्शन से पूछिए',
    'silent 5: हिसाब लगाया जा रहा है... | 40 मिनट से किसी को नहीं बुलाया गया है। रिसेप्शन से पूछें। | रिसेप्शन से पूछिए',
    'silent 20: हिसाब लगाया जा रहा है... | 40 मिनट से किसी को नहीं बुलाया गया है। रिसेप्शन से पूछें। | रिसेप्शन से पूछिए',
    'beyond_hours 0: हिसाब लगाया जा रहा है... | समय 11:00 am पर पूरा हो जाता है। आज आपकी बारी शायद नहीं आएगी। रिसेप्शन से पूछें। | रिसेप्शन से पूछिए',
    'beyond_hours 1: हिसाब लगाया जा रहा है... | समय 11:00 am पर पूरा हो जाता है। आज आपकी बारी शायद नहीं आएगी। रिसेप्शन से पूछें। | रिसेप्शन से पूछिए',
    'beyond_hours 5: हिसाब लगाया जा रहा है... | समय 11:00 am पर पूरा हो जाता है। आज आपकी बारी शायद नहीं आएगी। रिसेप्शन से पूछें। | रिसेप्शन से पूछिए',
    'beyond_hours 20: हिसाब लगाया जा रहा है... | समय 11:00 am पर पूरा हो जाता है। आज आपकी बारी शायद नहीं आएगी। रिसेप्शन से पूछें। | रिसेप्शन से पूछिए',
    'busy 0: हिसाब लगाया जा रहा है... | डॉक्टर व्यस्त हैं और अभी किसी को नहीं बुला रहे। आपका स्थान रखा है। | जहाँ हैं वहीं रहिए',
    'busy 1: हिसाब लगाया जा रहा है... | डॉक्टर व्यस्त हैं और अभी किसी को नहीं बुला रहे। आपका स्थान रखा है। | जहाँ हैं वहीं रहिए',
    'busy 5: हिसाब लगाया जा रहा है... | डॉक्टर व्यस्त हैं और अभी किसी को नहीं बुला रहे। आपका स्थान रखा है। | जहाँ हैं वहीं रहिए',
    'busy 20: हिसाब लगाया जा रहा है... | डॉक्टर व्यस्त हैं और अभी किसी को नहीं बुला रहे। आपका स्थान रखा है। | जहाँ हैं वहीं रहिए',
    'offline 0: हिसाब लगाया जा रहा है... | डॉक्टर अभी काम पर नहीं हैं। आपका स्थान रखा है; ज़रूरी हो तो रिसेप्शन से पूछें। | जहाँ हैं वहीं रहिए',
    'offline 1: हिसाब लगाया जा रहा है... | डॉक्टर अभी काम पर नहीं हैं। आपका स्थान रखा है; ज़रूरी हो तो रिसेप्शन से पूछें। | जहाँ हैं वहीं रहिए',
    'offline 5: हिसाब लगाया जा रहा है... | डॉक्टर अभी काम पर नहीं हैं। आपका स्थान रखा है; ज़रूरी हो तो रिसेप्शन से पूछें। | जहाँ हैं वहीं रहिए',
    'offline 20: हिसाब लगाया जा रहा है... | डॉक्टर अभी काम पर नहीं हैं। आपका स्थान रखा है; ज़रूरी हो तो रिसेप्शन से पूछें। | जहाँ हैं वहीं रहिए',
    'closed 0: हिसाब लगाया जा रहा है... | डॉक्टर आज किसी को नहीं देखेंगे। आपके स्थान का क्या होगा, रिसेप्शन से पूछें। | रिसेप्शन से पूछिए',
    'closed 1: हिसाब लगाया जा रहा है... | डॉक्टर आज किसी को नहीं देखेंगे। आपके स्थान का क्या होगा, रिसेप्शन से पूछें। | रिसेप्शन से पूछिए',
    'closed 5: हिसाब लगाया जा रहा है... | डॉक्टर आज किसी को नहीं देखेंगे। आपके स्थान का क्या होगा, रिसेप्शन से पूछें। | रिसेप्शन से पूछिए',
    'closed 20: हिसाब लगाया जा रहा है... | डॉक्टर आज किसी को नहीं देखेंगे। आपके स्थान का क्या होगा, रिसेप्शन से पूछें। | रिसेप्शन से पूछिए',
    'past_closing 0: हिसाब लगाया जा रहा है... | आज के लिए इस डॉक्टर का समय पूरा हो गया है। आपके स्थान का क्या होगा, रिसेप्शन से पूछें। | रिसेप्शन से पूछिए',
    'past_closing 1: हिसाब लगाया जा रहा है... | आज के लिए इस डॉक्टर का समय पूरा हो गया है। आपके स्थान का क्या होगा, रिसेप्शन से पूछें। | रिसेप्शन से पूछिए',
    'past_closing 5: हिसाब लगाया जा रहा है... | आज के लिए इस डॉक्टर का समय पूरा हो गया है। आपके स्थान का क्या होगा, रिसेप्शन से पूछें। | रिसेप्शन से पूछिए',
    'past_closing 20: हिसाब लगाया जा रहा है... | आज के लिए इस डॉक्टर का समय पूरा हो गया है। आपके स्थान का क्या होगा, रिसेप्शन से पूछें। | रिसेप्शन से पूछिए',
  ]);
});

test('a time and its am or pm are never split between two rows of text [PAT-11]', () => {
  assert.equal(noBreak('By 10:10 am, or 1:15 pm'), 'By 10:10\u202fam, or 1:15\u202fpm');
  assert.equal(noBreak('بين 5:40 م و6:20 م'), 'بين 5:40\u202fم و6:20\u202fم');
  assert.equal(noBreak('I am at the door'), 'I am at the door');
  assert.equal(noBreak('أمامك 3 مرضى'), 'أمامك 3 مرضى');
});

test('if a break falls into the expected time of the call, the patient reads the times before and after the break [INV-16, PAT-11]', () => {
  const parts = [
    { from: at(120), to: at(150) },
    { from: at(195), to: at(215) },
  ];
  const entry = { ...announced('break_ahead', 5), waitRange: { lower: 120, upper: 215, parts } };
  const words = (moment: number) =>
    waitWords(entry, moment, texts.en).when.replaceAll('\u202f', ' ');
  assert.equal(words(now), 'Before 12:30 pm, or after the break between 1:15 pm and 1:35 pm');
  const onBreak = now + 160 * 60_000;
  assert.equal(words(onBreak), 'Between 1:15 pm and 1:35 pm');
});

test('if two breaks fall into the expected time of the call, the patient reads all possible times [INV-16, PAT-11]', () => {
  const parts = [
    { from: at(150), to: at(180) },
    { from: at(210), to: at(360) },
    { from: at(375), to: at(390) },
  ];
  const entry = { ...announced('running', 20), waitRange: { lower: 150, upper: 390, parts } };
  const words = (minutes: number) => {
    const { when, left } = waitWords(entry, now + minutes * 60_000, texts.en);
    return [when, left].join(' | ').replaceAll('\u202f', ' ');
  };
  assert.deepEqual([0, 190, 361].map(words), [
    'Before 1:00 pm, or after the break between 1:30 pm and 4:30 pm | About 2.5–6.5 hours',
    'Before 4:00 pm, or after the break between 4:15 pm and 4:30 pm | About 0–3.5 hours',
    'Between 4:15 pm and 4:30 pm | About 10–30 minutes',
  ]);
});

test('patients read that a doctor usually starts late, before and after the opening [INV-16]', () => {
  const early = announced('not_open', 1);
  const usually = {
    ...early,
    line: { state: 'not_open', at: at(60), usuallyAt: at(100) },
  } as const;
  assert.match(
    waitWords(usually, now, texts.en).line ?? '',
    /should start at 11:00.am, but usually starts about 11:40.am/u,
  );
  const due = { ...early, line: { state: 'due', at: at(-20), usuallyAt: at(20) } } as const;
  assert.match(
    waitWords(due, now, texts.en).line ?? '',
    /has not started yet, and usually starts about 10:20/u,
  );
});

test('patients of a doctor with days off read on which date the doctor is expected back, and nothing about a break [DOC-1, PAT-11]', () => {
  const entry = announced('running', 1);
  const doctor = { ...entry.doctor, status: 'Offline', breakUntil: at(2 * 24 * 60) } as const;
  const { line } = waitWords({ ...entry, line: null, doctor }, now, texts.en);
  assert.match(line ?? '', /^The doctor is away\. Expected back: 14 Mar 2026/u);
});

test('no time of a call is shown to the patient while the wait is unknown [INV-16]', () => {
  for (const language of ['en', 'hi'] as const) {
    for (const state of lineStates.filter(isGoneState)) {
      for (const ahead of aheads) {
        const entry = announced(state, ahead);
        // Texts of these states may name the time since the last call or the end of the hours. So
        // only the text about the expected time is checked.
        const said = isAskState(state) ? waitWords(entry, now, texts[language]).when : undefined;
        assert.doesNotMatch(said ?? read(language, entry), /\d/u, `${language} ${state}`);
      }
    }
  }
});

test('the text about the wait that a patient reads changes at most every five minutes [INV-16]', () => {
  for (const state of lineStates) {
    for (const ahead of aheads) {
      const entry = announced(state, ahead);
      const seen = Array.from({ length: 6 }, (_, minute) => {
        const { when, left } = waitWords(entry, now + minute * 60_000, texts.en);
        return `${when} ${left ?? ''}`;
      });
      const changes = seen.filter((words, minute) => minute > 0 && words !== seen[minute - 1]);
      assert.ok(changes.length <= 2, `${state} ${ahead}: ${seen.join(' | ')}`);
    }
  }
});

/** The texts that a patient reads in one language. Each text area is loaded from its file. */
async function readerIn(language: Language) {
  const { patientQueue: t } = (await import(
    `../../../../i18n/${language}/patient-queue.gen.ts`
  )) as typeof import('../../../../i18n/en/patient-queue.gen.ts');
  const { ui } = (await import(
    `../../../../i18n/${language}/ui.gen.ts`
  )) as typeof import('../../../../i18n/en/ui.gen.ts');
  const { lineState: asks } = (await import(
    `../../../../i18n/${language}/line-state.gen.ts`
  )) as typeof import('../../../../i18n/en/line-state.gen.ts');
  return { t, asks, ui, format: formatsFor(language) };
}

for (const language of languages) {
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
  test(`each state of the line has its own text with its own times, and no other times, in ${name} [PAT-11, INV-16]`, async () => {
    const words = await readerIn(language);
    const { format, t } = words;
    const said = new Map<string, LineStateName>();
    for (const state of lineStates) {
      for (const ahead of aheads) {
        const entry = announced(state, ahead);
        const { when, left, line } = wordsOf(entry, words);
        const all = [when, left, line].join(' ');
        assert.doesNotMatch(all, /undefined|null|NaN|[{}]/u, `${state} ${ahead}`);
        const clock = (moment: string) => format.time(Date.parse(moment), entry.hospital.timeZone);
        if (isGoneState(state)) {
          assert.equal(when, t.calculating);
          const said = isAskState(state) ? when : all;
          assert.doesNotMatch(said, /\p{Nd}/u, `${state}: nobody can say, and no time is shown`);
          if (isAskState(state)) assert.match(line ?? '', /\p{Nd}/u, state);
        } else {
          const [part] = entry.waitRange?.parts ?? [];
          assert.ok(
            part !== undefined && when.includes(clock(part.to)),
            `${state} ${ahead}: ${when}`,
          );
          if (Date.parse(part.from) > now) assert.ok(when.includes(clock(part.from)), when);
          assert.ok(left !== undefined && /\p{Nd}/u.test(left), `${state} ${ahead}: ${left}`);
        }
        const isPlain = state === 'running' || state === 'break_ahead';
        assert.equal(line === undefined, isPlain, `${state}: ${line}`);
        if (state === 'not_open' || state === 'on_break') {
          assert.ok(line?.includes(clock(times[state] ?? '')), `${state}: ${line}`);
        }
        if (line === undefined) continue;
        assert.equal(said.get(line) ?? state, state, `${line} is said of two states`);
        said.set(line, state);
        if (language !== 'en') {
          assert.notEqual(line, wordsOf(entry, texts.en).line, 'it is not left in English');
        }
      }
    }
  });
}
