/**
 * Lets what is heard of the queue wait for a hand that goes on pressing: each answer draws the lists anew, and the
 * next press would stand behind it. What waits is done all at once, so that it is drawn once.
 */

/** A hand that has pressed nothing for this long has stopped, ms. */
const pauseMs = 120;
/** A hand that goes on: then what waits is done after this long all the same, ms. */
const longestMs = 1000;

const waiting: (() => void)[] = [];
let pressedAt = Number.NEGATIVE_INFINITY;
let waitsSince = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Somebody has pressed something that may be pressed again right away. */
export function tellPressed(): void {
  pressedAt = performance.now();
}

/** Does it at once unless something was pressed right before; in the order in which it was given. */
export function giveWay(work: () => void): void {
  if (waiting.length === 0 && !isPressing()) {
    work();
    return;
  }
  if (waiting.length === 0) waitsSince = performance.now();
  waiting.push(work);
  timer ??= setTimeout(look, pauseMs);
}

/** Does now what waits: what comes next is meant for how things are after it. */
export function catchUp(): void {
  clearTimeout(timer);
  timer = undefined;
  for (let work = waiting.shift(); work; work = waiting.shift()) work();
}

function isPressing(): boolean {
  return performance.now() - pressedAt < pauseMs;
}

function look(): void {
  const now = performance.now();
  const due = Math.min(pressedAt + pauseMs, waitsSince + longestMs);
  if (now >= due) catchUp();
  else timer = setTimeout(look, due - now);
}
