/**
 * Installs Debian programs that some tests need. If that is not possible, reports that these tests
 * are skipped.
 */
import { readFileSync } from 'node:fs';
import { ageIsMissing, agePackage } from '../../server/src/testing/stand-ins/age.ts';
import {
  calendarsAreMissing,
  calendarsPackage,
} from '../../server/src/testing/stand-ins/calendars.ts';
import { swiftIsMissing, swiftPackage } from '../../server/src/testing/stand-ins/swift.ts';
import { canInstall, installPackage } from '../debian.mjs';
import { secondsSince } from '../project.mjs';

interface Program {
  readonly name: string;
  readonly debianPackage: string;
  /** The module that a test file imports if it needs this program. */
  readonly imports: string;
  readonly isMissing: () => string | false;
}

const programs: readonly Program[] = [
  {
    name: 'OpenStack Swift',
    debianPackage: swiftPackage,
    imports: 'testing/stand-ins/s3-services.ts',
    isMissing: swiftIsMissing,
  },
  {
    name: 'age',
    debianPackage: agePackage,
    imports: 'testing/stand-ins/age.ts',
    isMissing: ageIsMissing,
  },
  {
    name: 'vdirsyncer and khal',
    debianPackage: calendarsPackage,
    imports: 'testing/stand-ins/calendars.ts',
    isMissing: calendarsAreMissing,
  },
];

/** Installs the missing programs that these test files need, if the user has the permission. */
export async function ensurePrograms(files: readonly string[]): Promise<void> {
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  for (const program of programs) {
    if (texts.some((text) => text.includes(program.imports))) await ensure(program);
  }
}

async function ensure(program: Program): Promise<void> {
  if (program.isMissing() !== false && canInstall()) await install(program);
  const missing = program.isMissing();
  if (missing !== false) console.warn(`Tests against ${program.name} are skipped: ${missing}`);
}

async function install({ name, debianPackage }: Program): Promise<void> {
  console.log(`Installing ${name} with apt-get (once, under a minute) …`);
  const start = Date.now();
  const problem = await installPackage(debianPackage);
  if (problem === undefined) console.log(`Installed it in ${secondsSince(start)} s.`);
  else console.warn(`apt-get could not install it:\n${problem}`);
}
