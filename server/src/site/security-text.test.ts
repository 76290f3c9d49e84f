import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ConfigError, readConfig } from '../config.ts';
import { publicUrl } from '../testing/identity-app.ts';
import { makeTestApp, type TestApp } from '../testing/test-app.ts';

const url = '/.well-known/security.txt';
let app: TestApp;
before(async () => {
  app = await makeTestApp({ settings: { SECURITY_CONTACT: 'safety@hospital.example' } });
});
after(() => app.close());

test('a security.txt tells finders of a vulnerability whom to write to, until when, and in which languages [SEC-22]', async () => {
  const { status, headers, text } = await app.send({ method: 'GET', url });
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
  const [contact, expires = '', ...rest] = text.split('\n');
  assert.equal(contact, 'Contact: mailto:safety@hospital.example');
  const until = Date.parse(expires.replace(/^Expires: /u, ''));
  const days = (until - app.clock.now().getTime()) / 86_400_000;
  assert.ok(days > 89 && days < 91, expires);
  assert.deepEqual(rest, ['Preferred-Languages: en, hi', `Canonical: ${publicUrl}${url}`, '']);
});

test('the security.txt does not exist if the operator named no contact [SEC-22]', async () => {
  const plain = await makeTestApp({ beside: app });
  const { status, text } = await plain.send({ method: 'GET', url });
  await plain.close();
  assert.equal(status, 404);
  assert.doesNotMatch(text, /Contact/u);
});

test('a security contact is a mailbox or an https page, and any other value is refused at start [SEC-22]', () => {
  const read = (contact: string) => readConfig({ SECURITY_CONTACT: contact }).securityContact;
  assert.equal(read('https://hospital.example/report'), 'https://hospital.example/report');
  assert.equal(read('mailto:safety@hospital.example'), 'mailto:safety@hospital.example');
  assert.equal(read(''), undefined);
  for (const wrong of [
    'nobody',
    'http://hospital.example/report',
    'mailto:nobody',
    'safety@hospital.example\nContact: mailto:eve@evil.example',
    'https://hospital.example/a\nb',
  ]) {
    assert.throws(() => read(wrong), ConfigError, wrong);
  }
});
