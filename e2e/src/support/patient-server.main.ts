/**
 * Loaded before the server's own program: disables its overload protection. Four browsers on two
 * processors delay the event loop for a second now and then. A page refused for overload would log
 * an error in its console.
 */
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
syncBuiltinESMExports();
