import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { serverTimeHeader } from '@baari/contract/server-time.ts';
import { deviceNow, learnFromAnswer, learnFromComment, onTimeSet, serverNow } from './clock.ts';

const minuteMs = 60_000;
const noon = Date.UTC(2026, 10, 27, 12);

/** The true time passed in ms, and how far the device's clock is ahead of the true time. */
let elapsed = 0;
let deviceAhead = 0;

beforeEach(() => {
  elapsed += 3_600_000;
  deviceAhead = 0;
  mock.method(Date, 'now', () => noon + elapsed + deviceAhead);
  mock.method(performance, 'now', () => elapsed);
});
afterEach(() => mock.restoreAll());

const trueNow = () => noon + elapsed;

function hearAnswer({ tookMs = 40 } = {}): void {
  const sentAt = deviceNow();
  elapsed += tookMs / 2;
  const headers = new Headers({ [serverTimeHeader]: String(trueNow()) });
  elapsed += tookMs / 2;
  learnFromAnswer(headers, sentAt);
}

function hearHeartbeat({ tookMs = 20 } = {}): void {
  const comment = ` now ${trueNow()}`;
  elapsed += tookMs;
  learnFromComment(comment);
}

function assertRight(withinMs = 300): void {
  const off = Math.abs(serverNow() - trueNow());
  assert.ok(off <= withinMs, `${off} ms off`);
}

for (const minutes of [-10, -2, 2, 10]) {
  test(`a device whose clock is ${minutes} minutes ahead uses the server’s time from the first answer on`, () => {
    deviceAhead = minutes * minuteMs;
    hearAnswer();
    assertRight();
    elapsed += 30 * minuteMs;
    assertRight();
  });

  test(`a display that only receives live updates corrects its time soon after its clock was changed by ${minutes} minutes`, () => {
    hearAnswer();
    deviceAhead = minutes * minuteMs;
    elapsed += 20_000;
    hearHeartbeat();
    assertRight();
  });
}

test('a device clock that drifts is corrected by the server’s time', () => {
  hearAnswer();
  for (let hour = 0; hour < 24; hour += 1) {
    elapsed += 60 * minuteMs;
    deviceAhead -= 2000;
    hearHeartbeat();
    assertRight();
  }
});

test('a delayed message from the server does not set the page’s clock back', () => {
  hearAnswer();
  hearHeartbeat({ tookMs: 40_000 });
  assertRight();
});

test('a slow answer of the server does not replace a clock time that the page knew more exactly', () => {
  hearAnswer();
  hearAnswer({ tookMs: 15_000 });
  assertRight();
});

test('only this server’s messages that contain a time change the page’s clock, and the screen updates only when this time changes', () => {
  hearAnswer();
  let heard = 0;
  const stop = onTimeSet(() => {
    heard += 1;
  });
  learnFromAnswer(new Headers(), deviceNow());
  learnFromAnswer(new Headers({ [serverTimeHeader]: 'soon' }), deviceNow());
  learnFromComment(' still here');
  hearAnswer();
  assert.equal(heard, 0);
  deviceAhead = 5 * minuteMs;
  hearAnswer();
  assert.equal(heard, 1);
  stop();
  assertRight();
});
