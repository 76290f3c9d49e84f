/** Counts what text messages cost: the alphabet and the segments of every kind in every language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '@baari/contract/languages.gen.ts';
import fc from 'fast-check';
import { segmentsOf } from './segments.rules.ts';
import { usualValueOf, smsKindNames, textWith } from './sms-kinds.ts';

test('160 letters of the GSM alphabet are one message, 161 are two, and the euro sign counts twice [MSG-3]', () => {
  assert.deepEqual(segmentsOf('a'.repeat(160)), { alphabet: 'GSM-7', segments: 1 });
  assert.deepEqual(segmentsOf('a'.repeat(161)), { alphabet: 'GSM-7', segments: 2 });
  assert.deepEqual(segmentsOf(`${'a'.repeat(158)}€`), { alphabet: 'GSM-7', segments: 1 });
  assert.deepEqual(segmentsOf(`${'a'.repeat(159)}€`), { alphabet: 'GSM-7', segments: 2 });
  assert.deepEqual(segmentsOf('a'.repeat(306)), { alphabet: 'GSM-7', segments: 2 });
  assert.deepEqual(segmentsOf('a'.repeat(307)), { alphabet: 'GSM-7', segments: 3 });
  // The euro sign does not fit into the last place of the first segment.
  const split = `${'a'.repeat(152)}€${'a'.repeat(152)}`;
  assert.deepEqual(segmentsOf(split), { alphabet: 'GSM-7', segments: 3 });
});

test('one letter of another script makes 70 characters one message, and an emoji is never split [MSG-3]', () => {
  assert.deepEqual(segmentsOf('क'.repeat(70)), { alphabet: 'UCS-2', segments: 1 });
  assert.deepEqual(segmentsOf('क'.repeat(71)), { alphabet: 'UCS-2', segments: 2 });
  assert.deepEqual(segmentsOf(`${'a'.repeat(69)}क`), { alphabet: 'UCS-2', segments: 1 });
  assert.deepEqual(segmentsOf(`${'क'.repeat(66)}😀${'क'.repeat(66)}`).segments, 3);
});

test('a longer text never has fewer segments [MSG-3]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      assert.ok(segmentsOf(`${text}a`).segments >= segmentsOf(text).segments);
    }),
  );
});

/** Kinds that need two messages in the GSM alphabet: the link with a secret is long. */
const long: ReadonlySet<string> = new Set([
  'earlier_offered',
  'appointment_reminder',
  'appointment_reminder_early',
  'appointment_reminder_today',
]);

test('every kind of text message fits into one message in English and Spanish, with long names [MSG-3]', () => {
  for (const language of ['en', 'es'] as const) {
    for (const kind of smsKindNames) {
      const text = textWith(kind, language, usualValueOf);
      const { alphabet, segments } = segmentsOf(text);
      assert.equal(alphabet, 'GSM-7', text);
      assert.ok(
        segments <= (long.has(kind) ? 2 : 1),
        `${kind} ${language}: ${text.length} ${text}`,
      );
    }
  }
});

test('in the other scripts no kind needs more than three messages, and a sign-in code needs one [MSG-3]', () => {
  for (const language of languages) {
    for (const kind of smsKindNames) {
      const text = textWith(kind, language, usualValueOf);
      const most = kind === 'code' ? 1 : long.has(kind) ? 4 : 3;
      const { segments } = segmentsOf(text);
      assert.ok(segments <= most, `${kind} ${language}: ${segments} ${text}`);
    }
  }
});
