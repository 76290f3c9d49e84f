import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  countryCodes,
  fullPhone,
  nationalDigits,
  partsOfPhone,
  typedPhone,
} from './phone-number.ts';

test('everything but digits is dropped from a typed number, and the code is put before it [VERI-4]', () => {
  assert.equal(nationalDigits('98765-43210', '+91'), '9876543210');
  assert.equal(nationalDigits('(987) 654 32 10x', '+1'), '9876543210');
  assert.equal(fullPhone({ countryCode: '+44', digits: '7911123456' }), '+447911123456');
});

test('a pasted number with its country code or a leading zero is understood [VERI-4]', () => {
  assert.equal(nationalDigits('+91 98765 43210', '+91'), '9876543210');
  assert.equal(nationalDigits('07911 123456', '+44'), '7911123456');
  assert.equal(nationalDigits('9876543210123', '+91'), '9876543210');
});

test('a pasted number of another country changes the country, and none is cut [VERI-4]', () => {
  assert.deepEqual(typedPhone('+44 7911 123456', '+91'), {
    countryCode: '+44',
    digits: '7911123456',
  });
  assert.deepEqual(typedPhone('001 415 555 2671', '+91'), {
    countryCode: '+1',
    digits: '4155552671',
  });
  assert.deepEqual(typedPhone('+49 151 12345678', '+91'), { foreign: '+4915112345678' });
  assert.deepEqual(typedPhone('98765 43210', '+91'), { countryCode: '+91', digits: '9876543210' });
});

test('digits in Devanagari are understood [VERI-4]', () => {
  assert.deepEqual(typedPhone('९८७६५ ४३२१०', '+91'), {
    countryCode: '+91',
    digits: '9876543210',
  });
});

test('a number is not sent before it has ten digits [VERI-4]', () => {
  assert.equal(fullPhone({ countryCode: '+91', digits: '987654321' }), undefined);
  assert.equal(fullPhone({ countryCode: '+91', digits: '' }), undefined);
});

test('the code offered first is that of India [CONST-3, VERI-4]', () => {
  assert.deepEqual(countryCodes, ['+91', '+1', '+44']);
});

test('a number given in the address is taken apart, and put together again the same [SIGN-4, VERI-4]', () => {
  const digits = fc.stringMatching(/^\d{10}$/u);
  fc.assert(
    fc.property(fc.constantFrom(...countryCodes), digits, (countryCode, number) => {
      const parts = partsOfPhone(`${countryCode}${number}`);
      assert.ok(parts);
      assert.equal(fullPhone(parts), `${countryCode}${number}`);
      assert.equal(nationalDigits(`${countryCode}${number}`, countryCode), number);
    }),
  );
  assert.equal(partsOfPhone('+4915112345678'), undefined);
  assert.equal(partsOfPhone('+91987'), undefined);
});
