/**
 * Adds a language to a copy of the checkout by its folder alone, and checks that everything works
 * in the language.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { buildCopy, copyCodebase } from '../test-runs/copy-of-codebase.mjs';
import { asWritten } from '../texts/texts.ts';

const copy = mkdtempSync(join(tmpdir(), 'baari-language-'));
after(() => rmSync(copy, { recursive: true, force: true }));

/**
 * The settings of the new language. Its texts stay English, because the test checks everything
 * except the translation.
 */
const about = {
  ownName: 'Kiswahili',
  // Uses a locale whose plural forms are the same as those of the English texts.
  locale: 'en-TZ',
  script: 'Latn',
  direction: 'ltr',
  draft: true,
  voice: 'sw-TZ',
};

before(async () => {
  copyCodebase(copy);
  cpSync(join(copy, 'texts/en'), join(copy, 'texts/sw'), { recursive: true });
  writeFileSync(join(copy, 'texts/sw/language.json'), asWritten(about));
  // An area that only staff read may be translated later; until then it is shown in English.
  rmSync(join(copy, 'texts/sw/audit.json'));
  await buildCopy(copy);
});

function answerOf(code: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: join(copy, 'server'),
    encoding: 'utf8',
  });
}

test('a new language passes the check of the texts with only its own folder, even without texts that only staff read [ENT-9] @long', () => {
  execFileSync(process.execPath, ['scripts/texts/texts.ts', '--check'], { cwd: copy });
});

test('the menu of every page lists the new language under its own name, among the languages marked as drafts [ENT-9] @long', () => {
  const page = readFileSync(join(copy, 'web/dist/landing.en.html'), 'utf8');
  const drafts = /<optgroup label="Drafts[^"]*">(?<names>.*?)<\/optgroup>/su.exec(page);
  assert.match(drafts?.groups?.['names'] ?? '', /<option[^>]*lang="sw"[^>]*>Kiswahili<\/option>/u);
});

test('the landing page is built in a new language, and this language’s pages load the texts that they need [ENT-9] @long', () => {
  const page = readFileSync(join(copy, 'web/dist/landing.sw.html'), 'utf8');
  assert.match(page, /<html lang="sw" dir="ltr"/u);
  const paths = readFileSync(join(copy, 'web/dist/paths.json'), 'utf8');
  assert.match(paths, /language-sw-/u);
});

test('the server chooses a new language for browsers that prefer this language, and sends its texts [ENT-9] @long', () => {
  const output = answerOf(`
    import { languageAskedFor } from './src/platform/http/language-asked-for.ts';
    import { plainPage } from './src/platform/pages/plain-page.ts';
    import { textsOf } from './src/texts/texts.ts';
    console.log(JSON.stringify({
      asked: languageAskedFor('sw-KE, en;q=0.5'),
      page: plainPage({ language: 'en', title: 'A', lines: [] }),
      texts: Object.keys(textsOf('ticket', 'sw')).length,
    }));`);
  const { asked, page, texts } = JSON.parse(output) as {
    asked: string;
    page: string;
    texts: number;
  };
  assert.equal(asked, 'sw');
  assert.match(page, /hreflang="sw"[^>]*>Kiswahili</u);
  assert.ok(texts > 10);
});
