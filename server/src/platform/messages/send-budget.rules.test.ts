/**
 * Tests how many messages of a kind may be sent per day, and against whose limits they count
 * [SEC-21].
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countersOf, secondsUntilAllowed, sendBudgets } from './send-budget.rules.ts';
import { callingCode, readSmsLimits, smsLimitOf } from './sms/calling-code.rules.ts';

const asha = 'asha@example.org';
const hospital = { id: 'one', isConfirmed: true };

test('an invitation counts for the limits of its sender, of its hospital, and of this hospital’s mails to the receiver [SEC-21]', () => {
  const counters = countersOf('invitation', 'refuse', { sender: 's', hospital, receiver: asha });
  assert.deepEqual(
    counters.map(({ key, allowed }) => [key, allowed]),
    [
      ['["invitation","sender","s"]', 200],
      ['["invitation","hospital","one"]', 400],
      ['["invitation","hospital-receiver","one","asha@example.org"]', 5],
    ],
  );
  const dropped = countersOf('invitation', 'drop', { hospital, receiver: asha });
  assert.deepEqual(
    dropped.map(({ key }) => key),
    ['["invitation","receiver","asha@example.org"]'],
  );
});

test('an unconfirmed hospital may send fewer messages than a confirmed hospital [SEC-21, SEC-20]', () => {
  const unknown = { ...hospital, isConfirmed: false };
  const [counter] = countersOf('invitation', 'refuse', { hospital: unknown });
  assert.equal(counter?.allowed, 40);
});

test('a message without a known sender, hospital or receiver is not counted in the limit of that sender, hospital or receiver [SEC-21]', () => {
  assert.deepEqual(countersOf('invitation', 'refuse', {}), []);
  assert.deepEqual(countersOf('password_reset', 'drop', { network: '203.0.113.1' }), []);
});

test('other messages cannot use up the limit of mails that warn an owner of a changed account [SEC-21, SEC-17]', () => {
  assert.deepEqual(sendBudgets.security_notice, {});
});

test('after a limit of messages is used up, messages can be sent again when the limit’s last time window ends [SEC-21]', () => {
  const now = new Date('2026-03-02T08:00:00Z');
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const counters = [
    { key: 'a', allowed: 2 },
    { key: 'b', allowed: 2 },
  ];
  const counted = (a: number, b: number) => [
    { key: 'a', count: a, windowEndsAt: at(60) },
    { key: 'b', count: b, windowEndsAt: at(90) },
  ];
  assert.equal(secondsUntilAllowed(counters, counted(2, 2), now), undefined);
  assert.equal(secondsUntilAllowed(counters, counted(3, 2), now), 60);
  assert.equal(secondsUntilAllowed(counters, counted(3, 3), now), 90);
});

for (const [phone, code] of [
  ['+919876543210', '91'],
  ['+12025550123', '1'],
  ['+447700900123', '44'],
  ['+79161234567', '7'],
  ['+971501234567', '971'],
  ['+3725123456', '372'],
  ['+8801712345678', '880'],
] as const) {
  test(`the country calling code of ${phone} is +${code} [SEC-21]`, () => {
    assert.equal(callingCode(phone), code);
  });
}

test('the server accepts valid limits for text messages and refuses malformed ones [SEC-21]', () => {
  const limits = readSmsLimits('+91=5000, +1=0, *=20');
  assert.ok(limits !== undefined);
  assert.deepEqual(
    ['91', '1', '44'].map((code) => smsLimitOf(limits, code)),
    [5000, 0, 20],
  );
  for (const wrong of ['', '+91=5000', '*=many', '*=1=2', '+919=3,*=1', '*=-1']) {
    assert.equal(readSmsLimits(wrong), undefined, wrong);
  }
});
