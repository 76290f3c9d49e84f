import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '@baari/contract/languages.gen.ts';
import fc from 'fast-check';
import { smsText } from '../../platform/messages/sms/sms-kinds.ts';
import { whatsappButtons } from '../../platform/messages/whatsapp/whatsapp-templates.ts';
import { textsOf } from '../../texts/texts.ts';
import { answers, bare, phrasesOf, readButton, words } from './answer-words.rules.ts';
import { readWord } from './answer-words.ts';

const known = languages.flatMap((language) =>
  words.flatMap((word) =>
    phrasesOf(textsOf('answerWords', language), word).map((said) => ({ language, word, said })),
  ),
);

test('no word means two things, in one language or in two, and every word is read as what it means [MSG-8]', () => {
  for (const { language, word, said } of known) {
    assert.notEqual(bare(said), '', said);
    assert.equal(readWord(said), word, `${language}: ${said}`);
  }
});

test('a bare “no” gives up no place, because it may answer another question [MSG-8]', () => {
  for (const said of ['No', 'nahi', 'नहीं', 'না', 'لا', 'இல்லை']) {
    assert.equal(readWord(said), undefined, said);
  }
});

test('words are read also in Latin letters [MSG-8]', () => {
  for (const [said, word] of [
    ['aa raha hoon', 'on_my_way'],
    ['der', 'running_late'],
    ['nahi aa sakta', 'cannot_come'],
    ['vastunna', 'on_my_way'],
    ['vara mudiyathu', 'cannot_come'],
    ['I cannot come', 'cannot_come'],
  ] as const) {
    assert.equal(readWord(said), word, said);
  }
});

test('case, spaces, punctuation, accents and emoji around an answer do not matter [MSG-8]', () => {
  const around = fc.constantFrom(
    '',
    ' ',
    '  ',
    '\n',
    '.',
    '!!',
    '…',
    '👍🏽',
    '🙏',
    '"',
    '1️⃣'.slice(1),
  );
  const written = fc.record({
    word: fc.constantFrom(...known),
    before: around,
    between: fc.constantFrom(' ', '  ', ' - ', '\n'),
    after: around,
    isUpper: fc.boolean(),
  });
  fc.assert(
    fc.property(written, ({ word: { word, said }, before, between, after, isUpper }) => {
      const text = `${before}${said.replaceAll(' ', between)}${after}`;
      assert.equal(readWord(isUpper ? text.toUpperCase() : text), word, text);
    }),
  );
});

test('the digits 1, 2 and 3 are read in every script [MSG-8]', () => {
  for (const [one, two, three] of [
    '123',
    '१२३',
    '১২৩',
    '૧૨૩',
    '௧௨௩',
    '౧౨౩',
    '١٢٣',
    '۱۲۳',
    '１２３',
  ]) {
    assert.equal(readWord(one ?? ''), 'on_my_way');
    assert.equal(readWord(` ${two ?? ''}.`), 'running_late');
    assert.equal(readWord(`(${three ?? ''})`), 'cannot_come');
  }
  assert.equal(readWord('1️⃣'), 'on_my_way');
  for (const said of ['0', '4', '12', '11', '1 2', '3pm']) assert.equal(readWord(said), undefined);
});

test('only a whole message counts: a word inside a sentence is not understood [MSG-8]', () => {
  for (const said of [
    '',
    '👍',
    'stop by later',
    'please stop the car',
    'do not stop',
    'coming tomorrow instead',
    'cancel',
    'late again?',
    'I cannot come before noon',
    'नहीं समझा',
  ]) {
    assert.equal(readWord(said), undefined, said);
  }
});

test('the words that the help line names are understood in every language [MSG-8]', () => {
  for (const language of languages) {
    const help = smsText({ kind: 'answer_help', variables: {}, language });
    const named = [...help.matchAll(/([123]) = ([^,،.۔]+)[,،.۔]/gu)].map(
      ([, digit = '', said = '']) => [readWord(digit), readWord(said)],
    );
    assert.deepEqual(
      named,
      answers.map((answer) => [answer, answer]),
      help,
    );
    assert.match(help, /STOP/u);
  }
});

test('the buttons of messages on WhatsApp are the answers, and no other button is read [MSG-8]', () => {
  assert.deepEqual(whatsappButtons.map(readButton), [...answers]);
  for (const id of [undefined, '', 'stop', 'On my way']) assert.equal(readButton(id), undefined);
});
