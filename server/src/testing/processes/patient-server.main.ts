/**
 * Loaded before the server's own program in tests. It disables the server's overload protection and
 * the low priority of its threads. On two processors, four browsers or other test files sometimes
 * delay the event loop for a second, and a thread of low priority gets no time at all.
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
