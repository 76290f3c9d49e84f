/** Lines as rules take them, for tests of what waits mean. */
import { outlookOf } from '../waits/outlook.rules.ts';
import { noPace } from '../waits/pace.rules.ts';
import type { LineNow } from '../waits/told-wait.rules.ts';
import { defaultFit } from '../waits/wait-fit.rules.ts';

/** A doctor at work without a pause ahead, of whom a pace in minutes is known for long. */
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
  // Nothing stands before the first call.
  const free = { ...outlook, rest: { mean: 0, variance: 0 }, before: undefined };
  return { now, told, outlook: free, fit: defaultFit };
}
