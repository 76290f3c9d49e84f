/** A failing job as the operator reads it: one line, without whom it was for. */
import { plain } from './hospital-table.rules.ts';

export interface FailingJob {
  readonly id: number;
  readonly kind: string;
  readonly attempts: number;
  /** The next try; of one that was given up, the last. */
  readonly runAt: Date;
  readonly failedAt: Date | null;
  readonly lastError: string | null;
}

const longestReason = 200;
/** A mail server's answer quotes the address that it refused. */
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
