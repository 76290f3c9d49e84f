/**
 * Password reset [ROUTE-10]. A request only queues a job, so that a request takes equally long
 * whether or not the account exists [guarantees, security 8].
 */
import { createHash, randomBytes } from 'node:crypto';
import type { WaysLeft } from '@baari/contract/account/identity.ts';
import { languages } from '@baari/contract/languages.gen.ts';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { enqueueJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { enqueueMail } from '../../platform/messages/mail.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { passwordResetMail } from '../messages/mail-texts.ts';
import {
  endEverySession,
  findResetRecipient,
  insertCleanup,
  insertReset,
  isResetOpen,
  setPassword,
  takeCleanup,
  takeOverUnverified,
  takeReset,
} from './password-reset.store.ts';
import { hashPassword } from '../provider/passwords.ts';
import {
  languageForOwner,
  type Origin,
  recordSecurityEvent,
  type Notifying,
} from '../security-events/security-events.ts';
import { getWaysIn, removeWaysIn } from './ways-in.store.ts';
import { waysLeftView } from './ways-in.view.ts';

export const resetJobKind = 'password-reset';

/** How long a password reset link works, in milliseconds. */
const linkMs = 60 * 60_000;

/** How long after a password reset the other ways to sign in can be removed, in milliseconds. */
const cleanupMs = 10 * 60_000;

const payload = z.object({
  email: z.string(),
  /**
   * The language of the request for a password reset. Jobs queued by the previous release have only
   * this language field.
   */
  language: z.enum(languages),
  /** The request's Accept-Language header; '' if the request had no such header. */
  asksFor: z.string().optional(),
  /** The network from which the request came. */
  network: z.string().optional(),
});

export async function requestPasswordReset(
  db: Queryable,
  request: z.infer<typeof payload>,
  now: Date,
): Promise<void> {
  await enqueueJob(db, { kind: resetJobKind, payload: request, runAt: now });
}

export interface ResetHandlerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/** The handler of reset jobs: mails a new link if the account exists. */
export function makeResetHandler({ db, clock, publicUrl }: ResetHandlerOptions): JobHandler {
  return async (given) => {
    const { email, network, ...asked } = payload.parse(given);
    const recipient = await findResetRecipient(db, email);
    if (recipient === undefined) return;
    const asksFor = asked.asksFor ?? asked.language;
    const language = await languageForOwner(db, { userId: recipient.id }, asksFor);
    const token = randomBytes(32).toString('base64url');
    const now = clock.now();
    const link = `${publicUrl}/reset-password?token=${token}`;
    await db.transaction(async (tx) => {
      await insertReset(tx, {
        tokenHash: hashed(token),
        userId: recipient.id,
        expiresAt: new Date(now.getTime() + linkMs),
      });
      await enqueueMail(tx, { ...passwordResetMail(language, recipient, link), network }, now);
      return ok(undefined);
    });
  };
}

export interface ResetDone {
  readonly userId: string;
  readonly email: string;
  /** The other ways to sign in and the second factors that the account still has. */
  readonly left: WaysLeft;
  /** A token with which the caller may once remove all the other ways to sign in. */
  readonly cleanup: string;
}

export interface NewPassword {
  readonly token: string;
  readonly newPassword: string;
}

/**
 * Sets the new password once per reset link and signs out every device. Returns the other ways to
 * sign in that remain. Refuses: reset_link_invalid.
 */
export async function resetPassword(
  db: Database,
  notifying: Notifying,
  origin: Origin,
  { token, newPassword }: NewPassword,
): Promise<Result<ResetDone>> {
  const { clock } = notifying;
  const tokenHash = hashed(token);
  if (!(await isResetOpen(db, tokenHash, clock.now()))) return refuse('reset_link_invalid');
  const passwordHash = await hashPassword(newPassword);
  return db.transaction(async (tx) => {
    const now = clock.now();
    const taken = await takeReset(tx, tokenHash, now);
    if (taken === undefined) return refuse('reset_link_invalid');
    const { userId, email } = taken;
    await takeOverUnverified(tx, userId);
    await setPassword(tx, userId, passwordHash);
    await endEverySession(tx, userId);
    const cleanup = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + cleanupMs);
    await insertCleanup(tx, { tokenHash: hashed(cleanup), userId, expiresAt });
    await recordSecurityEvent(tx, notifying, origin, { userId, kind: 'password_reset' });
    return ok({ userId, email, cleanup, left: waysLeftView(await getWaysIn(tx, userId)) });
  });
}

/**
 * Removes every passkey, linked account and phone number shortly after a password reset, and all
 * sessions made since the reset. Refuses: reset_link_invalid.
 */
export async function removeAllAfterReset(
  db: Database,
  notifying: Notifying,
  origin: Origin,
  cleanup: string,
): Promise<Result<{ readonly left: WaysLeft }>> {
  return db.transaction(async (tx) => {
    const userId = await takeCleanup(tx, hashed(cleanup), notifying.clock.now());
    if (userId === undefined) return refuse('reset_link_invalid');
    await removeWaysIn(tx, userId);
    await endEverySession(tx, userId);
    await recordSecurityEvent(tx, notifying, origin, { userId, kind: 'all_ways_in_removed' });
    return ok({ left: waysLeftView(await getWaysIn(tx, userId)) });
  });
}

function hashed(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
