/**
 * What changes who can get into an account is refused until its owner has shown who they are: that is
 * asked here, once for all that wait for it, and the call is made again.
 */
import { ApiProblem } from './problem.ts';

/** Whether the owner has shown it. */
export type ProofAsker = () => Promise<boolean>;

let ask: ProofAsker | undefined;
let asking: Promise<boolean> | undefined;

/** Who asks from now on; returns what ends that. */
export function onProofDemand(asker: ProofAsker): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = undefined;
  };
}

/** Rejects as before where nobody can be asked, or who is asked does not answer. */
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
