/** Has OpenStack Swift on the machine for the tests of S3, or says that those against it are skipped. */
import { swiftIsMissing, swiftPackage } from '../server/src/testing/swift.ts';
import { canInstall, installPackage } from './debian.mjs';
import { secondsSince } from './project.mjs';

export async function ensureSwift(): Promise<void> {
  if (swiftIsMissing() !== false && canInstall()) await install();
  const missing = swiftIsMissing();
  if (missing !== false) console.warn(`Tests against a real S3 storage are skipped: ${missing}`);
}

async function install(): Promise<void> {
  console.log('Installing OpenStack Swift with apt-get (once, under a minute) …');
  const start = Date.now();
  const problem = await installPackage(swiftPackage);
  if (problem === undefined) console.log(`Installed it in ${secondsSince(start)} s.`);
  else console.warn(`apt-get could not install it:\n${problem}`);
}
