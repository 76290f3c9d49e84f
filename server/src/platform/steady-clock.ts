/**
 * A clock guarded against jumps: it compares the machine's clock with the elapsed time and with the
 * database's clock. A jump of more than an hour is not followed, and nothing is ended, closed or deleted
 * because of it (docs/decisions/182).
 */
import { uptime } from 'node:os';
import type { Clock } from './clock.ts';
import type { Queryable } from './database/database.ts';
import { readDatabaseTime } from './database/database-clock.store.ts';

/** The clocks of a machine, in milliseconds. */
export interface MachineClocks {
  /** The wall clock, which people and time servers may change. */
  wall(): number;
  /** A monotonic clock; includes sleep where the system counts it. */
  running(): number;
}

/** The details of the log line. */
export interface ClockTrouble {
  /** How far this machine's clock is ahead; negative if it is behind. */
  readonly minutesAhead: number;
  readonly against: 'the time that went by' | 'the database';
}

export interface SteadyClockOptions {
  /** Whether the database is on this machine, so that its clock jumps too. */
  readonly isDatabaseHere: boolean;
  readonly machine?: MachineClocks;
}

export interface SteadyClock extends Required<Clock> {
  /** Registers a listener for jumps: called when one is noticed, and once a minute while it lasts. */
  hear(listener: (trouble: ClockTrouble) => void): void;
}

const furthestMs = 3_600_000;
/** Differences below this, in ms, are accepted without asking the database. */
const unlookedMs = 5000;
const repeatsEveryMs = 60_000;

/**
 * Linux includes sleep in its uptime and keeps it when the clock changes; elsewhere the process's own time is
 * used.
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
      // Two machines agree, so this one slept or was corrected.
      if (isOff && !isDatabaseHere) believe(wall);
      return !isOff;
    },
    hear(heard) {
      listener = heard;
    },
  };
}
