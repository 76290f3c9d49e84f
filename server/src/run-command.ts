/** Runs operator commands that take no arguments. */
import { ConfigError } from './config.ts';

/**
 * Runs a command and prints its error as text. Exits with 2 if arguments were given, because
 * ignoring `--dry-run` would be dangerous, and with 1 if the command failed.
 */
export async function runCommand(name: string, work: () => Promise<void>): Promise<void> {
  const given = process.argv.slice(2);
  if (given.length > 0) {
    complain(`npm run ${name} takes no arguments, and nothing was done: ${given.join(' ')}`);
    process.exitCode = 2;
    return;
  }
  try {
    await work();
  } catch (error) {
    process.exitCode = 1;
    const problems = error instanceof ConfigError ? error.problems : [error];
    for (const problem of problems) complain(problem);
  }
}

function complain(problem: unknown): void {
  process.stderr.write(`${problem instanceof Error ? problem.stack : String(problem)}\n`);
}
