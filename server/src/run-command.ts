/** Runs operator commands that take no arguments, or one known word. */
import { ConfigError } from './config.ts';

/**
 * Runs a command and prints its error as text. `work` receives whether the word was given. Exits
 * with 2 if anything else was given, because ignoring `--dry-run` would be dangerous, and with 1 if
 * the command failed.
 */
export async function runCommand(
  name: string,
  work: (isWordGiven: boolean) => Promise<void>,
  word?: string,
): Promise<void> {
  const given = process.argv.slice(2);
  const isWordGiven = given.length === 1 && given[0] === word;
  if (given.length > 0 && !isWordGiven) {
    const taken = word === undefined ? 'no arguments' : `only the word "${word}"`;
    complain(`npm run ${name} takes ${taken}, and nothing was done: ${given.join(' ')}`);
    process.exitCode = 2;
    return;
  }
  try {
    await work(isWordGiven);
  } catch (error) {
    process.exitCode = 1;
    const problems = error instanceof ConfigError ? error.problems : [error];
    for (const problem of problems) complain(problem);
  }
}

function complain(problem: unknown): void {
  process.stderr.write(`${problem instanceof Error ? problem.stack : String(problem)}\n`);
}
