/** The form of a follow-up: the offered times, and what the typed fields mean [CONS-2]. */
import { withPlainDigits } from '@baari/contract/text/digits.ts';
import {
  type FollowUpGiven,
  type FollowUpUnit,
  followUpUnits,
  mostUntil,
} from '@baari/contract/visit/follow-up.ts';

/** The times that one tap chooses. */
export const usualTimes = [
  { count: 1, unit: 'weeks' },
  { count: 2, unit: 'weeks' },
  { count: 4, unit: 'weeks' },
  { count: 3, unit: 'months' },
  { count: 6, unit: 'months' },
] as const satisfies Omit<FollowUpGiven, 'reason'>[];

/** The value of a usual time in the form. */
export function valueOf({ count, unit }: Omit<FollowUpGiven, 'reason'>): string {
  return `${count} ${unit}`;
}

/** The choice of a time that is typed. */
export const otherTime = 'other';

export interface TypedFollowUp {
  /** The value of a usual time, or `otherTime`. */
  readonly choice: string;
  readonly count: string;
  readonly unit: string;
  readonly reason: string;
}

export const emptyFollowUp: TypedFollowUp = { choice: '', count: '', unit: 'weeks', reason: '' };

/** The chosen unit; weeks for an unknown one. */
export function unitOf({ unit }: Pick<TypedFollowUp, 'unit'>): FollowUpUnit {
  return followUpUnits.find((known) => known === unit) ?? 'weeks';
}

/** The body to save. Undefined if no time is chosen, or the typed number is not possible. */
export function readFollowUp(typed: TypedFollowUp): FollowUpGiven | undefined {
  const reason = typed.reason.trim();
  const usual = usualTimes.find((time) => valueOf(time) === typed.choice);
  if (usual !== undefined) return { ...usual, reason };
  const unit = unitOf(typed);
  const digits = withPlainDigits(typed.count).trim();
  const count = /^\d{1,3}$/u.test(digits) ? Number(digits) : 0;
  if (typed.choice !== otherTime || count < 1 || count > mostUntil[unit]) return undefined;
  return { count, unit, reason };
}
