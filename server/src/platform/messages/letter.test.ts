import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboutLanguages, languages } from '@baari/contract/languages.gen.ts';
import { textsOf } from '../../texts/texts.ts';
import { letterBody } from './letter.ts';
import { plainPage } from '../pages/plain-page.ts';

test('a mail states its language and text direction, and so does each part in another language [ENT-9]', () => {
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

test('on a ticket, links to other languages also show the language’s name in Latin letters for phones without its letters [ARR-4, ENT-9]', () => {
  const page = plainPage({ language: 'en', title: 'C-003', lines: [] });
  assert.match(page, /<a [^>]*lang="hi"[^>]*>हिन्दी <small lang="en">Hindi<\/small><\/a>/u);
  assert.match(page, /<a [^>]*lang="ur"[^>]*>اردو <small lang="en">Urdu<\/small><\/a>/u);
  assert.match(page, /<a [^>]*lang="es"[^>]*>Español<\/a>/u);
});

test('mails and tickets use the same product name as the pages in their language [ENT-9]', () => {
  const inBengali = letterBody({ language: 'bn', parts: [{ text: 'নমস্কার' }] });
  assert.match(inBengali.plain, /\n\nবারী$/u);
  assert.match(inBengali.html, /<p>বারী<\/p>/u);
  for (const language of languages) {
    const { product } = textsOf('common', language);
    assert.ok(letterBody({ language, parts: [] }).html.includes(`<p>${product}</p>`), language);
    const page = plainPage({ language, title: 'C-003', lines: [] });
    assert.ok(page.includes(`<title>C-003 · ${product}</title>`), language);
  }
});
