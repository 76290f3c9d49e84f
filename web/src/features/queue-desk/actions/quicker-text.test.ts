import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queueDesk } from '../../../i18n/en/queue-desk.gen.ts';
import { quickerText } from './quicker-text.ts';

test('the desk’s message names what a colleague did, and calls an unknown action a change [ERR-8]', () => {
  const say = (action: string) => quickerText(queueDesk, action)('Asha Rao', '3 s ago');
  assert.equal(say('approve'), 'Asha Rao approved this request 3 s ago.');
  assert.equal(
    say('interpreter'),
    'Asha Rao changed whether this patient needs an interpreter 3 s ago.',
  );
  assert.equal(say('teleport'), 'Asha Rao changed this entry 3 s ago.');
});
