/** Finds Chrome or Chromium for the browser tests, or installs Debian's. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstall, installPackage } from './debian.mjs';

/** Runs without a window, a quarter less work for the same pages; shows no notifications. */
const shell = 'chromium-headless-shell';
const browsers = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a full browser; throws an error with advice when there is none. */
export async function ensureChromium() {
  return given() ?? findBrowser() ?? (await installOnDebian());
}

/** The path of the headless shell, found or installed; else that of the full browser. */
export async function ensureShell() {
  const found = given() ?? findOnPath([shell]);
  if (found) return found;
  // Some releases of Debian lack it.
  if (canInstall()) await installPackage(shell);
  return findOnPath([shell]) ?? ensureChromium();
}

function given() {
  const path = process.env['CHROMIUM_PATH'];
  if (!path || existsSync(path)) return path;
  throw new Error(`CHROMIUM_PATH names ${path}, which does not exist.`);
}

function findBrowser() {
  return findOnPath(browsers) ?? places.find((path) => existsSync(path));
}

/**
 * @param {string[]} names
 */
function findOnPath(names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

async function installOnDebian() {
  if (!canInstall()) throw new Error(advice());
  console.log('Installing Chromium with apt-get (once, under a minute) …');
  const problem = await installPackage('chromium');
  const installed = findBrowser();
  if (problem === undefined && installed) return installed;
  throw new Error(`apt-get could not install Chromium:\n${problem ?? ''}\n${advice()}`);
}

function advice() {
  return (
    'No Chrome or Chromium was found for the browser tests. Install one (on Debian and Ubuntu: ' +
    'sudo apt-get install chromium) or name one in CHROMIUM_PATH.'
  );
}
