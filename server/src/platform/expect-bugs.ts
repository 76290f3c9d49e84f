/**
 * Handles uncaught failures: logs them without patient data. Only an uncaught exception, which may have left
 * work half done, ends the process; the service manager restarts it [KEEP-6, SEC-5].
 */
import type { EventEmitter } from 'node:events';
import { describeError, type Log } from './log.ts';

/** Installs the handlers; `end` is called after an uncaught exception and must end the process. */
export function expectBugs(running: EventEmitter, log: Log, end: () => void): void {
  running.on('uncaughtException', (error: unknown) => {
    log.error(
      { error: describeError(error) },
      'An uncaught error ends this process. npm start and the container restart it; any other supervisor must do so too. Report the frames of this line as a bug.',
    );
    end();
  });
  // An unhandled rejection makes only its own work fail. Ending the process would let one request
  // stop the service for everybody.
  running.on('unhandledRejection', (reason: unknown) => {
    log.error(
      { error: describeError(reason) },
      'A part of the work of this process failed (a promise was rejected without a handler); the process goes on. Report the frames of this line as a bug.',
    );
  });
}
