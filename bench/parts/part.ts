/**
 * A part of the benchmark. Each part measures one subject, with its own server and its own
 * database.
 */
import type { Figure } from '../figures.ts';
import { type Client, openClient } from '../setting/client.ts';
import { type MakePeople, openPeople } from '../setting/people.ts';
import { openRecorder, type Recorder } from '../setting/recording.ts';
import { concurrency, openStage, type Stage, type StageOptions } from '../setting/stage.ts';

export interface Setting {
  readonly stage: Stage;
  readonly client: Client;
  readonly recorder: Recorder;
  readonly makePeople: MakePeople;
}

export interface Part {
  readonly name: string;
  readonly summary: string;
  readonly options?: Partial<StageOptions>;
  /** Marks a part that takes an hour. The part runs only when it is named on the command line. */
  readonly isLong?: true;
  readonly measure: (setting: Setting) => Promise<Figure[]>;
}

/** Command-line options of a part that needs neither server nor database. */
export interface Choices {
  /** Seed of the simulation; undefined for the seed of the published figures. */
  readonly seed: number | undefined;
  /** Share of the hospitals to simulate, for a quick result; undefined for all. */
  readonly share: number | undefined;
  /** Names of the simulated worlds; empty for all. */
  readonly names: readonly string[];
  /** Folder into which the result charts are written; undefined for no charts. */
  readonly folder: string | undefined;
}

/** A part that needs neither server nor database. */
export interface AlonePart {
  readonly name: string;
  readonly summary: string;
  /** Marks a part that runs only when it is named on the command line. */
  readonly isLong?: true;
  readonly measureAlone: (choices: Choices) => Promise<Figure[]>;
}

/** Runs a part of the benchmark on a new server and a new database. */
export async function runPart(part: Part, flags: readonly string[]): Promise<Figure[]> {
  const stage = await openStage({ flags: [...flags, ...(part.options?.flags ?? [])] });
  const client = openClient(stage.server.port, concurrency);
  try {
    const recorder = await openRecorder(stage);
    try {
      const makePeople = await openPeople(stage.pool, stage.publicUrl);
      return await part.measure({ stage, client, recorder, makePeople });
    } finally {
      await recorder.close();
    }
  } finally {
    client.close();
    await stage.close();
  }
}

/** The item of a list at this index. Throws an error if the list has no such item. */
export function pick<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`There is no number ${index} of ${list.length}.`);
  return item;
}
