/** Prints a failing job as one line for the operator, without the recipient's address. */
import { plain } from './hospital-table.rules.ts';

export interface FailingJob {
  readonly id: number;
  readonly kind: string;
  readonly attempts: number;
  /** The time of the next attempt; for a job that was given up, of the last attempt. */
  readonly runAt: Date;
  readonly failedAt: Date | null;
  readonly lastError: string | null;
}

const longestReason = 200;
/**
 * Matches an email address. Addresses are removed from errors, because a mail server's answer may
 * quote the recipient.
 */
const address = /[^\s<>@]{1,64}@[^\s<>@]{1,255}/gu;
const digits = /\+?\d{7,}/gu;

export function jobLine({ id, kind, attempts, runAt, failedAt, lastError }: FailingJob): string {
  const reason = plain(lastError ?? 'unknown')
    .slice(0, longestReason)
    .replaceAll(address, '(an address)')
    .replaceAll(digits, '(a number)');
  const next =
    failedAt === null ? `next try ${runAt.toISOString()}` : `given up ${failedAt.toISOString()}`;
  return `${kind} ${id}: ${attempts} tries, ${next}: ${reason}`;
}
