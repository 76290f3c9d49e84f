/** Prints the server processes with their versions, and the migrations that wait for them [OPS-2]. */
import { isOlder } from '../platform/processes/versions.rules.ts';

export interface ShownProcess {
  readonly id: string;
  readonly version: string;
  readonly startedAt: Date;
  /** Seconds since the process last reported. */
  readonly silentS: number;
  readonly isLive: boolean;
}

export interface Processes {
  readonly processes: readonly ShownProcess[];
  /** The version of the release whose command the operator runs. */
  readonly release: string;
  /** The migrations marked `.after.` that have not run yet. */
  readonly laterMigrations: readonly string[];
}

/** A line for each process, one for their number, and one for each migration that waits. */
export function processLines({ processes, release, laterMigrations }: Processes): string[] {
  const live = processes.filter(({ isLive }) => isLive);
  const older = new Set(
    live.map(({ version }) => version).filter((version) => isOlder(version, release)),
  );
  const reason =
    older.size > 0
      ? `until the processes of ${[...older].join(', ')} have stopped`
      : 'for a start a day after the upgrade; "npm run migrate -- after" runs it now';
  return [
    ...processes.map(processLine),
    `Running processes: ${live.length}.`,
    ...laterMigrations.map((name) => `${name} waits ${reason}.`),
  ];
}

function processLine({ id, version, startedAt, silentS, isLive }: ShownProcess): string {
  const state = isLive ? `seen ${silentS} s ago` : `NOT SEEN for ${silentS} s, probably killed`;
  return `${id}: version ${version}, started ${startedAt.toISOString()}, ${state}`;
}
