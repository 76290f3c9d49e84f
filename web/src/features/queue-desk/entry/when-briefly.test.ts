/** The expected time of a call in a compact row. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatsFor } from '../../../i18n/format.ts';
import { ui } from '../../../i18n/en/ui.gen.ts';
import { whenBriefly } from './when-briefly.ts';

const zone = 'Asia/Kolkata';
const words = { ui, format: formatsFor('en') };
const at = (from: string, to: string) => ({ parts: [{ from, to }] });

test('a compact row shows a call after midnight as two clock times, and a call on another day with its date [INV-16, DESK-3]', () => {
  const now = Date.parse('2026-03-12T23:05:00+05:30');
  const tonight = at('2026-03-12T23:40:00+05:30', '2026-03-13T00:10:00+05:30');
  assert.match(whenBriefly(tonight, now, zone, words) ?? '', /^11:40\spm – 12:10\sam$/u);
  const tomorrow = at('2026-03-13T11:30:00+05:30', '2026-03-13T12:00:00+05:30');
  assert.match(whenBriefly(tomorrow, now, zone, words) ?? '', /^13 Mar 2026, 11:30/u);
});
