/**
 * Hashes passwords with Argon2id and OWASP's parameters: 19 MiB, two passes, one lane. A concurrency limit
 * makes concurrent sign-ins take turns, so that they do not use up the memory and the thread pool [SEC-16].
 */
import { availableParallelism } from 'node:os';
import { passwordMaxLength } from '@baari/contract/constants.ts';
import { hash, verify } from '@node-rs/argon2';
import { makeConcurrencyLimit, Overloaded } from '../../platform/threads/concurrency-limit.ts';
import { ok } from '../../platform/result.ts';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * How many passwords are hashed at once. The event loop and the database need a core too, and files need one of the
 * four pool threads.
 */
export const passwordsAtOnce = Math.max(1, Math.min(3, availableParallelism() - 1));
/** How many callers may wait for a hash: a hospital's staff at the beginning of a shift. */
export const passwordsWaiting = 200;

/** The limit for every password hash of this process. */
export const passwordLimit = makeConcurrencyLimit({
  atOnce: passwordsAtOnce,
  waiting: passwordsWaiting,
  waitMs: 5000,
});

/** Hashes a password; throws `Overloaded` if too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalised(password), cost));
}

/** Checks a password against its hash; throws `Overloaded` if too many wait. */
export async function isPassword(given: {
  readonly hash: string;
  readonly password: string;
}): Promise<boolean> {
  // No stored password is longer.
  if (given.password.length > passwordMaxLength) return false;
  return inTurn(() => verify(given.hash, normalised(given.password)));
}

/**
 * Hashes or checks under the limit. It throws instead of refusing, because the identity library knows only exceptions.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = await passwordLimit(async () => ok(await work()));
  if (!done.ok) throw new Overloaded();
  return done.value;
}

/**
 * The normalised password, since keyboards compose the same letter differently. It is cut to a length that no password
 * exceeds.
 */
function normalised(password: string): string {
  return password.slice(0, passwordMaxLength).normalize('NFKC');
}
