/** Who is calling, as the database knows it at this moment [ROLE-6, guarantees security 6]. */
import type { StaffRole } from '@baari/contract/constants.ts';

interface Person {
  readonly userId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly phone: string | null;
  /** When the presented token stops counting, milliseconds since 1970. */
  readonly tokenExpiresAt: number;
  /** The hospital requires a second factor and this person has none: staff calls are refused. */
  readonly mustSetUpTwoFactor: boolean;
  /** When this session's owner last showed who they are. */
  readonly provedAt: Date;
  /** Whether the session may act for another hospital where this person works as well. */
  readonly isAtSeveral: boolean;
  /** Minutes without use that the hospital allows its staff; null for patients. */
  readonly idleMinutes: number | null;
}

export interface PatientActor extends Person {
  readonly role: 'patient';
  readonly hospitalId: null;
  readonly doctorId: null;
}

export interface StaffActor extends Person {
  readonly role: StaffRole;
  readonly hospitalId: string;
  /** Which doctor this is; null for the other roles. */
  readonly doctorId: string | null;
}

export type Actor = PatientActor | StaffActor;

export function isStaff(actor: Actor): actor is StaffActor {
  return actor.role !== 'patient';
}
