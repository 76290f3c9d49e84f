/** Runs the independent program `age` of Debian's package, to check our encryption. */
import { spawnSync } from 'node:child_process';

export const agePackage = 'age';

/** False if `age` is installed; otherwise the reason for skipping a test. */
export function ageIsMissing(): string | false {
  const found = spawnSync('age', ['--version']).status === 0;
  return found ? false : 'the program age is not installed';
}
