import assert from 'node:assert/strict';
import { test } from 'node:test';
import { network } from '../platform/network.rules.ts';
import {
  botCheckLevel,
  exceeded,
  secondsUntilFree,
  signInBudgets,
} from './attempts/attempts.rules.ts';
import { localPath, verificationLanding } from './sign-in/safe-path.ts';

const site = 'https://baari.example';

test('network addresses of one internet connection count as one for limits: an IPv6 /64, or an IPv4 address in either spelling [SEC-7]', () => {
  assert.equal(network('203.0.113.7'), '203.0.113.7');
  assert.equal(network('::ffff:203.0.113.7'), '203.0.113.7');
  assert.equal(network('2001:db8:1:2:3:4:5:6'), network('2001:DB8:0001:2::9'));
  assert.notEqual(network('2001:db8:1:2::1'), network('2001:db8:1:3::1'));
  assert.equal(network('::1'), '0:0:0:0::/64');
  assert.equal(network('fe80::1%eth0'), 'fe80:0:0:0::/64');
});

test('the tenth sign-in attempt in a time window is allowed, and the eleventh must wait until the window ends', () => {
  const now = new Date('2026-03-02T08:00:00Z');
  const budgets = signInBudgets('a@example.org', { address: '203.0.113.7', device: undefined });
  const [pair] = budgets;
  assert.ok(pair !== undefined);
  const counted = (tries: number) => [
    { key: pair.key, tries, windowEndsAt: new Date(now.getTime() + 90_500) },
  ];
  assert.deepEqual(exceeded(budgets, counted(10)), []);
  assert.deepEqual(exceeded(budgets, counted(11)), [pair]);
  assert.equal(secondsUntilFree([pair], counted(11), now), 91);
});

test('a network that used up its sign-in limit gets a bot check instead of a block, and an account’s own limit still applies [SEC-7]', () => {
  const budgets = signInBudgets('a@example.org', { address: '203.0.113.7', device: undefined });
  const [pair, ofNetwork] = budgets;
  assert.ok(pair !== undefined && ofNetwork !== undefined);
  const levelAt = (tries: number) =>
    botCheckLevel([ofNetwork], [{ key: ofNetwork.key, tries, windowEndsAt: new Date(0) }]);
  assert.deepEqual([101, 200, 201, 401, 801, 1601, 99_999].map(levelAt), [0, 0, 1, 2, 3, 4, 4]);
  assert.equal(botCheckLevel([pair], []), undefined);
  assert.equal(botCheckLevel([pair, ofNetwork], []), undefined);
});

test('a redirect to Baari’s own site is kept in any spelling, and a redirect to another site is refused [VERI-2]', () => {
  assert.equal(
    localPath('/patient/dashboard?view=queue#top', site),
    '/patient/dashboard?view=queue#top',
  );
  assert.equal(localPath(`${site}/login`, site), '/login');
  for (const foreign of [
    'https://evil.example',
    '//evil.example/x',
    '/\\evil.example',
    '\\\\evil.example',
    '/\n/evil.example',
    '/a/..//evil.example',
    'https://baari.example.evil.example',
    'https://baari.example@evil.example',
    'https://user@baari.example/x',
    'http://baari.example/x',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://[bad',
  ]) {
    assert.equal(localPath(foreign, site), undefined, foreign);
  }
});

test('a verification link leads to the verification page and keeps the requested next page and role [VERI-2]', () => {
  assert.equal(verificationLanding(undefined, site), '/email-verification?verified=1');
  assert.equal(
    verificationLanding(
      '/email-verification?redirect=/hospital/create&role=hospital_admin&x=1',
      site,
    ),
    '/email-verification?verified=1&redirect=%2Fhospital%2Fcreate&role=hospital_admin',
  );
  assert.equal(
    verificationLanding('/email-verification?role=root', site),
    '/email-verification?verified=1',
  );
  assert.equal(verificationLanding('/email-verification?redirect=x', site), undefined);
  assert.equal(verificationLanding('https://evil.example', site), undefined);
});
