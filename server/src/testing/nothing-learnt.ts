/** The learned service times of a new line, for tests: nothing has been learned yet. */
import type { LearntRow } from '../waits/announced-wait.rules.ts';
import { noServiceTime, rowOfServiceTime } from '../waits/service-time.rules.ts';

export const nothingLearnt: LearntRow = {
  ...rowOfServiceTime(noServiceTime),
  interrupted_at: null,
  last_call_at: null,
  last_end_at: null,
  late_starts: [],
  pauses_taken: [],
  upper_shift: 0,
  forecast: null,
};
