import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patientQueue } from '../../../i18n/en/patient-queue.gen.ts';
import { people } from '../../../i18n/en/people.gen.ts';
import { formatsFor } from '../../../i18n/format.ts';
import { patientEntry } from '../../../live/queue-entry.test-data.ts';
import { openEntryWords } from './open-entry-words.ts';

const texts = { t: patientQueue, people, format: formatsFor('en') };
const waiting = patientEntry({ status: 'waiting', position: 2 });

test('the notice about places in line names each person once: in the title for one place, or beside each of several places [PAT-12, PROF-1]', () => {
  assert.deepEqual(
    openEntryWords([waiting], () => 'Riya Verma', texts),
    {
      title: 'Riya Verma has a place in a line',
      text: 'd1 · City',
    },
  );
  assert.deepEqual(
    openEntryWords([waiting], () => undefined, texts),
    {
      title: 'You already have a place in a line',
      text: 'd1, City. One queue at a time.',
    },
  );
  const both = openEntryWords([waiting, waiting], () => 'Riya Verma', texts);
  assert.equal(both.text, 'Riya Verma: d1, City. Riya Verma: d1, City.');
  const called = openEntryWords([patientEntry({ status: 'in_progress' })], () => 'Riya', texts);
  assert.equal(called.title, 'It is Riya’s turn');
});

test('in right-to-left languages the names of doctor and hospital are kept apart, and the doctor’s name comes first [PAT-12, ENT-9]', () => {
  const { text } = openEntryWords([waiting], () => 'Riya', { ...texts, format: formatsFor('ar') });
  assert.equal(text, '\u2068d1\u2069 · \u2068City\u2069');
});
