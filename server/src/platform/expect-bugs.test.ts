import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { makeRecordingLog } from '../testing/identity-app.ts';
import { expectBugs } from './expect-bugs.ts';

function watch() {
  const running = new EventEmitter();
  const logged: unknown[] = [];
  let ends = 0;
  expectBugs(running, makeRecordingLog(logged), () => {
    ends += 1;
  });
  return { running, ends: () => ends, text: () => JSON.stringify(logged) };
}

test('an uncaught error ends the process and is logged without its message [KEEP-6, SEC-5]', () => {
  const { running, ends, text } = watch();
  running.emit('uncaughtException', new TypeError('Asha Rao has no phone'));
  assert.equal(ends(), 1);
  assert.match(text(), /TypeError/u);
  assert.ok(!text().includes('Asha'));
});

test('an unhandled rejection is logged, and the process continues [KEEP-6, SEC-5]', () => {
  const { running, ends, text } = watch();
  running.emit('unhandledRejection', new Error('Asha Rao has no phone'));
  running.emit('unhandledRejection', undefined);
  assert.equal(ends(), 0);
  assert.match(text(), /rejected without a handler/u);
  assert.ok(!text().includes('Asha'));
});
