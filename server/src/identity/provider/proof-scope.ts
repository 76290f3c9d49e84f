/**
 * The purpose of a call to the identity library, where it changes what the library does. Kept in async local
 * storage of that call, so that nothing from the client can set it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A passkey's answer, checked by the library. */
export interface PasskeyAnswered {
  readonly credentialId: string;
  readonly counter: number;
}

type Scope =
  | { readonly kind: 'owner-proved' }
  | { readonly kind: 'passkey-proof'; answered: PasskeyAnswered | undefined };

const scope = new AsyncLocalStorage<Scope>();

/** The library asks for a password before some changes; here the owner has just proved their identity. */
export function asProvedOwner<R>(work: () => Promise<R>): Promise<R> {
  return scope.run({ kind: 'owner-proved' }, work);
}

export function isOwnerProved(): boolean {
  return scope.getStore()?.kind === 'owner-proved';
}

/** Has the library check a passkey's answer without making a session; answers it, or undefined if it was wrong. */
export async function checkingPasskey(
  work: () => Promise<unknown>,
): Promise<PasskeyAnswered | undefined> {
  const asked: Scope = { kind: 'passkey-proof', answered: undefined };
  await scope.run(asked, work);
  return asked.answered;
}

/** Records the library's check of a passkey; false during a sign-in, which must continue. */
export function takePasskeyAnswer(answered: PasskeyAnswered): boolean {
  const asked = scope.getStore();
  if (asked?.kind !== 'passkey-proof') return false;
  asked.answered = answered;
  return true;
}
