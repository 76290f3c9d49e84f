/** Optimistic updates: changes the counter on screen at once, until the data is fetched again. */
import type { Counter } from '@baari/contract/lines/counter.ts';
import { isAway } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';

/** Shows the called patient at the service point and removes the patient from the waiting line. */
export function afterCall(shown: Counter, called: StaffEntry): Counter {
  return { ...withoutWaiting(shown, called.id), serving: called };
}

export function afterFinish(shown: Counter): Counter {
  return { ...shown, serving: null };
}

/** Removes a forwarded patient from the service point or from the waiting line. */
export function afterSending(shown: Counter, id: string): Counter {
  return shown.serving?.id === id ? afterFinish(shown) : withoutWaiting(shown, id);
}

function withoutWaiting(shown: Counter, id: string): Counter {
  const waiting = shown.waiting.filter((entry) => entry.id !== id);
  const left = shown.waiting.length - waiting.length;
  return {
    ...shown,
    waiting,
    named: shown.named.filter((entry) => entry.id !== id),
    line: { ...shown.line, waiting: Math.max(0, shown.line.waiting - left) },
  };
}

/** Whether the counter can call in a waiting patient now. */
export function canCall({ waiting, named }: Counter): boolean {
  return [...waiting, ...named].some((entry) => !isAway(entry));
}
