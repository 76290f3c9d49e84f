/**
 * Tests the texts of the product: refused faults, compiled results, and the completeness of every
 * language.
 */
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { literalsOf, readMessage } from './icu.ts';
import { root } from '../project.mjs';
import { asWritten, faultsOf, flat, lagging, modulesOf, readCatalogue, tidied } from './texts.ts';

/** Texts that may be the same in every language, or that are in another language on purpose. */
const sameInAll = new Set([
  'notifications.whatsapp',
  'earlier-desk.releaseOf',
  'timetables.noFigure',
  'timetables.range',
  'common.dash',
  'common.product',
  'administration.analytics.flow.hourTitle',
  'administration.analytics.flow.pointOf',
  'administration.analytics.flow.onward',
  'audit.change',
  'hospital-profile.theirs',
  'letters.before',
  'letters.titled',
  'letters.sentence',
  'letters.pair',
  'security-news.sentence',
  'patient-queue.haveEntryFor',
  'queue-desk.transferDoctor',
  'doctors.pasted.fault',
  'vitals.units.pressure',
  'vitals.units.celsius',
  'vitals.units.fahrenheit',
  'vitals.units.percent',
  'vitals.units.kilograms',
  'vitals.units.centimetres',
  'vitals.units.mg_dl',
  'vitals.units.mmol_l',
  'vitals.measured',
  'hand-offs.written',
]);

