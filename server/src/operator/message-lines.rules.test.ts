/** What the operator reads about the messages of the last days. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageLines } from './message-lines.rules.ts';

test('the operator reads by country and kind how many messages arrived, and why the rest failed [MSG-7]', () => {
  const sms = { channel: 'sms', country: '91', kind: 'called', provider: 'gateway', reason: null };
  const lines = messageLines([
    { ...sms, state: 'delivered', count: 40 },
    { ...sms, provider: 'twilio', state: 'delivered', count: 2 },
    { ...sms, state: 'failed', reason: 'unreachable', count: 3 },
    { ...sms, country: null, channel: 'push', state: 'accepted', count: 9 },
  ]);
  assert.deepEqual(lines, [
    'sms +91 called: 42 delivered, 3 failed (unreachable)',
    'push called: 9 accepted',
  ]);
});
