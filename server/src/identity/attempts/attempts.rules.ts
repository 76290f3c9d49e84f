/**
 * The limits on attempts to sign in or to request codes, and whose attempts each limit counts
 * [guarantees, security 7].
 */
import { network } from '../../platform/network.rules.ts';

export const windowMs = 15 * 60_000;

/**
 * A limit on attempts: the key of its counter, and how many attempts it allows within the time
 * window.
 */
export interface Budget {
  readonly key: string;
  readonly allowed: number;
  /** A caller from a network that the account has used before is exempt from this limit. */
  readonly sparesKnownAddress?: true;
  /**
   * This limit counts the attempts of a whole network; a solved bot check exempts an attempt from
   * it.
   */
  readonly takesBotCheck?: true;
}

/** Where an attempt comes from: the network address and the device. */
export interface TriedFrom {
  readonly address: string;
  /** Identifies a device on which the account signed in before. Such a device has its own limit. */
  readonly device: string | undefined;
}

/** The number of attempts so far, including this one. */
export interface Tries {
  readonly key: string;
  readonly tries: number;
  readonly windowEndsAt: Date;
}

/**
 * The limits of sign-ins: ten wrong passwords for an account from one address, a hundred from one
 * address, and a hundred for one account from anywhere. The owner can still sign in from another
 * network that the account has used before. A known device has ten attempts of its own, which
 * nobody else can use up [SEC-7].
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

/**
 * Limits the new accounts from one address. The limit is high enough for a waiting room behind one
 * router in a quarter of an hour.
 */
export function signUpBudgets(address: string): Budget[] {
  return [ofNetwork('sign-up-address', network(address), 100)];
}

/**
 * Limits the verification mails that one network address requests: for one mailbox, and for all
 * mailboxes. A stranger's requests do not count against the mailbox's owner. The mailbox's daily
 * total is limited in send-budget.rules.ts.
 */
export function resendBudgets(email: string, { address, device }: TriedFrom): Budget[] {
  if (device !== undefined) return [{ key: keyOf('resend-device', email, device), allowed: 5 }];
  const from = network(address);
  return [{ key: keyOf('resend', email, from), allowed: 5 }, ofNetwork('resend-address', from, 50)];
}

/**
 * Limits the requests for a password reset link, with the same numbers as for verification mails.
 */
export function resetBudgets(email: string, { address, device }: TriedFrom): Budget[] {
  if (device !== undefined) return [{ key: keyOf('reset-device', email, device), allowed: 5 }];
  const from = network(address);
  return [{ key: keyOf('reset', email, from), allowed: 5 }, ofNetwork('reset-address', from, 50)];
}

/**
 * Limits the codes sent to one phone number. A known address or device can still get a code after a
 * stranger has requested too many.
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

/**
 * Limits the codes that may be tried for one phone number. Requesting another code gives no further
 * attempts.
 */
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
 * Limits the attempts at the second sign-in step, for one sign-in and from one address. The
 * identity library counts only the attempts that it checks, and refuses concurrent attempts without
 * counting them. All attempts are therefore counted here.
 */
export function secondFactorBudgets(challenge: string, address: string): Budget[] {
  return [
    { key: keyOf('second-factor', challenge), allowed: 5 },
    ofNetwork('second-factor-address', network(address), 100),
  ];
}

/**
 * Limits the passkeys that may be tried from one address. A device known to the passkey's owner has
 * ten attempts of its own.
 */
export function passkeyBudgets(credentialId: string, { address, device }: TriedFrom): Budget[] {
  if (device !== undefined) {
    return [{ key: keyOf('passkey-device', credentialId, device), allowed: 10 }];
  }
  return [ofNetwork('passkey-address', network(address), 100)];
}

/**
 * Limits the attempts to answer an offer of an earlier time by its link. Wrong digits count for the
 * link, and unknown links count for the network.
 */
export function offerLinkBudgets(linkHash: string, address: string): Budget[] {
  return [
    { key: keyOf('offer-link', linkHash), allowed: 5 },
    ofNetwork('offer-link-address', network(address), 100),
  ];
}

/** Limits how many unknown links to offers of an earlier time one network may open. */
export function offerLinkReadBudgets(address: string): Budget[] {
  return [ofNetwork('offer-link-read', network(address), 100)];
}

/**
 * Limits the attempts to move or cancel an appointment by the link of a reminder. Wrong digits count
 * for the link, and unknown links count for the network.
 */
export function bookingLinkBudgets(linkHash: string, address: string): Budget[] {
  return [
    { key: keyOf('booking-link', linkHash), allowed: 5 },
    ofNetwork('booking-link-address', network(address), 100),
  ];
}

/** Limits how many unknown links of reminders one network may open. */
export function bookingLinkReadBudgets(address: string): Budget[] {
  return [ofNetwork('booking-link-read', network(address), 100)];
}

/** Limits the codes sent to a phone or mailbox that a signed-in person entered. */
export function ownContactBudgets(userId: string, contact: string): Budget[] {
  return [
    { key: keyOf('own-contact', userId), allowed: 10 },
    { key: keyOf('own-contact-sent', contact), allowed: 5 },
  ];
}

/** Limits the codes for proving identity that are sent to a person's own contact. */
export function proofCodeBudgets(userId: string): Budget[] {
  return [{ key: keyOf('proof-sent', userId), allowed: 5 }];
}

/** Limits the codes that a person may try for a contact that the person entered. */
export function tryOwnContactBudgets(userId: string): Budget[] {
  return [{ key: keyOf('own-contact-tried', userId), allowed: 10 }];
}

/**
 * Limits the codes and passwords that a signed-in person tries before changing two-factor sign-in.
 */
export function changeFactorBudgets(userId: string): Budget[] {
  return [{ key: keyOf('change-factor', userId), allowed: 10 }];
}

/** The limits that this attempt exceeds. */
export function exceeded(budgets: readonly Budget[], counted: readonly Tries[]): Budget[] {
  const tries = new Map(counted.map((row) => [row.key, row.tries]));
  return budgets.filter(({ key, allowed }) => (tries.get(key) ?? 0) > allowed);
}

/**
 * The highest level of the bot check. Even at this level a phone solves the check within some
 * seconds.
 */
const hardestCheck = 4;

/**
 * The level of the bot check that allows an attempt beyond these limits. The level is 0 at first
 * and rises by one each time the number of attempts doubles. Undefined if no bot check allows the
 * attempt.
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

/** Whole seconds until the last time window of these limits ends; at least one second. */
export function secondsUntilFree(
  over: readonly Budget[],
  counted: readonly Tries[],
  now: Date,
): number {
  const keys = new Set(over.map(({ key }) => key));
  const ends = counted.filter(({ key }) => keys.has(key)).map((row) => row.windowEndsAt.getTime());
  return Math.max(1, Math.ceil((Math.max(...ends) - now.getTime()) / 1000));
}

/**
 * Makes a limit for a whole network. Once the limit is used up, an attempt needs a bot check
 * instead of having to wait.
 */
function ofNetwork(kind: string, from: string, allowed: number): Budget {
  return { key: keyOf(kind, from), allowed, sparesKnownAddress: true, takesBotCheck: true };
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
