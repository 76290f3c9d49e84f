/**
 * What a call to the identity library is made for, where that changes what the library does: known
 * within that one call of this process, so that nothing a client sends can bring it about.
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

/** The library asks again for a password before some changes; here its owner has just shown who they are. */
export function asProvedOwner<R>(work: () => Promise<R>): Promise<R> {
  return scope.run({ kind: 'owner-proved' }, work);
}

export function isOwnerProved(): boolean {
  return scope.getStore()?.kind === 'owner-proved';
}

/** Has a passkey's answer checked, and nothing made of it: what it was, undefined if it was not right. */
export async function checkingPasskey(
  work: () => Promise<unknown>,
): Promise<PasskeyAnswered | undefined> {
  const asked: Scope = { kind: 'passkey-proof', answered: undefined };
  await scope.run(asked, work);
  return asked.answered;
}

/** Takes the answer down; false where a sign-in is under way, which is to go on. */
export function takePasskeyAnswer(answered: PasskeyAnswered): boolean {
  const asked = scope.getStore();
  if (asked?.kind !== 'passkey-proof') return false;
  asked.answered = answered;
  return true;
}
