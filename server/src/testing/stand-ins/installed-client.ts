/** A hospital's own system: packs the client of packages/client and installs it outside the checkout. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeTestFolder } from '../test-postgres.ts';

const runProgram = promisify(execFile);

export const checkout = fileURLToPath(new URL('../../../..', import.meta.url));

const path = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((each) => !each.startsWith(checkout));
/** The environment in which `node` is the machine's own, not the one of this project. */
export const machineEnvironment = { ...process.env, PATH: path.join(delimiter) };

/** Returns a new folder in which programs can import the packed client. */
export async function installClient(): Promise<string> {
  const folder = makeTestFolder();
  const at = { cwd: folder, env: machineEnvironment };
  const pack = ['pack', join(checkout, 'packages/client'), '--pack-destination', folder, '--json'];
  const { stdout } = await runProgram('npm', pack, at);
  const name = /"filename": "(?<name>[^"]+)"/u.exec(stdout)?.groups?.['name'] ?? '';
  await writeFile(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  const install = ['install', '--offline', '--no-audit', '--no-fund', join(folder, name)];
  await runProgram('npm', install, at);
  return folder;
}
