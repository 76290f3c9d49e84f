/** Finds a Chrome or Chromium for the browser tests, or installs Debian's. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstall, installPackage } from './debian.mjs';

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
  if (!canInstall()) throw new Error(advice());
  console.log('Installing Chromium with apt-get (once, under a minute) …');
  const problem = await installPackage('chromium');
  const installed = findInstalled();
  if (problem === undefined && installed) return installed;
  throw new Error(`apt-get could not install Chromium:\n${problem ?? ''}\n${advice()}`);
}

function advice() {
  return (
    'No Chrome or Chromium was found for the browser tests. Install one (on Debian and Ubuntu: ' +
    'sudo apt-get install chromium) or name one in CHROMIUM_PATH.'
  );
}
