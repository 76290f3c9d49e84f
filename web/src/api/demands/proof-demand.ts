/**
 * Asks the account's owner to re-authenticate when the server requires this, for example before a
 * sign-in method is changed. Asks once for all waiting API calls and then repeats the calls.
 */
import { ApiProblem } from '../problems/problem.ts';

/** Asks the person to re-authenticate; resolves with true if the person did, else false. */
export type ProofAsker = () => Promise<boolean>;

let ask: ProofAsker | undefined;
let asking: Promise<boolean> | undefined;

/**
 * Registers the function that asks the person to re-authenticate; returns a function that
 * unregisters it.
 */
export function onProofDemand(asker: ProofAsker): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = undefined;
  };
}

/**
 * Sends an API call, and repeats it after re-authentication. Rejects with the refusal if nobody can
 * be asked or the person declines.
 */
export async function withProof<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  try {
    return await send();
  } catch (failure) {
    if (!isProofDemand(failure) || ask === undefined) throw failure;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    if (!(await asking)) throw failure;
    return send();
  }
}

function isProofDemand(failure: unknown): boolean {
  return failure instanceof ApiProblem && failure.code === 'proof_required';
}
