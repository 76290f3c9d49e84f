/**
 * The context that every use case and query receives besides its input. It has the same fields for
 * an HTTP request, a job and a test.
 */
import type { Language } from '@baari/contract/languages.ts';
import type { Actor, PatientActor, StaffActor, StaffMember } from './actor.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';

export interface Context<A extends Actor | null = Actor | null> {
  readonly db: Database;
  readonly clock: Clock;
  readonly actor: A;
  /** The caller's network address, for the audit trail. */
  readonly address: string;
  /** The language in which the caller reads the answer; undefined if nobody reads it. */
  readonly language?: Language | undefined;
}

export type PatientContext = Context<PatientActor>;
export type StaffContext = Context<StaffActor>;
/** The context of a member of staff who has signed in, which excludes API keys. */
export type MemberContext = Context<StaffMember>;

/**
 * The context for a report. Its reads use separate connections, so that they do not delay short
 * reads.
 */
export function forLongReads<A extends Actor | null>(context: Context<A>): Context<A> {
  return { ...context, db: context.db.longReads };
}
