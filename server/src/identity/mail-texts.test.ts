import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailLanguage, verificationMail } from './mail-texts.ts';

const link = 'http://localhost:3000/api/identity/verify-email?token=a.b.c&callbackURL=%2Fx';

test('a name is shown as text, never as markup [security 12]', () => {
  const name = '<img src=x onerror=alert(1)> & "Co"';
  const { html, plain } = verificationMail('en', { name, email: 'a@example.org' }, link);
  assert.doesNotMatch(html, /<img/u);
  assert.match(html, /&lt;img src=x onerror=alert\(1\)&gt; &amp; &quot;Co&quot;/u);
  assert.ok(plain.includes(name));
  assert.ok(html.includes('token=a.b.c&amp;callbackURL=%2Fx'));
});

test('a name cannot carry a link or a message to a stranger', () => {
  const greet = (name: string) =>
    verificationMail('en', { name, email: 'a@example.org' }, link).plain.split('\n')[0];
  assert.equal(greet('Win at https://evil.example'), 'Hello,');
  assert.equal(greet('Go to evil.example now'), 'Hello Go to evil. example now,');
  assert.equal(greet('x'.repeat(61)), 'Hello,');
  assert.equal(greet('A.K. Sharma'), 'Hello A. K. Sharma,');
  assert.equal(greet('Asha\r\nBcc: x'), 'Hello,');
  assert.equal(greet(''), 'Hello,');
});

test('the mail is whole in each language, in both forms, with images off', () => {
  for (const language of ['en', 'hi'] as const) {
    const mail = verificationMail(language, { name: 'Asha', email: 'a@example.org' }, link);
    assert.ok(mail.plain.includes(link));
    assert.ok(mail.html.includes(`lang="${language}"`));
    assert.match(mail.plain, /24/u);
    assert.doesNotMatch(mail.html, /<img|<script|undefined/u);
  }
});

test('the language is the first that the browser asks for and mails exist in; else English', () => {
  assert.equal(mailLanguage(null), 'en');
  assert.equal(mailLanguage('hi-IN,hi;q=0.9,en;q=0.8'), 'hi');
  assert.equal(mailLanguage('ta-IN, hi;q=0.8'), 'hi');
  assert.equal(mailLanguage('en-IN,hi;q=0.9'), 'en');
  assert.equal(mailLanguage('de'), 'en');
});
