/** Finds a Chrome or Chromium for the browser tests, or installs Debian's. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './project.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of the browser; throws, saying what to do, when there is none. */
export async function ensureChromium() {
  const given = process.env['CHROMIUM_PATH'];
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`);
  }
  return findInstalled() ?? (await installOnDebian());
}

function findInstalled() {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...places].find((path) => existsSync(path));
}

async function installOnDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(advice());
  console.log('Installing Chromium with apt-get (once, under a minute) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, isQuiet: true });
  const args = ['install', '-y', '-qq', '--no-install-recommends', 'chromium'];
  const { code, output } = await run('apt-get', args, { env, isQuiet: true });
  const installed = findInstalled();
  if (code === 0 && installed) return installed;
  throw new Error(`apt-get could not install Chromium:\n${output.trim()}\n${advice()}`);
}

function advice() {
  return (
    'No Chrome or Chromium was found for the browser tests. Install one (on Debian and Ubuntu: ' +
    'sudo apt-get install chromium) or name one in CHROMIUM_PATH.'
  );
}
