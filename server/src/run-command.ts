/** Commands of whoever runs the installation that take nothing but the environment. */
import { ConfigError } from './config.ts';

/**
 * Runs one, and says in words what stands against it: it ends with 2 where something was typed behind it, lest
 * `--dry-run` be taken for nothing and all be done, and with 1 where it failed.
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
