/** What every FHIR read takes: the database, the hospital's system that asks, and the time. */
import type { AgeBand } from '@baari/contract/keys/answers.ts';
import type { IntegrationActor } from '../../platform/actor.ts';
import type { StaffContext } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Site } from '../resources/resource.rules.ts';

/** The age band of each patient whose age the hospital may know. */
export type ReadBands = (
  db: Queryable,
  hospitalId: string,
  patientIds: readonly string[],
  now: Date,
) => Promise<ReadonlyMap<string, AgeBand>>;

export interface Reader {
  readonly context: StaffContext & { readonly actor: IntegrationActor };
  readonly site: Site;
  readonly now: Date;
  readonly timeZone: string;
  readonly readBands: ReadBands;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** How many rows are read at once. */
export const rowsAtOnce = 50;
