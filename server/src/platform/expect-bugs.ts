/**
 * What happens to a failure that nothing caught: it is told without a word of patients, and only one
 * that may have left things half done ends the process, which is then started again [KEEP-6, SEC-5].
 */
import type { EventEmitter } from 'node:events';
import { describeError, type Log } from './log.ts';

/** `end` is called after what was thrown where nobody could catch it; it must end the process. */
export function expectBugs(running: EventEmitter, log: Log, end: () => void): void {
  running.on('uncaughtException', (error: unknown) => {
    log.error(
      { error: describeError(error) },
      'An error that nothing caught ends this process; it has to be started again. The frames say where.',
    );
    end();
  });
  // Its own work has failed and nothing else: an address that provokes it must not end the day of all.
  running.on('unhandledRejection', (reason: unknown) => {
    log.error(
      { error: describeError(reason) },
      'Something failed that nobody waited for; the process goes on. The frames say where.',
    );
  });
}
