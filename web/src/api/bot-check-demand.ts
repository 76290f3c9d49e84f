/**
 * Where others used up the tries of a network, a call is refused with a check: the browser solves it,
 * between other work, and the same call is made again with the answer [SEC-7].
 */
import { botCheckHeader } from '@baari/contract/constants.ts';
import { ApiProblem } from './problem.ts';

type Solved = Readonly<Record<string, string>>;

/** Turns a challenge into what lets the call through. */
export type Solver = (challenge: string) => Promise<string>;

/** What others do meanwhile makes the check harder: it is solved once more, and then the person is told. */
const mostChecks = 2;

/** `refused`: how the call was refused already. Rejects with the refusal where the check cannot be solved. */
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
