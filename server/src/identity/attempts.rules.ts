/** How many tries are allowed, and what is counted [guarantees, security 7]. */
import { network } from '../platform/network.rules.ts';

export const windowMs = 15 * 60_000;

/** Something counted: how many tries it allows within a window. */
export interface Budget {
  readonly key: string;
  readonly allowed: number;
  /** A person at an address they signed in from before is let in though others used this up. */
  readonly sparesKnownAddress?: true;
}

/** Tries counted so far, the present one included. */
export interface Tries {
  readonly key: string;
  readonly tries: number;
  readonly windowEndsAt: Date;
}

/**
 * Ten wrong passwords for an account from one address, a hundred from one address, and a hundred
 * for one account from anywhere: the owner can still get in from elsewhere.
 */
export function signInBudgets(email: string, address: string): Budget[] {
  const from = network(address);
  return [
    { key: keyOf('sign-in', email, from), allowed: 10 },
    { key: keyOf('sign-in-address', from), allowed: 100 },
    { key: keyOf('sign-in-account', email), allowed: 100, sparesKnownAddress: true },
  ];
}

/** New accounts from one address: a waiting room behind one router signs up in a quarter hour. */
export function signUpBudgets(address: string): Budget[] {
  return [{ key: keyOf('sign-up-address', network(address)), allowed: 100 }];
}

/**
 * Mails asked for at one address, to one mailbox and to all. What a stranger asks for elsewhere does not count
 * against the owner: how many reach the mailbox in all is bounded by the day (send-budget.rules.ts).
 */
export function resendBudgets(email: string, address: string): Budget[] {
  const from = network(address);
  return [
    { key: keyOf('resend', email, from), allowed: 5 },
    { key: keyOf('resend-address', from), allowed: 50 },
  ];
}

/** Links to set a new password, the same way. */
export function resetBudgets(email: string, address: string): Budget[] {
  const from = network(address);
  return [
    { key: keyOf('reset', email, from), allowed: 5 },
    { key: keyOf('reset-address', from), allowed: 50 },
  ];
}

/**
 * Codes sent to one phone: the person at an address they signed in from before still gets one when
 * a stranger has had too many sent there.
 */
export function sendCodeBudgets(phone: string, address: string): Budget[] {
  const from = network(address);
  return [
    { key: keyOf('code-sent', phone, from), allowed: 5 },
    { key: keyOf('code-sent-address', from), allowed: 50 },
    { key: keyOf('code-sent-phone', phone), allowed: 10, sparesKnownAddress: true },
  ];
}

/** Codes tried for one phone; another code sent does not give more tries. */
export function tryCodeBudgets(phone: string, address: string): Budget[] {
  const from = network(address);
  return [
    { key: keyOf('code', phone, from), allowed: 5 },
    { key: keyOf('code-address', from), allowed: 100 },
    { key: keyOf('code-phone', phone), allowed: 30, sparesKnownAddress: true },
  ];
}

/**
 * Second steps tried for one sign-in and from one address. The library counts those it checks; of
 * many at one moment it checks one and turns the others away uncounted. Here they count as well.
 */
export function secondFactorBudgets(challenge: string, address: string): Budget[] {
  return [
    { key: keyOf('second-factor', challenge), allowed: 5 },
    { key: keyOf('second-factor-address', network(address)), allowed: 100 },
  ];
}

/** Passkeys tried from one address. */
export function passkeyBudgets(address: string): Budget[] {
  return [{ key: keyOf('passkey-address', network(address)), allowed: 100 }];
}

/** Codes sent to a phone or mailbox that somebody signed in says is theirs. */
export function ownContactBudgets(userId: string, contact: string): Budget[] {
  return [
    { key: keyOf('own-contact', userId), allowed: 10 },
    { key: keyOf('own-contact-sent', contact), allowed: 5 },
  ];
}

/** Codes sent to a contact that is somebody's own already, to show who asks. */
export function proofCodeBudgets(userId: string): Budget[] {
  return [{ key: keyOf('proof-sent', userId), allowed: 5 }];
}

/** Codes tried for a contact that somebody says is theirs. */
export function tryOwnContactBudgets(userId: string): Budget[] {
  return [{ key: keyOf('own-contact-tried', userId), allowed: 10 }];
}

/** Codes and passwords asked again of someone signed in, before two-factor is changed. */
export function changeFactorBudgets(userId: string): Budget[] {
  return [{ key: keyOf('change-factor', userId), allowed: 10 }];
}

/** The budgets that the present try goes beyond. */
export function exceeded(budgets: readonly Budget[], counted: readonly Tries[]): Budget[] {
  const tries = new Map(counted.map((row) => [row.key, row.tries]));
  return budgets.filter(({ key, allowed }) => (tries.get(key) ?? 0) > allowed);
}

/** Whole seconds until the last of these windows ends, at least one. */
export function secondsUntilFree(
  over: readonly Budget[],
  counted: readonly Tries[],
  now: Date,
): number {
  const keys = new Set(over.map(({ key }) => key));
  const ends = counted.filter(({ key }) => keys.has(key)).map((row) => row.windowEndsAt.getTime());
  return Math.max(1, Math.ceil((Math.max(...ends) - now.getTime()) / 1000));
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
