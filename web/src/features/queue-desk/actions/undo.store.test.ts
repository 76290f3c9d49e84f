import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { undoSeconds } from '@baari/contract/constants.ts';
import { queueEntry } from '../../../live/queue-entry.test-data.ts';
import { keptAnswers } from '../../../session/kept-answers.ts';
import { lastEnded, offerUndo } from './undo.store.ts';

const seen = { action: 'complete', entry: queueEntry({ id: 'a', status: 'completed' }) } as const;
const gone = { action: 'no_show', entry: queueEntry({ id: 'b', status: 'no_show' }) } as const;

test('the desk can undo each ended visit for ten seconds, beginning with the visit that ended last [DESK-1]', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  offerUndo(seen);
  mock.timers.tick(4000);
  offerUndo(gone);
  assert.equal(lastEnded(), gone);
  mock.timers.tick(undoSeconds * 1000 - 1);
  assert.equal(lastEnded(), gone);
  mock.timers.tick(1);
  assert.equal(lastEnded(), undefined, 'the earlier one went before');
  mock.timers.reset();
});

test('the next user at the desk cannot undo the previous user’s action, and sees no patient’s name from it [DESK-1, SEC-18]', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  offerUndo(seen);
  keptAnswers().forget();
  assert.equal(lastEnded(), undefined);
  mock.timers.reset();
});
