import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordMaxLength, passwordMinLength } from './constants.ts';
import { dialledPhone, fieldMessages, oneTimeCode, phone, website } from './fields.ts';

function read(schema: typeof phone, typed: string) {
  return schema.safeParse(typed).data;
}

test('ten digits of an Indian mobile number, a leading zero and digits in Devanagari are understood [VAL-2]', () => {
  for (const typed of ['98765 43210', '098765-43210', '९८७६५ ४३२१०', '0091 98765 43210']) {
    assert.equal(read(phone, typed), '+919876543210', typed);
  }
  assert.equal(read(phone, '+44 7911 123456'), '+447911123456');
  for (const typed of ['1234567890', '98765', '+0123456789', 'abc']) {
    assert.equal(read(phone, typed), undefined, typed);
  }
  assert.equal(dialledPhone.safeParse('9876543210').success, false);
  assert.equal(read(oneTimeCode, '१२३ ४५६'), '123456');
});

test('an address on the web that begins with www. is completed, and a script is none [WIZ-9, VAL-6]', () => {
  assert.equal(read(website, ' www.example.org/a '), 'https://www.example.org/a');
  assert.equal(read(website, 'http://example.org'), 'http://example.org');
  // oxlint-disable-next-line no-script-url -- this is what is refused
  for (const typed of ['javascript:alert(1)', 'www. example.org', 'example']) {
    assert.equal(read(website, typed), undefined, typed);
  }
});

test('what a field is refused with names the length that it has to have [VAL]', () => {
  assert.ok(fieldMessages.password.includes(String(passwordMinLength)));
  assert.ok(fieldMessages.passwordTooLong.includes(String(passwordMaxLength)));
});
