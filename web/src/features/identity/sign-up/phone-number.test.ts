import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type CountryCode,
  countryCodes,
  fullPhone,
  partsOfPhone,
  typedPhone,
} from './phone-number.ts';

/**
 * Returns the phone number fields after typing the text key by key. `countryCode` is the country
 * selected at the start.
 */
function byKeys(text: string, countryCode: CountryCode = '+91') {
  return Array.from(text).reduce(
    (fields, key) => typedPhone(fields.digits + key, fields.countryCode),
    {
      countryCode,
      digits: '',
    },
  );
}

const forms: readonly (readonly [typed: string, full: string | undefined])[] = [
  ['9876500011', '+919876500011'],
  ['98765 00011', '+919876500011'],
  ['98765-00011', '+919876500011'],
  ['09876500011', '+919876500011'],
  ['919876500011', '+919876500011'],
  ['+919876500011', '+919876500011'],
  ['+91 98765 00011', '+919876500011'],
  ['(+91) 98765-00011', '+919876500011'],
  ['+91 (0) 98765 00011', '+919876500011'],
  ['0091 98765 00011', '+919876500011'],
  ['९८७६५ ०००११', '+919876500011'],
  ['+٩١ ٩٨٧٦٥ ٠٠٠١١', '+919876500011'],
  ['+1 415 555 2671', '+14155552671'],
  ['+1 (415) 555-2671', '+14155552671'],
  ['001 415 555 2671', '+14155552671'],
  ['+44 7911 123456', '+447911123456'],
  ['+44 (0)7911 123456', '+447911123456'],
  ['0044 7911 123456', '+447911123456'],
  ['+49 151 12345678', '+4915112345678'],
  ['0049 151 12345678', '+4915112345678'],
  // Numbers with too few or too many digits. Digits must not be cut off to make ten.
  ['987650001', undefined],
  ['98765000111', undefined],
  ['+91 98765 0001', undefined],
  ['+91 98765 000111', undefined],
  ['9876543210123', undefined],
  ['', undefined],
];

for (const [text, full] of forms) {
  test(`“${text}” has the same result typed key by key and pasted whole: ${full ?? 'no number'} [VERI-4]`, () => {
    assert.equal(fullPhone(typedPhone(text, '+91')), full, 'pasted or filled in');
    assert.equal(fullPhone(byKeys(text)), full, 'typed');
  });
}

test('only the digits of a typed phone number are kept, with the country code before them [VERI-4]', () => {
  assert.deepEqual(typedPhone('98765-43210', '+91'), { countryCode: '+91', digits: '9876543210' });
  assert.equal(typedPhone('(987) 654 32 10x', '+1').digits, '9876543210');
  assert.equal(fullPhone({ countryCode: '+44', digits: '7911123456' }), '+447911123456');
  assert.equal(fullPhone(byKeys('07911 123456', '+44')), '+447911123456');
  assert.equal(fullPhone(byKeys('1 415 555 2671', '+1')), '+14155552671');
});

test('typing a full phone number with another offered country code selects that country [VERI-4]', () => {
  assert.deepEqual(byKeys('+44 7911 123456'), { countryCode: '+44', digits: '7911123456' });
  assert.deepEqual(typedPhone('+1 415 555 2671', '+91'), {
    countryCode: '+1',
    digits: '4155552671',
  });
});

test('a phone number with fewer than ten digits is not sent [VERI-4]', () => {
  assert.equal(fullPhone({ countryCode: '+91', digits: '987654321' }), undefined);
  assert.equal(fullPhone({ countryCode: '+91', digits: '' }), undefined);
});

test('the default country code is that of India [CONST-3, VERI-4]', () => {
  assert.deepEqual(countryCodes, ['+91', '+1', '+44']);
});

test('a phone number in the web address is split into country code and digits, and joined again unchanged [SIGN-4, VERI-4]', () => {
  const digits = fc.stringMatching(/^[1-9]\d{9}$/u);
  fc.assert(
    fc.property(fc.constantFrom(...countryCodes), digits, (countryCode, number) => {
      const full = `${countryCode}${number}`;
      assert.deepEqual(partsOfPhone(full), { countryCode, digits: number });
      assert.equal(fullPhone(partsOfPhone(full)), full);
      assert.equal(fullPhone(byKeys(full)), full);
    }),
  );
  assert.equal(fullPhone(partsOfPhone('+4915112345678')), '+4915112345678');
  assert.equal(fullPhone(partsOfPhone('+91987')), undefined);
});
