/**
 * Tests of the list "What happened", as read by a person who follows another person's place in
 * line.
 */
import { languages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { longIn } from '../support/language.ts';
import { expectSoundBriefly } from '../support/looks.ts';
import { expect, test } from './playground.ts';

/** The words or suffixes with which a sentence says "you" or "your" in each language. */
const says: Record<Language, RegExp> = {
  en: /\byou/iu,
  hi: /आप/u,
  mr: /तुम्ह|तुमच/u,
  bn: /আপন/u,
  ta: /நீங்கள்|உங்க|ள்ளீர்|ினீர்|டீர்/u,
  te: /(?<!\p{L})(మీ|మిమ్మ)/u,
  gu: /તમ(ે|ન|ાર)/u,
  ur: /(?<!\p{L})آپ/u,
  ar: /أنت|ك(?!\p{L})|(?<!\p{L})(طلبت|سجّلت|تقدّمت|عدت|تكن)(?!\p{L})/u,
  es: /\busted|\bsu\b|\ble\b/iu,
};

for (const language of languages) {
  test(`a message about a change of another person’s place in the queue never addresses the reader as “you”, in ${language} [PAT-11]${longIn(language)}`, async ({
    page,
    show,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await show('changes/OfAnother', language);
    const sentences = await page.getByRole('listitem').allTextContents();
    expect(sentences).toHaveLength(39);
    expect(sentences.filter((sentence) => says[language].test(sentence))).toEqual([]);
    await expectSoundBriefly(page);
  });
}
