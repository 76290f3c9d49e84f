/**
 * Tests that text that a user typed appears in mails to other people only as plain words [SEC-21,
 * SEC-12].
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { harmless, harmlessSentence } from './harmless.rules.ts';
import { letterBody } from './messages/letter.ts';

for (const [typed, shown] of [
  ['Sanjeevani Hospital', 'Sanjeevani Hospital'],
  ['Dr. A. K. Sharma', 'Dr. A. K. Sharma'],
  ['संजीवनी अस्पताल', 'संजीवनी अस्पताल'],
  ['Win at https://evil.example/x', 'Win at https: evil. example/x'],
  ['www.evil.example', 'www. evil. example'],
  ['Go to evil。example', 'Go to evil. example'],
  ['mail me@evil.example', 'mail me at evil. example'],
  ['Asha\r\nBcc: x@evil.example', 'Asha Bcc: x at evil. example'],
  ['Asha\u2028Rao', 'Asha Rao'],
  ['Asha\u202eoaR', 'Asha oaR'],
  ['10.0.0.1/x', '10. 0. 0. 1/x'],
  ['जीतें उदाहरण.भारत पर', 'जीतें उदाहरण. भारत पर'],
  ['अस्पताल.कॉम', 'अस्पताल. कॉम'],
  ['निःशुल्क.भारत', 'निःशुल्क. भारत'],
  ['evi\u0301l.example', 'evi\u0301l. example'],
  ['evil\u00ad.example', 'evil. example'],
  ['evil.\u200bexample', 'evil. example'],
  ['क्\u200dष', 'क्\u200dष'],
] as const) {
  test(`text typed by a user, ${JSON.stringify(typed)}, is shown in a mail as ${JSON.stringify(shown)} [SEC-21]`, () => {
    assert.equal(harmless(typed), shown);
  });
}

for (const [sentence, shown] of [
  ['مرحبًا \u2068Asha Rao\u2069،', 'مرحبًا \u2068Asha Rao\u2069،'],
  ['\u2068C-003 \u2068\u0661\u2069\u2069.', '\u2068C-003 \u2068\u0661\u2069\u2069.'],
  ['\u2068evil.example\u2069', '\u2068evil. example\u2069'],
  ['\u2068evil\u2069.\u2068example\u2069', '\u2068evil\u2069. \u2068example\u2069'],
  ['a\u2068@\u2069b', 'a\u2068 at \u2069b'],
  // A name with more characters that close a Unicode isolate than characters that open one.
  ['\u2068Asha\u2069\u2069 and on', 'Asha and on'],
  ['\u2069x\u2068', 'x'],
  ['Asha\u2067oaR', 'Asha oaR'],
] as const) {
  test(`in a mail, Baari’s own sentence ${JSON.stringify(sentence)} is shown as ${JSON.stringify(shown)} [SEC-21]`, () => {
    assert.equal(harmlessSentence(sentence), shown);
  });
}

test('a mail shows any text that a user typed on one line, and contains only Baari’s links [SEC-21]', () => {
  const link = 'https://baari.example/invitation?token=x';
  const parts = (name: string) => [{ text: `Hello ${name},` }, { facts: [name] }, { link }];
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.webUrl(), (name, url) => {
      for (const typed of [name, url, `${name}\n${url}\r\n${name}`]) {
        const { plain, html } = letterBody({ language: 'en', parts: parts(typed) });
        assert.equal(plain.split('\n').length, 7, plain);
        assert.deepEqual([...html.matchAll(/href="[^"]*"/gu)].map(String), [`href="${link}"`]);
        assert.equal(plain.split('://').length, 2, plain);
      }
    }),
  );
});

test('in a mail, Baari’s own sentences keep their dots and contain no markup [SEC-17, SEC-12]', () => {
  const parts = [{ own: 'Network: 203.0.113.x & more' }];
  const { plain, html } = letterBody({ language: 'en', parts });
  assert.match(plain, /^Network: 203\.0\.113\.x & more$/mu);
  assert.match(html, /<p>Network: 203\.0\.113\.x &amp; more<\/p>/u);
});
