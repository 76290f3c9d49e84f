/** Lines of waiting patients as input of rules, for tests of predicted waits. */
import { lineForecastOf } from '../waits/line-forecast.rules.ts';
import { noServiceTime } from '../waits/service-time.rules.ts';
import type { LineNow } from '../waits/announced-wait.rules.ts';
import { defaultCalibration } from '../waits/calibration.rules.ts';

/**
 * A doctor at work without an upcoming break, who is known to need this many minutes per patient.
 */
export function steadyLine(minutes: number, now: Date): LineNow {
  const lineForecast = lineForecastOf(
    {
      state: { kind: 'running', insideSince: null, quietSince: now.getTime(), pauses: [] },
      waitingSince: null,
      timeOfDay: 600,
    },
    {
      serviceTime: {
        ...noServiceTime,
        usual: minutes,
        minutes: minutes * 200,
        visits: 200,
        at: now,
      },
      lateStarts: { own: [], usual: [0] },
      calibration: defaultCalibration,
    },
    now,
  );
  const announced = { state: 'running', at: null, usuallyAt: null } as const;
  // The next patient can be called at once.
  const free = { ...lineForecast, rest: { mean: 0, variance: 0 }, before: undefined };
  return { now, announced, lineForecast: free, calibration: defaultCalibration };
}
