/**
 * The way back in for who forgot the password [ROUTE-10]. A request only queues a job, so that it
 * costs the same whether the account exists or not [guarantees, security 8].
 */
import { createHash, randomBytes } from 'node:crypto';
import { languages } from '@baari/contract/languages.ts';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database.ts';
import { enqueueJob, type JobHandler } from '../platform/jobs.ts';
import { enqueueMail } from '../platform/mail.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { passwordResetMail } from './mail-texts.ts';
import {
  endEverySession,
  findResetRecipient,
  insertReset,
  isResetOpen,
  setPassword,
  takeOverUnverified,
  takeReset,
} from './password-reset.store.ts';
import { hashPassword } from './passwords.ts';

export const resetJobKind = 'password-reset';

/** How long a link works, milliseconds. */
const linkMs = 60 * 60_000;

const payload = z.object({ email: z.string(), language: z.enum(languages) });

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

/** The handler of reset jobs: a mail with a fresh link, if the account exists. */
export function makeResetHandler({ db, clock, publicUrl }: ResetHandlerOptions): JobHandler {
  return async (given) => {
    const { email, language } = payload.parse(given);
    const recipient = await findResetRecipient(db, email);
    if (recipient === undefined) return;
    const token = randomBytes(32).toString('base64url');
    const now = clock.now();
    const link = `${publicUrl}/reset-password?token=${token}`;
    await db.transaction(async (tx) => {
      await insertReset(tx, {
        tokenHash: hashed(token),
        userId: recipient.id,
        expiresAt: new Date(now.getTime() + linkMs),
      });
      await enqueueMail(tx, passwordResetMail(language, recipient, link), now);
      return ok(undefined);
    });
  };
}

/** Sets the password, once a link, and signs every device out; whose. Refuses: reset_link_invalid. */
export async function resetPassword(
  db: Database,
  clock: Clock,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
): Promise<Result<{ readonly email: string }>> {
  const tokenHash = hashed(token);
  if (!(await isResetOpen(db, tokenHash, clock.now()))) return refuse('reset_link_invalid');
  const passwordHash = await hashPassword(newPassword);
  return db.transaction(async (tx) => {
    const taken = await takeReset(tx, tokenHash, clock.now());
    if (taken === undefined) return refuse('reset_link_invalid');
    const { userId, email } = taken;
    await takeOverUnverified(tx, userId);
    await setPassword(tx, userId, passwordHash);
    await endEverySession(tx, userId);
    return ok({ email });
  });
}

function hashed(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
