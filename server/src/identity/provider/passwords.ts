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
 * How many passwords are hashed at once. The event loop and the database also need a processor
 * core, and file access needs one of the four threads of the pool.
 */
export const passwordsAtOnce = Math.max(1, Math.min(3, availableParallelism() - 1));
/**
 * How many callers may wait for a password hash. It is enough for a hospital's staff at the
 * beginning of a shift.
 */
export const passwordsWaiting = 200;

/** The concurrency limit for all password hashes of this process. */
export const passwordLimit = makeConcurrencyLimit({
  atOnce: passwordsAtOnce,
  waiting: passwordsWaiting,
  waitMs: 5000,
});

/** Hashes a password. Throws `Overloaded` if too many callers wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalised(password), cost));
}

/** Checks a password against its hash. Throws `Overloaded` if too many callers wait. */
export async function isPassword(given: {
  readonly hash: string;
  readonly password: string;
}): Promise<boolean> {
  // No stored password is longer than this, so a longer password is wrong.
  if (given.password.length > passwordMaxLength) return false;
  return inTurn(() => verify(given.hash, normalised(given.password)));
}

/**
 * Hashes or checks a password under the concurrency limit. It throws instead of returning a
 * refusal, because the identity library handles only exceptions.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = await passwordLimit(async () => ok(await work()));
  if (!done.ok) throw new Overloaded();
  return done.value;
}

/**
 * Normalises a password, because keyboards compose the same letter in different ways. Cuts it to a
 * length that no valid password exceeds.
 */
function normalised(password: string): string {
  return password.slice(0, passwordMaxLength).normalize('NFKC');
}
