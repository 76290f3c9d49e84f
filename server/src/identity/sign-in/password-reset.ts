/**
 * Password reset [ROUTE-10]. A request only queues a job, so that it costs the same whether or not the
 * account exists [guarantees, security 8].
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

/** How long a link works, milliseconds. */
const linkMs = 60 * 60_000;

/** How long after a reset the other ways to sign in can be removed, in milliseconds. */
const cleanupMs = 10 * 60_000;

const payload = z.object({
  email: z.string(),
  /** The language; jobs of the previous release have only this field. */
  language: z.enum(languages),
  /** The Accept-Language header; '' if there was none. */
  asksFor: z.string().optional(),
  /** The network of the request. */
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
  /** The other ways to sign in and second factors. */
  readonly left: WaysLeft;
  /** A token that allows removing all of them, once. */
  readonly cleanup: string;
}

export interface NewPassword {
  readonly token: string;
  readonly newPassword: string;
}

/**
 * Sets the password once per link, signs every device out, and answers the other ways to sign in. Refuses:
 * reset_link_invalid.
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
 * Removes every passkey, linked account and phone right after a reset, and all sessions since. Refuses:
 * reset_link_invalid.
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
