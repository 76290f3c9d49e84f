/**
 * Resolves a bearer token to the person's current state in the database. A sign-out, a role change
 * or a new name thus takes effect at once [guarantees, security 6].
 */
import type { PersonActor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { isStorageFull, type Queryable } from '../../platform/database/database.ts';
import { type Result, ok, refuse } from '../../platform/result.ts';
import { findStanding, listStandings, type VerificationRow } from './identity.store.ts';
import { isUseNoted, whyOver } from './session-end.rules.ts';
import { noteUse } from './session-facts.store.ts';
import type { TokenClaims } from './tokens.ts';

export interface AuthenticateOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly verifyToken: (token: string) => Promise<Result<TokenClaims>>;
}

/**
 * Refuses with not_authenticated without a valid token, with session_ended after the session's end,
 * and with session_idle after the hospital's idle time. `isUse` says that a person caused the
 * request.
 */
export async function authenticate(
  { db, clock, verifyToken }: AuthenticateOptions,
  token: string | undefined,
  isUse = true,
): Promise<Result<PersonActor>> {
  if (token === undefined) return refuse('not_authenticated');
  const verified = await verifyToken(token);
  if (!verified.ok) return verified;
  const { userId, sessionId, expiresAt } = verified.value;
  const standing = await findStanding(db, sessionId, userId);
  const now = clock.now();
  if (standing === undefined) return refuse('session_ended');
  const why = whyOver(standing, now);
  if (why !== undefined) return refuse(why);
  if (isUse && isUseNoted(standing, now)) await noteUseIfPossible(db, sessionId, now);
  return ok(actorOf(standing, expiresAt));
}

/**
 * Records that the session was used. On a full disk this function does nothing, so that reading
 * still works; a later request records the use.
 */
async function noteUseIfPossible(db: Queryable, sessionId: string, now: Date): Promise<void> {
  try {
    await noteUse(db, sessionId, now);
  } catch (error) {
    if (!isStorageFull(error)) throw error;
  }
}

/**
 * Returns the actors with open streams whose session ended or whose role or hospital changed. A
 * single SQL statement checks all of them.
 */
export async function endedAmong(
  db: Queryable,
  actors: readonly PersonActor[],
  now: Date,
): Promise<PersonActor[]> {
  if (actors.length === 0) return [];
  const ids = [...new Set(actors.map(({ sessionId }) => sessionId))];
  const standings = new Map((await listStandings(db, ids)).map((row) => [row.sessionId, row]));
  return actors.filter((actor) => !isStill(actor, standings.get(actor.sessionId), now));
}

function isStill(actor: PersonActor, standing: VerificationRow | undefined, now: Date): boolean {
  if (standing === undefined || whyOver(standing, now) !== undefined) return false;
  if (actor.tokenExpiresAt <= now.getTime()) return false;
  const present = actorOf(standing, actor.tokenExpiresAt);
  return (
    present.userId === actor.userId &&
    present.role === actor.role &&
    present.hospitalId === actor.hospitalId &&
    present.doctorId === actor.doctorId &&
    present.mustSetUpTwoFactor === actor.mustSetUpTwoFactor
  );
}

function practiceIn({
  practiceOf,
  practiceUntil,
  timeZone,
}: VerificationRow): Pick<PersonActor, 'practice'> {
  if (practiceOf === null || practiceUntil === null || timeZone === null) return {};
  return { practice: { homeId: practiceOf, endsAt: practiceUntil, timeZone } };
}

function actorOf(row: VerificationRow, tokenExpiresAt: number): PersonActor {
  const { userId, sessionId, name, email, emailVerified, phone, role, hospitalId } = row;
  const { mustSetUpTwoFactor } = row;
  const person = {
    userId,
    sessionId,
    name,
    email,
    emailVerified,
    phone,
    tokenExpiresAt,
    mustSetUpTwoFactor,
    provedAt: row.provedAt,
    idleMinutes: row.idleMinutes,
    isAtSeveral: row.isAtSeveral,
    ...practiceIn(row),
  };
  if (role === null || hospitalId === null) {
    return { ...person, role: 'patient', hospitalId: null, doctorId: null };
  }
  return { ...person, role, hospitalId, doctorId: row.doctorId };
}
