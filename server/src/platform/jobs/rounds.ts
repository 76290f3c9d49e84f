/** What must happen at its time and is found by looking, such as the end of a break. */
import type { Queryable } from '../database/database.ts';
import { describeError, type Log } from '../log.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { takeTurn } from '../database/turn.store.ts';

export interface RoundsOptions {
  readonly log: Log;
  /** By what each does, as the log tells it; each finds what is due and does it, safe in several processes at once. */
  readonly rounds: Readonly<Record<string, () => Promise<void>>>;
  /** Milliseconds between two rounds; 5 s unless told. */
  readonly everyMs?: number;
  /** The first round is gone now, and not only after that time. */
  readonly startsAtOnce?: boolean;
  /** Where the rounds are for all processes: one of them goes each time. */
  readonly sharedBy?: Queryable;
  /** Whether what is due may be done now; always unless told. */
  readonly isTimeSure?: () => Promise<boolean>;
}

/** Goes round until stopped. What fails is tried again with the next round, which waits for this one to end. */
export function startRounds(options: RoundsOptions): { stop(): Promise<void> } {
  const { log, rounds, everyMs = 5000, startsAtOnce = false, sharedBy, isTimeSure } = options;

  async function go(what: string, round: () => Promise<void>): Promise<void> {
    if (isTimeSure !== undefined && !(await isTimeSure())) return;
    // A little less than a round, so that whoever went last is not always just too early.
    if (sharedBy !== undefined && !(await takeTurn(sharedBy, what, everyMs * 0.9))) return;
    await round();
  }
  const going = Object.entries(rounds).map(([what, round]) =>
    oneAtATime(
      () => go(what, round),
      (error) =>
        log.warn(describeError(error), `${what} failed; it is tried again in ${everyMs / 1000} s.`),
    ),
  );

  const timer = setInterval(() => {
    for (const round of going) if (!round.isRunning()) void round.run();
  }, everyMs);
  timer.unref();
  if (startsAtOnce) for (const round of going) void round.run();
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(going.map((round) => round.idle()));
    },
  };
}
