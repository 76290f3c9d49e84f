/**
 * A clock with a check for jumps. It compares the machine's clock with the elapsed time and with
 * the database's clock. It ignores a jump of more than an hour, and nothing is ended, closed or
 * deleted because of the jump (docs/decisions/182).
 */
import { uptime } from 'node:os';
import type { Clock } from './clock.ts';
import type { Queryable } from './database/database.ts';
import { readDatabaseTime } from './database/database-clock.store.ts';

/** The clocks of a machine, in milliseconds. */
export interface MachineClocks {
  /** The wall clock, which people and time servers may change. */
  wall(): number;
  /** A monotonic clock in milliseconds. It includes sleep if the operating system counts sleep. */
  running(): number;
}

/** The details of the log line about a wrong clock. */
export interface ClockTrouble {
  /** How many minutes this machine's clock is ahead; negative if it is behind. */
  readonly minutesAhead: number;
  readonly against: 'the time that went by' | 'the database';
}

export interface SteadyClockOptions {
  /** Whether the database runs on this machine, so that the database's clock jumps too. */
  readonly isDatabaseHere: boolean;
  readonly machine?: MachineClocks;
}

export interface SteadyClock extends Required<Clock> {
  /**
   * Registers a listener for clock jumps. It is called when a jump is noticed, and once a minute
   * while the clock is wrong.
   */
  hear(listener: (trouble: ClockTrouble) => void): void;
}

const furthestMs = 3_600_000;
/**
 * The clock difference in milliseconds below which the clock is accepted without asking the
 * database.
 */
const unlookedMs = 5000;
const repeatsEveryMs = 60_000;

/**
 * The clocks of this machine. On Linux the uptime is used, because it includes sleep and ignores
 * changes of the clock. On other systems the process's own time is used.
 */
const thisMachine: MachineClocks = {
  wall: () => Date.now(),
  running: () => (process.platform === 'linux' ? uptime() * 1000 : performance.now()),
};

export function makeSteadyClock({
  isDatabaseHere,
  machine = thisMachine,
}: SteadyClockOptions): SteadyClock {
  let last = { wall: machine.wall(), running: machine.running() };
  let isOff = false;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let listener: (trouble: ClockTrouble) => void = () => undefined;

  function report(aheadMs: number, against: ClockTrouble['against']): void {
    const at = machine.running();
    if (at - loggedAt < repeatsEveryMs) return;
    loggedAt = at;
    listener({ minutesAhead: Math.round(aheadMs / 60_000), against });
  }

  function believe(wall: number): Date {
    last = { wall, running: machine.running() };
    isOff = false;
    return new Date(wall);
  }

  function now(): Date {
    const wall = machine.wall();
    if (!isOff && wall >= last.wall && wall - last.wall < unlookedMs) return new Date(wall);
    const expected = last.wall + (machine.running() - last.running);
    const ahead = wall - expected;
    if (Math.abs(ahead) <= furthestMs) return believe(wall);
    isOff = true;
    report(ahead, 'the time that went by');
    return new Date(expected);
  }

  return {
    now,
    hasJumped() {
      now();
      return isOff;
    },
    async isSure(db: Queryable) {
      const ofDatabase = (await readDatabaseTime(db)).getTime();
      now();
      const wall = machine.wall();
      const ahead = wall - ofDatabase;
      if (Math.abs(ahead) > furthestMs) {
        report(ahead, 'the database');
        return false;
      }
      // The clock agrees with the clock of the database on another machine. So this machine slept
      // or its clock was corrected.
      if (isOff && !isDatabaseHere) believe(wall);
      return !isOff;
    },
    hear(heard) {
      listener = heard;
    },
  };
}
