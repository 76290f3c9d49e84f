/** How many tries are allowed, and what is counted [guarantees, security 7]. */
import { network } from '../../platform/network.rules.ts';

export const windowMs = 15 * 60_000;

/** Something counted: how many tries it allows within a window. */
export interface Budget {
  readonly key: string;
  readonly allowed: number;
  /** A person at an address they signed in from before is let in though others used this up. */
  readonly sparesKnownAddress?: true;
  /** Counts a whole network: a bot check solved for the try lets it in though others used this up. */
  readonly takesBotCheck?: true;
}

/** Where a try comes from. */
export interface TriedFrom {
  readonly address: string;
  /** The mark of a device that the account signed in on before; its budget is its own. */
  readonly device: string | undefined;
}

/** Tries counted so far, the present one included. */
export interface Tries {
  readonly key: string;
  readonly tries: number;
  readonly windowEndsAt: Date;
}

/**
 * Ten wrong passwords for an account from one address, a hundred from one address, and a hundred
 * for one account from anywhere: the owner can still get in from elsewhere. A known device has ten of
 * its own, which nobody else can use up [SEC-7].
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

/** New accounts from one address: a waiting room behind one router signs up in a quarter hour. */
export function signUpBudgets(address: string): Budget[] {
  return [ofNetwork('sign-up-address', network(address), 100)];
}

/**
 * Mails asked for at one address, to one mailbox and to all. What a stranger asks for elsewhere does not count
 * against the owner: how many reach the mailbox in all is bounded by the day (send-budget.rules.ts).
 */
export function resendBudgets(email: string, { address, device }: TriedFrom): Budget[] {
  if (device !== undefined) return [{ key: keyOf('resend-device', email, device), allowed: 5 }];
  const from = network(address);
  return [{ key: keyOf('resend', email, from), allowed: 5 }, ofNetwork('resend-address', from, 50)];
}

/** Links to set a new password, the same way. */
export function resetBudgets(email: string, { address, device }: TriedFrom): Budget[] {
  if (device !== undefined) return [{ key: keyOf('reset-device', email, device), allowed: 5 }];
  const from = network(address);
  return [{ key: keyOf('reset', email, from), allowed: 5 }, ofNetwork('reset-address', from, 50)];
}

/**
 * Codes sent to one phone: the person at an address or on a device they signed in from before still
 * gets one when a stranger has had too many sent there.
 */
export function sendCodeBudgets(phone: string, { address, device }: TriedFrom): Budget[] {
  if (device !== undefined) return [{ key: keyOf('code-sent-device', phone, device), allowed: 5 }];
  const from = network(address);
  return [
    { key: keyOf('code-sent', phone, from), allowed: 5 },
    ofNetwork('code-sent-address', from, 50),
    { key: keyOf('code-sent-phone', phone), allowed: 10, sparesKnownAddress: true },
  ];
}

/** Codes tried for one phone; another code sent does not give more tries. */
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
 * Second steps tried for one sign-in and from one address. The library counts those it checks; of
 * many at one moment it checks one and turns the others away uncounted. Here they count as well.
 */
export function secondFactorBudgets(challenge: string, address: string): Budget[] {
  return [
    { key: keyOf('second-factor', challenge), allowed: 5 },
    ofNetwork('second-factor-address', network(address), 100),
  ];
}

/** Passkeys tried from one address; on a device that the passkey's owner signed in on, ten of its own. */
export function passkeyBudgets(credentialId: string, { address, device }: TriedFrom): Budget[] {
  if (device !== undefined) {
    return [{ key: keyOf('passkey-device', credentialId, device), allowed: 10 }];
  }
  return [ofNetwork('passkey-address', network(address), 100)];
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

/** However many a network tries, a phone solves the check in some seconds. */
const hardestCheck = 4;

/**
 * How hard a check lets a try go on that is beyond these budgets: 0 at first, one more each time that
 * twice as many were used up. Undefined where no check does.
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

/** What one network has in common: it costs work rather than time once others used it up. */
function ofNetwork(kind: string, from: string, allowed: number): Budget {
  return { key: keyOf(kind, from), allowed, sparesKnownAddress: true, takesBotCheck: true };
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
