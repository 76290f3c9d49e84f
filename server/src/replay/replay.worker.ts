/** The entry file of the worker thread that simulates past days. */
import { serveTasks } from '../platform/threads/serve-tasks.ts';
import { type GivenDay, replayDay } from './replay-day.rules.ts';

const replayTasks = {
  replayDay: (day: GivenDay) => Promise.resolve(replayDay(day)),
};
export type ReplayTasks = typeof replayTasks;

serveTasks(replayTasks);
