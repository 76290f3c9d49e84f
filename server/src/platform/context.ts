/** What every use case and query is given: the same from HTTP, a job or a test. */
import type { Language } from '@baari/contract/languages.ts';
import type { Actor, PatientActor, StaffActor } from './actor.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';

export interface Context<A extends Actor | null = Actor | null> {
  readonly db: Database;
  readonly clock: Clock;
  readonly actor: A;
  /** The caller's network address, for the audit trail. */
  readonly address: string;
  /** The language in which the caller reads; undefined if nobody reads the answer. */
  readonly language?: Language | undefined;
}

export type PatientContext = Context<PatientActor>;
export type StaffContext = Context<StaffActor>;

/** The context of a report, whose reads must not delay short ones. */
export function forLongReads<A extends Actor | null>(context: Context<A>): Context<A> {
  return { ...context, db: context.db.longReads };
}
