/** The limits of attempts, and what they count by [guarantees, security 7]. */
import { network } from '../../platform/network.rules.ts';

export const windowMs = 15 * 60_000;

/** A counter with the attempts that it allows within a window. */
export interface Budget {
  readonly key: string;
  readonly allowed: number;
  /** A known network of the account is exempt from this limit. */
  readonly sparesKnownAddress?: true;
  /** This limit counts a whole network; an attempt with a solved bot check is exempt. */
  readonly takesBotCheck?: true;
}

/** Where an attempt comes from. */
export interface TriedFrom {
  readonly address: string;
  /**
   * The mark of a device on which the account signed in before. Such a device has its own limit.
   */
  readonly device: string | undefined;
}

/** The number of attempts so far, including this one. */
export interface Tries {
  readonly key: string;
  readonly tries: number;
  readonly windowEndsAt: Date;
}

/**
 * Allows ten wrong passwords for an account from one address, a hundred from one address, and a hundred for
 * one account from anywhere. The owner can still sign in from elsewhere. A known device has ten of its own,
 * which nobody else can use up [SEC-7].
 */
export function signInBudgets(email: string, { address, device }: TriedFrom): Budget[] {
  if (device !== undefined) return [{ key: keyOf('sign-in-device', email, device), allowed: 10 }];
  const from = network(address);
  return [
    { key: keyOf('sign-in', email, from), allowed: 10 },
    ofNetwork('sign-in-address', from, 100),
    { key: keyOf('sign-in-account', email), allowed: 100, sparesKnownAddress: true },
  ];
}

/** New accounts from one address: enough for a waiting room behind one router in a quarter hour. */
export function signUpBudgets(address: string): Budget[] {
  return [ofNetwork('sign-up-address', network(address), 100)];
}

/**
 * Verification mails requested by one address: to one mailbox and to all. A stranger's requests do not count
 * against the owner; the mailbox's daily total is limited in send-budget.rules.ts.
 */
export function resendBudgets(email: string, { address, device }: TriedFrom): Budget[] {
  if (device !== undefined) return [{ key: keyOf('resend-device', email, device), allowed: 5 }];
  const from = network(address);
  return [{ key: keyOf('resend', email, from), allowed: 5 }, ofNetwork('resend-address', from, 50)];
}

/** The same limits for links to reset a password. */
export function resetBudgets(email: string, { address, device }: TriedFrom): Budget[] {
  if (device !== undefined) return [{ key: keyOf('reset-device', email, device), allowed: 5 }];
  const from = network(address);
  return [{ key: keyOf('reset', email, from), allowed: 5 }, ofNetwork('reset-address', from, 50)];
}

/** Codes sent to one phone. A known address or device still gets one after a stranger has requested too many. */
export function sendCodeBudgets(phone: string, { address, device }: TriedFrom): Budget[] {
  if (device !== undefined) return [{ key: keyOf('code-sent-device', phone, device), allowed: 5 }];
  const from = network(address);
  return [
    { key: keyOf('code-sent', phone, from), allowed: 5 },
    ofNetwork('code-sent-address', from, 50),
    { key: keyOf('code-sent-phone', phone), allowed: 10, sparesKnownAddress: true },
  ];
}

/** Codes tried for one phone; requesting another code gives no further attempts. */
export function tryCodeBudgets(phone: string, { address, device }: TriedFrom): Budget[] {
  if (device !== undefined) return [{ key: keyOf('code-device', phone, device), allowed: 5 }];
  const from = network(address);
  return [
    { key: keyOf('code', phone, from), allowed: 5 },
    ofNetwork('code-address', from, 100),
    { key: keyOf('code-phone', phone), allowed: 30, sparesKnownAddress: true },
  ];
}

/**
 * Second steps tried for one sign-in and from one address. The library counts only the attempts it checks;
 * concurrent ones are refused uncounted, so they are counted here.
 */
export function secondFactorBudgets(challenge: string, address: string): Budget[] {
  return [
    { key: keyOf('second-factor', challenge), allowed: 5 },
    ofNetwork('second-factor-address', network(address), 100),
  ];
}

/** Passkeys tried from one address; a device known to the passkey's owner has ten attempts of its own. */
export function passkeyBudgets(credentialId: string, { address, device }: TriedFrom): Budget[] {
  if (device !== undefined) {
    return [{ key: keyOf('passkey-device', credentialId, device), allowed: 10 }];
  }
  return [ofNetwork('passkey-address', network(address), 100)];
}

/** Codes sent to a phone or mailbox that a signed-in person entered. */
export function ownContactBudgets(userId: string, contact: string): Budget[] {
  return [
    { key: keyOf('own-contact', userId), allowed: 10 },
    { key: keyOf('own-contact-sent', contact), allowed: 5 },
  ];
}

/** Identity codes sent to a person's own contact. */
export function proofCodeBudgets(userId: string): Budget[] {
  return [{ key: keyOf('proof-sent', userId), allowed: 5 }];
}

/** Codes tried for a contact that a person entered. */
export function tryOwnContactBudgets(userId: string): Budget[] {
  return [{ key: keyOf('own-contact-tried', userId), allowed: 10 }];
}

/** Codes and passwords tried by a signed-in person before two-factor is changed. */
export function changeFactorBudgets(userId: string): Budget[] {
  return [{ key: keyOf('change-factor', userId), allowed: 10 }];
}

/** The budgets that this attempt exceeds. */
export function exceeded(budgets: readonly Budget[], counted: readonly Tries[]): Budget[] {
  const tries = new Map(counted.map((row) => [row.key, row.tries]));
  return budgets.filter(({ key, allowed }) => (tries.get(key) ?? 0) > allowed);
}

/** The highest level of the bot check; even at this level a phone solves it within some seconds. */
const hardestCheck = 4;

/**
 * The level of the bot check that allows an attempt beyond these limits: 0 at first, one more per doubling.
 * Undefined if no check helps.
 */
export function botCheckLevel(
  over: readonly Budget[],
  counted: readonly Tries[],
): number | undefined {
  if (!over.every(({ takesBotCheck }) => takesBotCheck === true)) return undefined;
  const tries = new Map(counted.map((row) => [row.key, row.tries]));
  const levels = over.map(({ key, allowed }) => Math.log2(((tries.get(key) ?? 0) - 1) / allowed));
  return Math.min(hardestCheck, Math.max(0, Math.floor(Math.max(...levels))));
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

/** A network's limit: once others used it up, an attempt costs a bot check instead of waiting. */
function ofNetwork(kind: string, from: string, allowed: number): Budget {
  return { key: keyOf(kind, from), allowed, sparesKnownAddress: true, takesBotCheck: true };
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