const texts = join(root, 'texts');
const folder = mkdtempSync(join(tmpdir(), 'baari-texts-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a copy of the folder of texts in which one text is changed. */
function withText(path: string, key: string, text: string | undefined): string {
  const copy = mkdtempSync(join(folder, 'copy-'));
  for (const part of ['areas.json', 'notes', 'en', 'hi', 'ta', 'ur']) {
    cpSync(join(texts, part), join(copy, part), { recursive: true });
  }
  const file = join(copy, path);
  const { [key]: _, ...others } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, asWritten(text === undefined ? others : { ...others, [key]: text }));
  return copy;
}

test('every language has every text that patients read, with the placeholders and plural forms that the text needs [ENT-9]', () => {
  assert.deepEqual(faultsOf(readCatalogue(texts)), []);
});

test('every translated text is written in the script of its language, for example Tamil script for Tamil [ENT-9]', () => {
  const catalogue = readCatalogue(texts);
  for (const [language, { script }] of catalogue.languages) {
    const letters = new RegExp(String.raw`\p{Script=${script}}`, 'u');
    const foreign = catalogue.areas.flatMap((area) =>
      [...flat(catalogue.texts(language, area))]
        .filter(([key, text]) => !sameInAll.has(`${area}.${key}`) && !letters.test(text))
        .map(([key]) => `${language}/${area}: ${key}`),
    );
    if (language !== 'en') assert.deepEqual(foreign, []);
  }
});

test('every language has a word list with a word for each idea that patients read most [ENT-9]', () => {
  const ideas = ['patient', 'doctor', 'hospital', 'token', 'request', 'symptoms', 'appointment'];
  for (const language of readCatalogue(texts).languages.keys()) {
    if (language === 'en') continue;
    assert.ok(existsSync(join(texts, language, 'glossary.md')), `${language} has no glossary.md`);
    const glossary = readFileSync(join(texts, language, 'glossary.md'), 'utf8');
    const left = ideas.filter(
      (idea) => !new RegExp(String.raw`^\| [^|]*${idea}[^|]* \| [^|]+ \|`, 'mu').test(glossary),
    );
    assert.deepEqual(left, [], language);
  }
});

/**
 * The key of the label of the link around the logo. The test exempts this text, because the logo
 * has Latin letters in every language.
 */
const asTheMark = 'common.homeLink';
/** The key of a text in which some languages leave out the product's name. */
const withoutName = 'public-pages.noScript';

test('every language uses one name for the product in all texts [ENT-9]', () => {
  const catalogue = readCatalogue(texts);
  for (const language of catalogue.languages.keys()) {
    const product = flat(catalogue.texts(language, 'common')).get('product') ?? '';
    const otherwise = catalogue.areas.flatMap((area) => {
      const english = flat(catalogue.texts('en', area));
      return [...flat(catalogue.texts(language, area))]
        .filter(([key, text]) => {
          if ([asTheMark, withoutName].includes(`${area}.${key}`)) return false;
          const isNamed = english.get(key)?.includes('Baari') === true;
          return (
            (isNamed && !text.includes(product)) || text.replaceAll(product, '').includes('Baari')
          );
        })
        .map(([key]) => `${language}/${area}: ${key}`);
    });
    assert.deepEqual(otherwise, []);
    if (language === 'en') continue;
    const glossary = readFileSync(join(texts, language, 'glossary.md'), 'utf8');
    assert.match(glossary, new RegExp(String.raw`^\| Baari[^|]* \| ${product} \|`, 'mu'), language);
  }
});

test('a text in Arabic script uses the Arabic comma, semicolon and question mark [ENT-9]', () => {
  const foreign = /\p{Script=Arabic}\p{M}*[\u2069 ]*[,;?]|^[,;?]|[,;?]\s*\p{Script=Arabic}/u;
  assert.ok(foreign.test('مریض, ڈاکٹر') && foreign.test(', ڈاکٹر') && !foreign.test('MBBS, MD'));
  const catalogue = readCatalogue(texts);
  const arabic = [...catalogue.languages].filter(([, { script }]) => script === 'Arab');
  assert.ok(arabic.length > 1);
  const wrong = arabic.flatMap(([language]) =>
    catalogue.areas.flatMap((area) =>
      [...flat(catalogue.texts(language, area))]
        .filter(([, text]) =>
          literalsOf(readMessage(text).elements).some((said) => foreign.test(said)),
        )
        .map(([key]) => `${language}/${area}: ${key}`),
    ),
  );
  assert.deepEqual(wrong, []);
});

/**
 * Matches page code that joins texts with a Latin comma or semicolon, or puts one between two
 * texts.
 */
const commaOfLatin = /\.join\(\s*['"`][,;] |\}[,;] \$\{/gu;
/**
 * Files that use a Latin comma outside visible sentences: in text typed into fields, sent to a map
 * service or read by a screen reader.
 */
const notShown = new Set([
  'web/src/api/forms/saved-meanwhile.tsx',
  'web/src/features/browse/hospital-head.tsx',
  'web/src/features/doctor-work/profile.tsx',
  'web/src/features/patient-queue/place/advice.tsx',
  'web/src/shared/hospital/map-link.ts',
]);

test('no page puts a Latin comma between words, because languages in Arabic script have their own comma [ENT-9]', () => {
  assert.equal("[a].join(', ') `${a}; ${b}`".match(commaOfLatin)?.length, 2);
  const pages = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.(?:test|gen|test-data)\.tsx?$/u.test(path) && !notShown.has(path),
  );
  assert.ok(pages.length > 300);
  const joining = pages.flatMap((path) =>
    Array.from(
      readFileSync(join(root, path), 'utf8').matchAll(commaOfLatin),
      ([found]) => `${path}: ${found}`,
    ),
  );
  assert.deepEqual(joining, []);
});

test('a file of translated texts that is read and written again stays identical, so that a translation tool changes only the texts [ENT-9]', () => {
  const files = readdirSync(texts, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  );
  assert.ok(files.length > 90);
  for (const file of files) {
    const text = readFileSync(join(texts, file), 'utf8');
    assert.equal(asWritten(JSON.parse(text)), text, file);
  }
});

test('one command brings a translator’s files into the usual format and changes no text in them [ENT-9]', () => {
  const copy = mkdtempSync(join(folder, 'untidy-'));
  cpSync(texts, copy, { recursive: true });
  const file = join(copy, 'hi/ui.json');
  const tidy = readFileSync(file, 'utf8');
  writeFileSync(file, JSON.stringify(JSON.parse(tidy)));
  assert.deepEqual(tidied(copy, 'hi'), ['hi/ui.json']);
  assert.equal(readFileSync(file, 'utf8'), tidy);
  assert.deepEqual(tidied(copy, 'hi'), []);
});

const mistakes = [
  ['a text that is missing', undefined, 'hi/ui.json: lineOf is missing'],
  ['a blank text', ' ', 'hi/ui.json: lineOf is blank'],
  ['an argument that is left out', 'कतार में स्थान', 'hi/ui.json: lineOf has no {total}'],
  [
    'an argument that English does not have',
    '{total, plural, one {#} other {#}} {person}',
    'hi/ui.json: lineOf has {person}, which en has not',
  ],
  [
    'a form of number that the language needs',
    '{total, plural, other {#}}',
    'hi/ui.json: lineOf {total} lacks “one”',
  ],
  [
    'a form of number that the language does not have',
    '{total, plural, one {#} few {#} other {#}}',
    'hi/ui.json: lineOf {total} has “few”, which the language does not know',
  ],
  [
    'a text that is not ICU MessageFormat',
    '{total',
    'hi/ui.json: lineOf cannot be read: EXPECT_ARGUMENT_CLOSING_BRACE',
  ],
] as const;

for (const [what, text, fault] of mistakes) {
  test(`the check of the texts finds ${what} [ENT-9]`, () => {
    const faults = faultsOf(readCatalogue(withText('hi/ui.json', 'lineOf', text)));
    assert.ok(faults.includes(fault), faults.join('\n'));
  });
}

const staffText = '{count, plural, one {# row of {name}} other {# rows of {name}}}';

/**
 * Makes a copy of the folder of texts with one more text for staff pages, which only English has.
 */
function withStaffText(): string {
  const copy = withText('en/audit.json', 'newText', staffText);
  const notes = join(copy, 'notes/audit.json');
  const known = JSON.parse(readFileSync(notes, 'utf8')) as object;
  writeFileSync(notes, asWritten({ ...known, newText: { takes: ['count', 'name'] } }));
  return copy;
}

test('a staff text may be added in English alone; the other languages then show the English with English plural forms [ENT-9]', () => {
  const catalogue = readCatalogue(withStaffText());
  assert.deepEqual(faultsOf(catalogue), []);
  const modules = modulesOf(catalogue);
  const audit = (language: string) => modules.get(`web/src/i18n/${language}/audit.gen.ts`) ?? '';
  assert.match(audit('ta'), /^const \$en = toolsIn\('en-/mu);
  assert.match(
    audit('ta'),
    /newText: \(count: number, name: string\) => \$en\.plural\(count, \{ one: `\$\{\$en\.number\(count\)\} row of /u,
  );
  assert.doesNotMatch(audit('en'), /\$en\b/u);
  assert.match(audit('ur'), /newText: .*=> `\u2066\$\{\$en\.plural\(.*\}\u2069`/u);
});

test('missing texts are counted by language and area, and a translator receives a list of all of them [ENT-9]', () => {
  const catalogue = readCatalogue(withStaffText());
  const others = [...catalogue.languages.keys()].filter((language) => language !== 'en');
  const here = new Set(lagging(readCatalogue(texts)));
  assert.deepEqual(
    lagging(catalogue)
      .filter((line) => !here.has(line))
      .map((line) => line.split(' ')[0]),
    others,
  );
  assert.ok(
    lagging(catalogue).every((line) => /^\S+ lacks \d+, shown in en: .*audit \d/u.test(line)),
  );
});

test('a text that patients read is refused if it is missing in a language [ENT-9]', () => {
  const faults = faultsOf(readCatalogue(withText('en/patient-queue.json', 'newText', 'New')));
  assert.ok(faults.includes('ta/patient-queue.json: newText is missing'), faults.join('\n'));
});

/** Finds language codes in source code, as a key or between quotes. */
function languagesNamedIn(code: string, known: readonly string[]): string[] {
  const names = known.join('|');
  const named = new RegExp(String.raw`(?:^|[{,(\s])(?:${names})\??:\s|['"](?:${names})['"]`, 'gmu');
  return [...code.matchAll(named)].map(([found]) => found.trim());
}

test('no program code names a language other than English, so that a new language needs no change of the code [ENT-9]', () => {
  const known = [...readCatalogue(texts).languages.keys()].filter((language) => language !== 'en');
  assert.deepEqual(languagesNamedIn("const t = { en: 'Yes', hi: 'हाँ' };\n=== 'hi'", ['hi']), [
    'hi:',
    "'hi'",
  ]);
  const sources = globSync('{server,contract,web}/{src,build}/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.(?:test|gen)\.tsx?$|\/(?:testing|demo)\//u.test(path),
  );
  assert.ok(sources.length > 500);
  const naming = sources.flatMap((path) =>
    languagesNamedIn(readFileSync(join(root, path), 'utf8'), known).map(
      (found) => `${path}: ${found}`,
    ),
  );
  assert.deepEqual(naming, []);
});

test('a new language needs only a folder with its texts [ENT-9] @long', () => {
  const copy = mkdtempSync(join(folder, 'more-'));
  cpSync(texts, copy, { recursive: true });
  cpSync(join(copy, 'hi'), join(copy, 'ml'), { recursive: true });
  const about = {
    ownName: 'മലയാളം',
    locale: 'ml-IN-u-nu-latn',
    script: 'Mlym',
    direction: 'ltr',
    draft: true,
    voice: 'ml-IN',
    fallback: 'hi',
  };
  writeFileSync(join(copy, 'ml/language.json'), asWritten(about));
  const catalogue = readCatalogue(copy);
  assert.deepEqual(
    faultsOf(catalogue).filter((fault) => !fault.includes('lacks')),
    [],
  );
  const modules = modulesOf(catalogue);
  assert.ok(modules.has('web/src/i18n/ml/patient-queue.gen.ts'));
  assert.ok(modules.has('server/src/texts/ml/ticket.gen.ts'));
  assert.ok(!modules.has('web/src/i18n/ml/ticket.gen.ts'), 'no page says it');
  assert.match(
    modules.get('contract/src/languages.gen.ts') ?? '',
    /^export const languages = \['en', .*'ml'/mu,
  );
  assert.match(modules.get('web/src/i18n/ml/areas.gen.ts') ?? '', /\.\/patient-queue\.gen\.ts/u);
  const shared = modules.get('web/src/i18n/areas.gen.ts') ?? '';
  // A new language adds only one line to the code that every page loads, and not the names of all
  // its files.
  assert.equal(shared.match(/\bml\b/gu)?.length, 2);
});

test('names inserted into a text keep their own reading direction, and numbers and web addresses get no direction marks [ENT-9]', () => {
  const copy = mkdtempSync(join(folder, 'aside-'));
  cpSync(texts, copy, { recursive: true });
  for (const language of ['en', 'ur']) {
    writeFileSync(
      join(copy, language, 'ui.json'),
      asWritten({
        among: '{name}, {count, plural, one {# of {doctor}} other {# of {doctor}}}',
        alone: '{name}',
        read: 'See {link}',
      }),
    );
  }
  writeFileSync(
    join(copy, 'notes/ui.json'),
    asWritten({ among: { takes: ['name', 'count', 'doctor'] } }),
  );
  const modules = modulesOf(readCatalogue(copy));
  const english = modules.get('web/src/i18n/en/ui.gen.ts') ?? '';
  assert.match(english, /^import \{ isolateBidi as \$isolateBidi, toolsIn \} from/mu);
  assert.match(
    english,
    /=> `\$\{\$isolateBidi\(name\)\}, .*\$number\(count\)\} of \$\{\$isolateBidi\(doctor\)\}`/u,
  );
  assert.match(english, /alone: \(name: string\) => `\$\{name\}`/u);
  assert.match(english, /`See \$\{link\}`/u);
  const urdu = modules.get('web/src/i18n/ur/ui.gen.ts') ?? '';
  assert.match(urdu, /=> `\u2068\$\{name\}\u2069, /u);
  assert.ok(!urdu.includes('$isolateBidi'));
});

test('a word ending stays on the same line of text as the name or number before it, in every language [ENT-9]', () => {
  const broken = [...modulesOf(readCatalogue(texts))].filter(([, code]) =>
    // Generated texts without a space are file names, which keep the plain hyphen.
    /\}[\u2069]?-\p{L}|"[^"\n]* [^"\n]*\p{Script=Latin}-(?!\p{Script=Latin})\p{L}/u.test(code),
  );
  assert.deepEqual(
    broken.map(([path]) => path),
    [],
  );
});
