/**
 * Handles a refusal that requires a bot check, after too many attempts, such as sign-ins, from this
 * network. The browser solves the check in idle time and repeats the API call with the solution
 * [SEC-7].
 */
import { botCheckHeader } from '@baari/contract/constants.ts';
import { ApiProblem } from '../problems/problem.ts';

type Solved = Readonly<Record<string, string>>;

/** Solves a challenge and returns the solution to send. */
export type Solver = (challenge: string) => Promise<string>;

/**
 * The most bot checks that are solved for one API call. While the first check is solved, attempts
 * of others may make the server require a harder check.
 */
const mostChecks = 2;

/**
 * Solves the bot check of the refusal `refused` and repeats the API call. Rejects with that refusal
 * if the check cannot be solved.
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
