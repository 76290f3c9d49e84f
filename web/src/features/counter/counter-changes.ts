/** What an answer makes of the counter on screen, until it is read again. */
import type { Counter } from '@baari/contract/counter.ts';
import { isAway } from '@baari/contract/line.ts';
import type { StaffEntry } from '@baari/contract/queue.ts';

/** Whoever was called is at the point and no longer in a line. */
export function afterCall(shown: Counter, called: StaffEntry): Counter {
  const waiting = shown.waiting.filter(({ id }) => id !== called.id);
  const isOfLine = waiting.length < shown.waiting.length;
  return {
    ...shown,
    serving: called,
    waiting,
    named: shown.named.filter(({ id }) => id !== called.id),
    line: { ...shown.line, waiting: Math.max(0, shown.line.waiting - (isOfLine ? 1 : 0)) },
  };
}

export function afterFinish(shown: Counter): Counter {
  return { ...shown, serving: null };
}

/** Whether anybody waits who can be called. */
export function canCall({ waiting, named }: Counter): boolean {
  return [...waiting, ...named].some((entry) => !isAway(entry));
}
