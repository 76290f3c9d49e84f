/** The argument of every use case and query, the same for HTTP, a job or a test. */
import type { Actor, PatientActor, StaffActor } from './actor.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';

export interface Context<A extends Actor | null = Actor | null> {
  readonly db: Database;
  readonly clock: Clock;
  readonly actor: A;
  /** The caller's network address, for the audit trail. */
  readonly address: string;
}

export type PatientContext = Context<PatientActor>;
export type StaffContext = Context<StaffActor>;
