import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboutLanguages, languages } from '@baari/contract/languages.gen.ts';
import { letterBody } from './letter.ts';

test('a mail says in which language it is and where its lines begin, and so does each part in another one [ENT-9]', () => {
  const inAll = letterBody({
    language: 'en',
    parts: languages.map((language) => ({ language, parts: [{ text: 'Baari' }] })),
  });
  assert.match(inAll.html, /<html lang="en" dir="ltr">/u);
  for (const language of languages) {
    const { direction } = aboutLanguages[language];
    assert.ok(inAll.html.includes(`<div lang="${language}" dir="${direction}">`), language);
  }
});
