/**
 * Loaded before the server's own program: disables its overload protection and the low priority of
 * its threads. Four browsers or other test files on two processors delay the event loop for a second
 * now and then, and leave a thread of low priority no time at all.
 */
import os from 'node:os';
import performance from 'node:perf_hooks';
import { syncBuiltinESMExports } from 'node:module';

const neverLate = {
  enable: () => true,
  disable: () => true,
  reset: () => undefined,
  count: 1,
  mean: 0,
};
Object.assign(performance, { monitorEventLoopDelay: () => neverLate });
Object.assign(os, { setPriority: () => undefined });
syncBuiltinESMExports();
