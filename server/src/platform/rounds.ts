/** What must happen at its time and is found by looking, such as the end of a break. */
import { describeError, type Log } from './log.ts';

export interface RoundsOptions {
  readonly log: Log;
  /** Each finds what is due and does it; safe in several processes at once. */
  readonly rounds: readonly (() => Promise<void>)[];
  /** Milliseconds between two rounds; 5 s unless told. */
  readonly everyMs?: number;
}

/** Goes round until stopped; a round that fails is gone again at the next turn. */
export function startRounds({ log, rounds, everyMs = 5000 }: RoundsOptions): {
  stop(): Promise<void>;
} {
  let running: Promise<void> | undefined;

  async function go(): Promise<void> {
    for (const round of rounds) {
      try {
        await round();
      } catch (error) {
        log.warn(describeError(error), 'a round failed; it is gone again in a few seconds');
      }
    }
  }

  const timer = setInterval(() => {
    running ??= go().finally(() => {
      running = undefined;
    });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
