/**
 * The operator confirms, allows, closes or reopens a hospital. Each decision is audited, also in the
 * hospital's own trail, and its administrators are notified [SEC-20].
 */
import { newResemblances, verificationAfter } from '../hospitals/verification.rules.ts';
import { featuresOf } from '../hospitals/resembles.rules.ts';
import { reviewVerification } from '../hospitals/review-verification.ts';
import {
  closeHospital as writeClosed,
  findVerification,
  type Listing,
  listUnconfirmed,
  lockVerifications,
  markLooked,
  reopenHospital as writeOpen,
  saveVerification,
  type VerificationRow,
} from '../hospitals/verification.store.ts';
import { recordOperatorAct } from '../platform/audit/audit.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { enqueueMail } from '../platform/messages/mail.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { insertAct, listAdministrators, type OperatorAct } from './operator.store.ts';
import { verificationMail } from './verification-mail.ts';

export interface OperatorContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly listing: Listing;
  /** The operating-system account that runs the command. */
  readonly operator: string;
}

export interface Decision {
  readonly name: string;
  /** Other hospitals that the decision hides for review. */
  readonly alsoHeld: readonly string[];
  readonly alsoShown: readonly string[];
  /** How many administrators were notified. */
  readonly notified: number;
}

const pageSize = 200;
const nobodyElse = { alsoHeld: [], alsoShown: [] };

/**
 * Confirms a hospital with its present data. Other hospitals that resemble it are hidden until the
 * operator decides. Refuses: hospital_closed.
 */
export function confirmHospital(context: OperatorContext, id: string): Promise<Result<Decision>> {
  return decide(context, 'confirm', id, '', async (tx, hospital, now) => {
    if (hospital.isClosed) return refuse('hospital_closed');
    await markLooked(tx, id);
    await saveVerification(tx, id, { isConfirmed: true, isHeld: false }, context.listing, now);
    return ok({ alsoHeld: await lockTwins(tx, hospital, context.listing, now), alsoShown: [] });
  });
}

/**
 * Shows a hidden hospital to patients without confirming it, like any new hospital. Refuses:
 * hospital_closed.
 */
export function allowHospital(context: OperatorContext, id: string): Promise<Result<Decision>> {
  return decide(context, 'allow', id, '', async (tx, hospital, now) => {
    if (hospital.isClosed) return refuse('hospital_closed');
    await markLooked(tx, id);
    await saveVerification(tx, id, { isConfirmed: false, isHeld: false }, context.listing, now);
    const alsoShown = hospital.isConfirmed ? await letTwinsGo(tx, context.listing, now) : [];
    return ok({ alsoHeld: [], alsoShown });
  });
}

/**
 * Closes a hospital: patients can no longer find it, join its lines or book, and its staff see the
 * reason. Refuses: hospital_closed.
 */
export function closeHospital(
  context: OperatorContext,
  id: string,
  reason: string,
): Promise<Result<Decision>> {
  return decide(context, 'close', id, reason, async (tx, hospital, now) => {
    if (hospital.isClosed) return refuse('hospital_closed');
    await writeClosed(tx, id, reason, now);
    const alsoShown = hospital.isConfirmed ? await letTwinsGo(tx, context.listing, now) : [];
    return ok({ alsoHeld: [], alsoShown });
  });
}

/**
 * Reopens a hospital with its former verification status, after comparing it with other hospitals
 * again. Refuses: hospital_open.
 */
export function reopenHospital(context: OperatorContext, id: string): Promise<Result<Decision>> {
  return decide(context, 'reopen', id, '', async (tx, hospital, now) => {
    if (!hospital.isClosed) return refuse('hospital_open');
    await writeOpen(tx, id);
    const { after } = await reviewVerification(tx, id, context.listing, now);
    if (!after.isConfirmed) return ok(nobodyElse);
    return ok({ alsoHeld: await lockTwins(tx, hospital, context.listing, now), alsoShown: [] });
  });
}

type Write = (
  tx: Queryable,
  hospital: VerificationRow,
  now: Date,
) => Promise<Result<Pick<Decision, 'alsoHeld' | 'alsoShown'>>>;

async function decide(
  { db, clock, operator, publicUrl }: OperatorContext,
  act: OperatorAct,
  id: string,
  reason: string,
  write: Write,
): Promise<Result<Decision>> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    await lockVerifications(tx);
    const hospital = await findVerification(tx, id);
    if (hospital === undefined) return refuse('not_found');
    const written = await write(tx, hospital, now);
    if (!written.ok) return written;
    const { essentials } = hospital;
    const done = { at: now, operator, act, hospitalId: id, reason, seen: essentials };
    await insertAct(tx, done);
    await recordOperatorAct(tx, done);
    const { name } = essentials;
    const administrators = await listAdministrators(tx, id);
    for (const administrator of administrators) {
      await enqueueMail(tx, verificationMail(act, { name, reason }, administrator, publicUrl), now);
    }
    return ok({ name, notified: administrators.length, ...written.value });
  });
}

/**
 * Hides unconfirmed hospitals that resemble the newly confirmed one, until the operator reviews
 * them.
 */
async function lockTwins(
  tx: Queryable,
  { id, essentials }: VerificationRow,
  listing: Listing,
  now: Date,
): Promise<string[]> {
  const known = [{ hospitalId: id, features: featuresOf(essentials) }];
  const held: string[] = [];
  for await (const other of unconfirmed(tx, 'all')) {
    if (other.isHeld || other.id === id) continue;
    const after = verificationAfter(other, newResemblances(other, known));
    if (!after.isHeld) continue;
    await saveVerification(tx, other.id, after, listing, now);
    held.push(other.id);
  }
  return held;
}

/**
 * Compares the hidden hospitals again after a hospital lost its confirmation, and shows those that
 * resemble no other hospital.
 */
async function letTwinsGo(tx: Queryable, listing: Listing, now: Date): Promise<string[]> {
  const shown: string[] = [];
  for await (const other of unconfirmed(tx, 'held')) {
    const { after } = await reviewVerification(tx, other.id, listing, now);
    if (!after.isHeld) shown.push(other.id);
  }
  return shown;
}

async function* unconfirmed(tx: Queryable, only: 'all' | 'held'): AsyncGenerator<VerificationRow> {
  let after: string | undefined;
  for (;;) {
    const page = await listUnconfirmed(tx, only, after, pageSize);
    yield* page;
    if (page.length < pageSize) return;
    after = page.at(-1)?.id;
  }
}
