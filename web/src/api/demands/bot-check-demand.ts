/**
 * When others used up the attempts of a network, the server refuses a call with a bot check. The browser then solves it
 * in idle time and repeats the call with the solution [SEC-7].
 */
import { botCheckHeader } from '@baari/contract/constants.ts';
import { ApiProblem } from '../problems/problem.ts';

type Solved = Readonly<Record<string, string>>;

/** Solves a challenge and returns the solution to send. */
export type Solver = (challenge: string) => Promise<string>;

/**
 * Other callers may make the check harder meanwhile, so it is solved a second time before the
 * person sees the refusal.
 */
const mostChecks = 2;

/**
 * Solves the check of `refused` and repeats the call. Rejects with the refusal where the check
 * cannot be solved.
 */
export async function withBotCheck<Reply>(
  send: (solved: Solved) => Promise<Reply>,
  solve: Solver = solveInBackground,
  refused?: unknown,
): Promise<Reply> {
  let solved: Solved = {};
  let failure = refused;
  for (let checks = 0; ; checks += 1) {
    if (failure === undefined) {
      try {
        return await send(solved);
      } catch (problem) {
        failure = problem;
      }
    }
    if (!(failure instanceof ApiProblem) || failure.code !== 'bot_check_required') throw failure;
    const { botCheck } = failure;
    if (botCheck === undefined || checks === mostChecks) throw failure;
    const answer = await solve(botCheck).catch((cause: unknown) => {
      console.warn('The bot check of this call was not solved.', cause);
      return undefined;
    });
    if (answer === undefined) throw failure;
    solved = { [botCheckHeader]: answer };
    failure = undefined;
  }
}

async function solveInBackground(challenge: string): Promise<string> {
  const { answerBotCheck, readChallenge } = await import('./bot-check.ts');
  return answerBotCheck(readChallenge(challenge));
}
