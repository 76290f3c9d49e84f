/** Which providers send to which country. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { providersFor, readProviderOrder, usualOrder } from './routes.rules.ts';

test('without a setting the gateway comes first where texts are registered, and Twilio elsewhere [MSG-4]', () => {
  const both = usualOrder(['twilio', 'gateway'], ['91']);
  assert.deepEqual(providersFor(both, '91'), ['gateway', 'twilio']);
  assert.deepEqual(providersFor(both, '372'), ['twilio']);
  assert.deepEqual(providersFor(usualOrder(['gateway'], ['91']), '372'), []);
  assert.deepEqual(providersFor(usualOrder(['twilio'], []), '91'), ['twilio']);
});

test('a setting names providers by calling code, and a mistake in it is found [MSG-4]', () => {
  const order = readProviderOrder('+91=gateway/twilio, *=twilio');
  assert.ok(order !== undefined);
  assert.deepEqual(providersFor(order, '91'), ['gateway', 'twilio']);
  assert.deepEqual(providersFor(order, '1'), ['twilio']);
  for (const wrong of [
    '+91',
    '+91=exotel',
    '91=gateway,+91=twilio',
    '+911=twilio',
    '=twilio',
    '',
  ]) {
    assert.equal(readProviderOrder(wrong), undefined, wrong);
  }
});
