/** Optimistic updates of the counter on screen, until it is refetched. */
import type { Counter } from '@baari/contract/lines/counter.ts';
import { isAway } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';

/** The called patient is at the point and no longer in a line. */
export function afterCall(shown: Counter, called: StaffEntry): Counter {
  return { ...withoutWaiting(shown, called.id), serving: called };
}

export function afterFinish(shown: Counter): Counter {
  return { ...shown, serving: null };
}

/** Removes the patient who was sent on, from the point or from a line. */
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

/** Whether a waiting patient can be called. */
export function canCall({ waiting, named }: Counter): boolean {
  return [...waiting, ...named].some((entry) => !isAway(entry));
}
