/**
 * Passwords as Argon2id, with OWASP's parameters: 19 MiB, two passes, one lane. A gate stands before
 * it: a hundred who sign in at once take turns, and neither the memory nor the threads that files and
 * addresses are read with are theirs alone [SEC-16].
 */
import { availableParallelism } from 'node:os';
import { passwordMaxLength } from '@baari/contract/constants.ts';
import { hash, verify } from '@node-rs/argon2';
import { makeGate, Overloaded } from '../../platform/threads/gate.ts';
import { ok } from '../../platform/result.ts';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The event loop and the database want a core too, and files one of the four threads for such work. */
export const passwordsAtOnce = Math.max(1, Math.min(3, availableParallelism() - 1));
/** A hospital's staff at the beginning of a shift. */
export const passwordsWaiting = 200;

/** In front of every hash of this process. */
export const passwordGate = makeGate({
  atOnce: passwordsAtOnce,
  waiting: passwordsWaiting,
  waitMs: 5000,
});

/** Throws `Overloaded` where too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalised(password), cost));
}

/** Throws `Overloaded` where too many wait. */
export async function isPassword(given: {
  readonly hash: string;
  readonly password: string;
}): Promise<boolean> {
  // None was ever set that is longer.
  if (given.password.length > passwordMaxLength) return false;
  return inTurn(() => verify(given.hash, normalised(given.password)));
}

/** An exception and not a refusal: the identity library calls these and knows no other way out. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = await passwordGate(async () => ok(await work()));
  if (!done.ok) throw new Overloaded();
  return done.value;
}

/** Keyboards differ in how they compose the same letter. Longer ones are hashed for nobody's account. */
function normalised(password: string): string {
  return password.slice(0, passwordMaxLength).normalize('NFKC');
}
