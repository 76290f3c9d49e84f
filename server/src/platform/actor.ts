/**
 * The person or program that makes a request, as the database knows the account at that moment
 * [ROLE-6, guarantees security 6].
 */
import type { StaffRole } from '@baari/contract/constants.ts';
import type { Scope } from '@baari/contract/keys/scopes.ts';

interface Person {
  readonly userId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly phone: string | null;
  /** When the presented token expires, in milliseconds since 1970. */
  readonly tokenExpiresAt: number;
  /** True when the hospital requires a second factor and this account has none: staff calls are refused. */
  readonly mustSetUpTwoFactor: boolean;
  /** When the owner of the session last proved their identity. */
  readonly provedAt: Date;
  /** True when the person works at several hospitals and may switch the session to another one. */
  readonly isAtSeveral: boolean;
  /**
   * The minutes without activity after which the hospital signs its staff out; null for patients.
   */
  readonly idleMinutes: number | null;
  /** The practice hospital for which the session acts; left out at a real hospital. */
  readonly practice?: Practice | undefined;
}

/** A practice hospital [ADM-1]: nothing in it reaches a real patient. */
export interface Practice {
  /** The hospital that it copies. */
  readonly homeId: string;
  readonly endsAt: Date;
  readonly timeZone: string;
}

export interface PatientActor extends Person {
  readonly role: 'patient';
  readonly hospitalId: null;
  readonly doctorId: null;
}

/** A person who works for a hospital. */
export interface StaffMember extends Person {
  readonly role: StaffRole;
  readonly hospitalId: string;
  /** The doctor that the account belongs to; null for the other roles. */
  readonly doctorId: string | null;
}

/** An API key of a hospital: the hospital's own system, which acts as its staff and is no person. */
export interface IntegrationActor {
  readonly role: 'key';
  /** The key's id, recorded where a person's account id is recorded. */
  readonly userId: string;
  /** The name that the hospital gave the key. */
  readonly name: string;
  readonly hospitalId: string;
  readonly doctorId: null;
  readonly scopes: readonly Scope[];
}

/** Whoever acts for one hospital: its staff, and its systems by API key. */
export type StaffActor = StaffMember | IntegrationActor;

export type Actor = PatientActor | StaffActor;

/** An actor who has signed in, which an API key never does. */
export type PersonActor = PatientActor | StaffMember;

export function isStaff(actor: Actor): actor is StaffActor {
  return actor.role !== 'patient';
}
