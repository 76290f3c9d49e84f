import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { catchUp, giveWay, tellPressed } from './give-way.ts';

let done: string[] = [];
let now = 0;

/** Lets time go by in small steps, as the clock of a page does. */
function wait(ms: number): void {
  for (let step = 0; step < ms; step += 10) {
    now += 10;
    mock.timers.tick(10);
  }
}

function hear(what: string): void {
  giveWay(() => done.push(what));
}

beforeEach(() => {
  done = [];
  mock.timers.enable({ apis: ['setTimeout'] });
  mock.method(performance, 'now', () => now);
  // Long after whatever was pressed before.
  now += 10_000;
});

afterEach(() => {
  catchUp();
  mock.timers.reset();
  mock.restoreAll();
});

test('what is heard while nothing is pressed is shown at once', () => {
  hear('first');
  assert.deepEqual(done, ['first']);
});

test('what is heard right after a press waits until the hand rests, and keeps its order', () => {
  tellPressed();
  hear('first');
  wait(60);
  hear('second');
  assert.deepEqual(done, []);
  wait(130);
  assert.deepEqual(done, ['first', 'second']);
});

test('a hand that never rests holds nothing back for more than about a second', () => {
  for (let press = 0; press < 9; press += 1) {
    tellPressed();
    hear(`${press}`);
    wait(100);
  }
  assert.deepEqual(done, []);
  tellPressed();
  wait(100);
  tellPressed();
  wait(100);
  assert.equal(done.length, 9);
});

test('an answer has all that was heard before it shown with it', () => {
  tellPressed();
  hear('first');
  hear('second');
  catchUp();
  assert.deepEqual(done, ['first', 'second']);
});
