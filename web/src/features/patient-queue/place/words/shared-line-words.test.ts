/**
 * Tests the texts shown while a shared line calls nobody in. The texts must speak about the line,
 * never about an absent doctor.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineStates, type LineStateName } from '@baari/contract/constants.ts';
import { isGoneState } from '@baari/contract/queue/announced-wait.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { formatsFor } from '../../../../i18n/format.ts';
import { lineState as english } from '../../../../i18n/en/line-state.gen.ts';
import { patientQueue as englishQueue } from '../../../../i18n/en/patient-queue.gen.ts';
import { ui as englishUi } from '../../../../i18n/en/ui.gen.ts';
import { lineState as hindi } from '../../../../i18n/hi/line-state.gen.ts';
import { patientEntry, queueDoctor } from '../../../../live/queue-entry.test-data.ts';
import { sharedLineWords } from './shared-line-words.ts';
import { waitWords } from './wait-words.ts';

/** The time of the test: 10:00 in India. */
const now = Date.parse('2026-03-12T04:30:00Z');
const texts = {
  en: { t: english, format: formatsFor('en') },
  hi: { t: hindi, format: formatsFor('hi') },
};

function waitsIn(
  service: PatientEntry['doctor']['service'],
  state: LineStateName,
  minutes?: number,
): PatientEntry {
  const at = minutes === undefined ? null : new Date(now + minutes * 60_000).toISOString();
  return patientEntry({
    status: 'waiting',
    position: 3,
    line: { state, at, usuallyAt: null },
    doctor: { ...queueDoctor('d1'), name: 'Laboratory', specialty: '', service },
  });
}

function read(language: 'en' | 'hi', entry: PatientEntry): string | undefined {
  return sharedLineWords(entry, now, texts[language])?.replaceAll('\u202f', ' ');
}

test('a patient in a shared line reads that the line is not open yet, has no open counter, or has finished for today [PAT-11, LINE-1]', () => {
  assert.deepEqual(
    [
      read('en', waitsIn('laboratory', 'offline')),
      read('en', waitsIn('any_doctor', 'offline')),
      read('en', waitsIn('laboratory', 'offline', 45)),
      read('en', waitsIn('laboratory', 'past_closing')),
      read('hi', waitsIn('laboratory', 'offline')),
      read('hi', waitsIn('laboratory', 'offline', 45)),
    ],
    [
      'No counter of this line is open right now. You keep your place.',
      'No doctor of this line is here right now. You keep your place.',
      'This line is not open yet. It opens at 10:45 am.',
      'This line has closed for today. Ask the reception about your place.',
      'इस कतार का कोई काउंटर अभी खुला नहीं है। आपका स्थान रखा है।',
      'यह कतार अभी नहीं खुली है। 10:45 am पर खुलेगी।',
    ],
  );
});

test('the text that a patient reads about a shared line never mentions a doctor, and is not empty if the wait is unknown [PAT-11, LINE-1]', () => {
  const words = { t: englishQueue, ui: englishUi, format: texts.en.format };
  for (const state of lineStates) {
    const entry = waitsIn('laboratory', state);
    assert.equal(waitWords(entry, now, words).line, undefined, state);
    for (const language of ['en', 'hi'] as const) {
      const said = read(language, entry);
      assert.doesNotMatch(said ?? '', /doctor|डॉक्टर/iu, `${language} ${state}`);
      if (isGoneState(state)) assert.ok(said, `${language} ${state}`);
    }
  }
});
