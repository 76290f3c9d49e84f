/** Lines as input of rules, for tests of predicted waits. */
import { outlookOf } from '../waits/outlook.rules.ts';
import { noPace } from '../waits/pace.rules.ts';
import type { LineNow } from '../waits/told-wait.rules.ts';
import { defaultFit } from '../waits/wait-fit.rules.ts';

/** A working doctor without a coming break, with a well-known pace in minutes. */
export function steadyLine(minutes: number, now: Date): LineNow {
  const outlook = outlookOf(
    {
      state: { kind: 'running', insideSince: null, quietSince: now.getTime(), pauses: [] },
      waitingSince: null,
      timeOfDay: 600,
    },
    {
      pace: { ...noPace, usual: minutes, minutes: minutes * 200, visits: 200, at: now },
      lateStarts: { own: [], usual: [0] },
      fit: defaultFit,
    },
    now,
  );
  const told = { state: 'running', at: null, usuallyAt: null } as const;
  // Nothing delays the first call.
  const free = { ...outlook, rest: { mean: 0, variance: 0 }, before: undefined };
  return { now, told, outlook: free, fit: defaultFit };
}
