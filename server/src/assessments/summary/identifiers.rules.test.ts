/** Tests that no identifier of a patient is sent to a language model. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hidesMeaning, type Identifiers, withoutIdentifiers } from './identifiers.rules.ts';
import { isReadable } from './source.rules.ts';

const known: Identifiers = {
  names: ['Asha Rao', 'Om Prakash', 'Ramesh', 'Sunrise Hospital', 'सीता देवी'],
  others: ['+91 98110 00000', 'asha@x.example', '12 Lotus Street', 'C-014', 'SA-1'],
  dates: ['1990-05-04'],
};
const clean = (text: string) => withoutIdentifiers(text, known);

for (const [what, text, gone] of [
  ['a name inside a sentence', 'Since asha rao fell, ASHA has pain', ['asha', 'rao']],
  ['a name in the genitive', 'Asha’s knee and Rao’s back', ['asha', 'rao']],
  ['a name in Hindi', 'सीता को बुखार है', ['सीता']],
  [
    'a stored name in another script',
    'आशा को दर्द; Sita Devi and रमेश came',
    ['आशा', 'Sita', 'Devi', 'रमेश'],
  ],
  ['a short name as written', 'Om is my son', ['Om']],
  ['an announced name', 'My name is Ravi Kumar Singh and it hurts', ['Ravi', 'Kumar', 'Singh']],
  ['an announced name in Hindi', 'मेरा नाम रवि कुमार है', ['रवि', 'कुमार']],
  ['a doctor’s name', 'Dr. Meera Kulkarni and डॉ. मेहता gave it', ['Meera', 'Kulkarni', 'मेहता']],
  ['a stored phone', 'call 98110-00000', ['98110', '00000']],
  ['a phone in the digits of Urdu', 'call ۹۸۱۱۰ ۰۰۰۰۰', ['۹۸۱۱۰', '98110']],
  ['any phone', 'call +1 (415) 555 0100 or ०९८११००००००', ['415', '0100', '98110']],
  ['an email', 'asha@x.example, me.too@mail.example', ['@']],
  ['a link', 'see https://me.example/asha', ['me.example']],
  [
    'a date of birth, however it is written',
    '1990-05-04, 4/5/1990, 04.05.90, 4 May 1990, May 4, 1990, 4th may, 4/5, 04051990',
    ['1990', '4/5', 'May 4', '4 May', '4th may'],
  ],
  ['a stored address', 'I live at 12, Lotus Street', ['Lotus']],
  ['another address', 'Flat 3B, Shastri Nagar, PIN 560001', ['3B', 'Shastri', '560001']],
  ['a token', 'my token is C-014', ['C-014', '014']],
  ['a record number', 'UHID-443322, ABCDE1234F, 1234 5678 9012', ['443322', 'ABCDE', '5678']],
  ['an id', '8f1f6a52-4f0e-4c6e-9a37-5f2f6f2b8c11', ['4f0e']],
] satisfies [string, string, string[]][]) {
  test(`before answers are sent to a model, ${what} is removed [ASSESS-5]`, () => {
    const rest = clean(text);
    for (const one of gone) assert.ok(!rest.includes(one), `${one} in: ${rest}`);
    assert.ok(rest.includes('(removed)'));
  });
}

test('doses, values, durations and words that only look like names stay in the answers that are sent to a language model [ASSESS-5]', () => {
  for (const text of [
    'Fever for 3 days, 39.5 at night, BP 120/80',
    'Metformin 500 mg twice daily, vitamin D 60000 IU, B12, HbA1c 7.5',
    'worse in May and in winter, om is not',
    '10 से 12 दिन से बुखार',
    'Ward off: room for 2 pillows',
  ]) {
    assert.equal(clean(text).replaceAll('(removed)', ''), clean(text), clean(text));
  }
});

test('the patient’s recorded name is never sent to the language model, whatever text surrounds the name [ASSESS-5]', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const rest = clean(`${before} Asha Rao ${after}`).toLowerCase();
      assert.doesNotMatch(rest, /(?<![\p{L}\p{M}\p{N}])(?:asha|rao)(?![\p{L}\p{M}\p{N}])/u);
    }),
  );
});

test('removing a heart hospital’s name from the answers keeps “heart attack”, and a family hospital’s name keeps “family” [ASSESS-5]', () => {
  const at = { ...known, names: ['City Heart and Kidney Hospital', 'Marina Family Clinic'] };
  const said = 'heart attack 2019, family history of kidney stones';
  assert.equal(withoutIdentifiers(said, at), said);
  assert.ok(!withoutIdentifiers('I came to Marina', at).includes('Marina'));
});

test('every kind of apostrophe stays an apostrophe in the answers, so that “don’t” stays a negation [ASSESS-5]', () => {
  for (const said of ['I don’t', 'I don´t', 'I donʼt', 'I don`t']) {
    assert.equal(clean(said), "I don't");
  }
});

test('no summary is made if removing a name would remove a negation or change a digit [ASSESS-5]', () => {
  const bina = { ...known, names: ['Bina Rao'] };
  assert.ok(hidesMeaning('बिना बुखार के खाँसी', bina));
  assert.ok(!hidesMeaning('Rao has a fever', bina));
  const typed = (text: string) => ({ matter: { kind: 'text', text } }) as const;
  assert.ok(!isReadable(typed('Khansi bina bukhar'), null, bina));
  assert.ok(isReadable(typed('Khansi bina bukhar'), null, known));
  assert.ok(isReadable(typed('5 mg, ५ मिग्रा, ۵'), null, known));
  for (const text of ['2½ tablets', '10² units', '② tablets', '๕ tablets', 'stage Ⅳ']) {
    assert.ok(!isReadable(typed(text), null, known), text);
  }
});
