import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textsOf as textsOfLanguage } from '../../texts/texts.ts';
import { inVisualOrder } from './directions.rules.ts';
import { linesOf, type Measuring } from './text-lines.rules.ts';

/**
 * A fake font measurement: every character is 10 wide except marks, with one font for each script.
 */
function ruler() {
  let measured = 0;
  const measuring: Measuring = {
    fontOf: (letter, before) =>
      letter === ' ' && before !== undefined
        ? before
        : /^[\u0900-\u097f]/u.test(letter)
          ? 'd'
          : 'l',
    widthOf(text) {
      measured += text.length;
      return text.replaceAll(/\p{M}/gu, '').length * 10;
    },
  };
  return { measuring, measured: () => measured };
}

function textsOf(text: string, width: number): string[] {
  return linesOf(text, width, ruler().measuring).map(({ runs }) =>
    runs.map((run) => run.text).join(''),
  );
}

test('in a printed report, text wraps between words, and never between a minus and its number [RPT-1]', () => {
  assert.deepEqual(textsOf('one two three', 80), ['one two', 'three']);
  assert.deepEqual(textsOf('one\r\ntwo\n\nthree\u2028four', 80), [
    'one',
    'two',
    '',
    'three',
    'four',
  ]);
  assert.deepEqual(textsOf('follow-up visit', 80), ['follow-', 'up visit']);
  assert.deepEqual(textsOf('at -12 and 2-3 mg', 60), ['at -12', 'and', '2-3 mg']);
  assert.deepEqual(textsOf('  1. indented', 80), ['  1.', 'indented']);
  assert.deepEqual(textsOf('', 80), ['']);
});

test('in a printed report, a word ending stays in one line of text with the name or number before it [RPT-1, ENT-9]', () => {
  const { records } = textsOfLanguage('reportPdf', 'bn');
  const foot = `${records('Ganga Hospital')} 5`;
  const width = 10 * 'Ganga Hospital-'.length;
  assert.deepEqual(textsOf(foot, width), ['Ganga', 'Hospital-এর', 'রেকর্ড থেকে 5']);
  assert.deepEqual(textsOf('see Asha-\u2060er hand', 90), ['see', 'Asha-er', 'hand']);
});

test('in a printed report, a word that is wider than the page is broken between letters, and each letter keeps its accents [RPT-1]', () => {
  assert.deepEqual(textsOf('see abcdefghij.', 40), ['see', 'abcd', 'efgh', 'ij.']);
  assert.deepEqual(textsOf('कि'.repeat(5), 20), ['किकि', 'किकि', 'कि']);
});

test('in a printed report each script is printed in its own font, and a space has the font of the word before it [RPT-1]', () => {
  const [line] = linesOf('BP रक्त चाप 120', 1000, ruler().measuring);
  assert.deepEqual(
    line?.runs.map(({ font, text }) => [font, text]),
    [
      ['l', 'BP '],
      ['d', 'रक्त चाप '],
      ['l', '120'],
    ],
  );
});

test('control and direction characters are not printed in a report, because they would change the reading order [RPT-1]', () => {
  assert.deepEqual(textsOf('dose \u202e05\u202c mg\u0007\ta\u00adb', 1000), ['dose 05 mg    ab']);
});

test('wrapping the text of a printed report loses no text and makes no line of text too wide [RPT-1]', () => {
  const unit = fc.oneof(
    fc.constantFrom(' ', '  ', '-', '\n', 'क', 'कि', 'क्ष', 'a', 'Wort', '\u0301', '120/80', '👩‍⚕️'),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  );
  fc.assert(
    fc.property(
      fc.array(unit, { maxLength: 40 }),
      fc.integer({ min: 30, max: 300 }),
      (parts, width) => {
        const text = parts.join('').replaceAll(/[\p{C}\u2028\u2029]/gu, '');
        const lines = linesOf(text, width, ruler().measuring);
        const drawn = lines.flatMap(({ runs }) => runs.map((run) => run.text)).join('');
        // White space at the edge of a line is not drawn.
        assert.equal(drawn.replaceAll(/\s/gu, ''), text.replaceAll(/\s/gu, ''));
        for (const line of lines) assert.ok(line.width <= width || line.runs.length === 1);
      },
    ),
  );
});

test('a paragraph of a printed report has the text direction of its first letter, or else of the paragraph before [RPT-1]', () => {
  const sides = (text: string, begins: 'ltr' | 'rtl') =>
    linesOf(text, 1000, ruler().measuring, begins).map(({ direction }) => direction);
  assert.deepEqual(sides('120/80', 'rtl'), ['rtl']);
  assert.deepEqual(sides('(BP)\n120/80\nمریض\n120/80', 'rtl'), ['ltr', 'ltr', 'rtl', 'rtl']);
  assert.deepEqual(sides('\u2068Asha\u2069، مریض', 'ltr'), ['rtl'], 'a name says nothing of it');
});

test('each part of each line of text in a printed report is drawn once, whatever the order of the parts [RPT-1]', () => {
  const unit = fc.constantFrom(
    ' ',
    '(',
    ')',
    '-',
    'a',
    'مریض',
    '۱۲',
    '12/3',
    '+91 98765 43210',
    '\u2068',
    '\u2069',
    '\u200c',
  );
  fc.assert(
    fc.property(
      fc.array(unit, { maxLength: 40 }),
      fc.integer({ min: 30, max: 300 }),
      (parts, width) => {
        for (const { runs, direction } of linesOf(parts.join(''), width, ruler().measuring)) {
          const drawn = inVisualOrder(runs, direction);
          assert.deepEqual(new Set(drawn), new Set(runs));
          assert.equal(drawn.length, runs.length);
        }
      },
    ),
  );
});

const endless: Readonly<Record<string, string>> = {
  'a word of Latin letters': 'a'.repeat(10_000),
  'a word of Devanagari': 'क'.repeat(10_000),
  'marks on one letter': `क${'ि'.repeat(9999)}`,
  'joiners that have no width': 'क\u200d'.repeat(5000),
  'both scripts in turns': 'aक'.repeat(5000),
  'letters with hyphens': 'a-'.repeat(5000),
  'words from the right': 'مریض '.repeat(2000),
  'numbers among them': 'م 12 '.repeat(2000),
  'marks that keep words together': `${'\u2068'.repeat(9990)}م`,
  'marks that hold together': '\u2060'.repeat(10_000),
  spaces: `a${' '.repeat(9998)}b`,
  'empty lines': '\n'.repeat(10_000),
};
for (const [what, text] of Object.entries(endless)) {
  test(`the width of each of 10,000 printed characters is measured only a few times, and not again for each line of text: ${what} [SEC-16]`, () => {
    const { measuring, measured } = ruler();
    const lines = linesOf(text, 400, measuring);
    assert.ok(measured() <= 4 * text.length, `${measured()} characters were measured`);
    for (const { runs } of lines) {
      const length = runs.reduce((sum, run) => sum + run.text.length, 0);
      assert.ok(length <= 700, 'what is drawn at once is bounded too');
    }
  });
}
