/**
 * The purpose of a call to the identity library, if the library must behave differently for that
 * purpose. It is kept in the async local storage of the call, so that a client cannot set it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A passkey's answer that the identity library has checked. */
export interface PasskeyAnswered {
  readonly credentialId: string;
  readonly counter: number;
}

type Scope =
  | { readonly kind: 'owner-proved' }
  | { readonly kind: 'passkey-proof'; answered: PasskeyAnswered | undefined };

const scope = new AsyncLocalStorage<Scope>();

/**
 * Runs `work` as an owner who has just proved their identity. The identity library would otherwise
 * ask for a password before some changes.
 */
export function asProvedOwner<R>(work: () => Promise<R>): Promise<R> {
  return scope.run({ kind: 'owner-proved' }, work);
}

export function isOwnerProved(): boolean {
  return scope.getStore()?.kind === 'owner-proved';
}

/**
 * Has the identity library check a passkey's answer without making a session. Returns the passkey's
 * answer, or undefined if it was wrong.
 */
export async function checkingPasskey(
  work: () => Promise<unknown>,
): Promise<PasskeyAnswered | undefined> {
  const asked: Scope = { kind: 'passkey-proof', answered: undefined };
  await scope.run(asked, work);
  return asked.answered;
}

/**
 * Records as an identity proof that the identity library has checked a passkey. Returns false
 * during a sign-in, which must then continue.
 */
export function takePasskeyAnswer(answered: PasskeyAnswered): boolean {
  const asked = scope.getStore();
  if (asked?.kind !== 'passkey-proof') return false;
  asked.answered = answered;
  return true;
}
