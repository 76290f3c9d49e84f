/** The program `age`, which others encrypt and decrypt with: of Debian's package of that name. */
import { spawnSync } from 'node:child_process';

export const agePackage = 'age';

/** False where it is there; else why a test is skipped. */
export function ageIsMissing(): string | false {
  const found = spawnSync('age', ['--version']).status === 0;
  return found ? false : 'the program age is not installed';
}
