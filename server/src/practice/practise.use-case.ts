import { morningsADay, practiceHours, practicesADay } from '@baari/contract/hospital/practice.ts';
import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { fallbackLanguage } from '@baari/contract/languages.ts';
import { actForHospital, worksElsewhere } from '../identity/security-events/acting.store.ts';
import { signedInUserView } from '../identity/sessions/identity.view.ts';
import type { StaffMember } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { countMessage } from '../platform/messages/send-budget.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { makePractice } from './make-practice.ts';
import {
  deletePractice,
  findHome,
  findPractice,
  insertTrainee,
  lockPracticeOf,
  type PracticeRow,
} from './practice.store.ts';

type User = Result<{ user: SignedInUser }>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Makes the caller's practice hospital, or finds the one that the caller has, and switches the
 * session to it [ADM-1]. Refuses inside a practice hospital, and after the day's limit.
 */
export async function practise(context: MemberContext): Promise<User> {
  const { actor, clock } = context;
  if (actor.practice !== undefined) return refuse('not_in_practice');
  return context.db.transaction(async (tx) => {
    await lockPracticeOf(tx, actor.userId);
    const known = await findPractice(tx, { homeId: actor.hospitalId, userId: actor.userId });
    if (known !== undefined) return actThere(tx, context, known);
    const counted = await countMade(tx, 'practices', actor.hospitalId, practicesADay, clock.now());
    if (!counted.ok) return counted;
    const until = new Date(clock.now().getTime() + practiceHours * hourMs);
    return makeAndAct(tx, context, actor, until);
  });
}

/**
 * Replaces the caller's practice hospital by a new one that ends at the same time [ADM-1]. It may be
 * called from the practice hospital or from the real one.
 */
export async function restartPractice(context: MemberContext): Promise<User> {
  return inOwnPractice(context, async (tx, known, home) => {
    const now = context.clock.now();
    const counted = await countMade(tx, 'mornings', known.homeId, morningsADay, now);
    if (!counted.ok) return counted;
    await deletePractice(tx, known.hospitalId);
    return makeAndAct(tx, context, home, known.until);
  });
}

/** Deletes the caller's practice hospital and switches the session to the real one [ADM-1]. */
export async function endPractice(context: MemberContext): Promise<User> {
  return inOwnPractice(context, async (tx, known, home) => {
    await deletePractice(tx, known.hospitalId);
    const acting = await actForHospital(tx, home, known.homeId, context.clock.now());
    if (acting === undefined) return refuse('not_found');
    await recordAudit(tx, { ...context, actor: home }, { action: 'end practice hospital' });
    const isAtSeveral = await worksElsewhere(tx, home);
    return ok({ user: signedInUserView({ ...home, ...acting, isAtSeveral }) });
  });
}

/** Finds the caller's practice hospital; `home` is the caller at the real hospital. */
function inOwnPractice(
  context: MemberContext,
  change: (tx: Queryable, known: PracticeRow, home: StaffMember) => Promise<User>,
): Promise<User> {
  const { actor } = context;
  const { practice, ...person } = actor;
  const home = { ...person, hospitalId: practice?.homeId ?? actor.hospitalId };
  return context.db.transaction(async (tx) => {
    await lockPracticeOf(tx, actor.userId);
    const known = await findPractice(tx, { homeId: home.hospitalId, userId: actor.userId });
    return known === undefined ? refuse('not_found') : change(tx, known, home);
  });
}

async function makeAndAct(
  tx: Queryable,
  context: MemberContext,
  home: StaffMember,
  until: Date,
): Promise<User> {
  const { userId, role, hospitalId: homeId } = home;
  const language = context.language ?? fallbackLanguage;
  const hospitalId = await makePractice(tx, context, { homeId, madeBy: userId, until, language });
  if (hospitalId === undefined) return refuse('not_found');
  await insertTrainee(tx, { hospitalId, userId, role });
  await recordAudit(tx, { ...context, actor: home }, { action: 'make practice hospital' });
  return actThere(tx, context, { hospitalId, homeId, until });
}

async function actThere(
  tx: Queryable,
  { actor, clock }: MemberContext,
  { hospitalId, homeId, until }: PracticeRow,
): Promise<User> {
  const home = await findHome(tx, homeId);
  const acting = await actForHospital(tx, actor, hospitalId, clock.now());
  if (acting === undefined || home === undefined) return refuse('not_found');
  const practice = { homeId, endsAt: until, timeZone: home.timeZone };
  const there = { ...actor, ...acting, hospitalId, isAtSeveral: true, practice };
  return ok({ user: signedInUserView(there) });
}

/** Counts one more of a hospital's day, or refuses it; a refusal rolls the count back. */
async function countMade(
  tx: Queryable,
  what: 'practices' | 'mornings',
  homeId: string,
  most: number,
  now: Date,
): Promise<Result<void>> {
  const key = `${what} of ${homeId}`;
  const [counted] = await countMessage(tx, [key], now, new Date(now.getTime() + dayMs));
  return (counted?.count ?? 0) > most ? refuse('too_many_practices') : ok(undefined);
}
