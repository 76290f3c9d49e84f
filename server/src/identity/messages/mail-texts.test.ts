import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { languages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { z } from 'zod';
import {
  accountExistsMail,
  codeMail,
  emailChangedMail,
  passwordResetMail,
  verificationMail,
} from './mail-texts.ts';
import { securityMail } from './security-texts.ts';
import { smsText } from '../../platform/messages/sms/sms-kinds.ts';

const link = 'http://localhost:3000/api/identity/verify-email?token=a.b.c&callbackURL=%2Fx';

test('a name in a mail is shown as text and never as markup [SEC-12]', () => {
  const name = '<img src=x onerror=alert(1)> & "Co"';
  const { html, plain } = verificationMail('en', { name, email: 'a@example.org' }, link);
  assert.doesNotMatch(html, /<img/u);
  assert.match(html, /&lt;img src=x onerror=alert\(1\)&gt; &amp; &quot;Co&quot;/u);
  assert.ok(plain.includes(name));
  assert.ok(html.includes('token=a.b.c&amp;callbackURL=%2Fx'));
});

test('a name in a mail cannot carry a link or a message to a stranger', () => {
  const greet = (name: string) =>
    verificationMail('en', { name, email: 'a@example.org' }, link).plain.split('\n')[0];
  assert.equal(greet('Win at https://evil.example'), 'Hello,');
  assert.equal(greet('Go to evil.example now'), 'Hello Go to evil. example now,');
  assert.equal(greet('x'.repeat(61)), 'Hello,');
  assert.equal(greet('A.K. Sharma'), 'Hello A. K. Sharma,');
  assert.equal(greet('Asha\r\nBcc: x'), 'Hello,');
  assert.equal(greet(''), 'Hello,');
});

const asha = { name: 'Asha', email: 'a@example.org' };

const about = z.object({ script: z.string() });

/** A regular expression for letters of the language's script. */
function lettersOf(language: Language): RegExp {
  const file = new URL(`../../../../texts/${language}/language.json`, import.meta.url);
  const { script } = about.parse(JSON.parse(readFileSync(file, 'utf8')));
  return new RegExp(String.raw`\p{Script=${script}}`, 'u');
}

/** Matches a letter outside the Latin script. */
const foreign = /(?!\p{Script=Latin})\p{L}/u;

/**
 * Builds every mail of the identity module in one language, with the texts that the mail must
 * contain.
 */
function everyMail(language: Language) {
  return {
    verification: [verificationMail(language, asha, link), link, '24'],
    reset: [passwordResetMail(language, asha, link), link],
    'account exists': [accountExistsMail(language, asha, link), link],
    code: [codeMail(language, 'a@example.org', '042137'), '042137', '10'],
    'email changed': [emailChangedMail(language, asha, 'new@example.org', link), 'new@example.org'],
  } as const;
}

for (const language of languages) {
  for (const [name, [mail, ...needed]] of Object.entries(everyMail(language))) {
    test(`the mail '${name}' is complete in ${language} as text and as HTML with images off`, () => {
      assert.ok(mail.subject.length > 0);
      assert.ok(mail.html.includes(`lang="${language}"`));
      const shown = mail.html.replaceAll('&amp;', '&');
      for (const text of needed) {
        assert.ok(mail.plain.includes(text), `plain: ${text}`);
        assert.ok(shown.includes(text), `html: ${text}`);
      }
      // The mail must have no picture, no external file and no hidden text.
      assert.doesNotMatch(mail.html, /<img|<script|<link|@import|url\(|cid:|undefined/u);
      for (const said of [mail.subject, mail.plain, mail.html]) {
        assert.match(said, lettersOf(language));
        if (language === 'en') assert.doesNotMatch(said, foreign);
      }
    });
  }

  test(`an SMS begins with the code and fits one message in ${language}`, () => {
    const text = smsText({ kind: 'code', language, variables: { code: '042137' } });
    assert.match(text, /^042137 /u);
    assert.match(text, /10/u);
    // An SMS with a letter outside the GSM alphabet holds 70 characters instead of 160.
    assert.ok(text.length <= (/^[\x20-\x7e]+$/u.test(text) ? 160 : 70), text);
    assert.match(text, lettersOf(language));
  });
}

test('a mail in Arabic script separates the parts of a device’s name with the Arabic comma [ENT-9]', () => {
  const event = {
    kind: 'password_set',
    at: new Date('2026-03-12T05:10:00Z'),
    browser: 'Firefox',
    system: 'Android',
    network: null,
    timeZone: null,
  } as const;
  const recipient = { name: 'Asha', email: 'a@example.org' };
  for (const language of ['ar', 'ur'] as const) {
    const { plain } = securityMail(language, recipient, event, 'https://baari.example');
    assert.match(plain, /Firefox\u2069?، \u2068?Android/u);
    assert.doesNotMatch(plain, /[,;]/u);
  }
});
