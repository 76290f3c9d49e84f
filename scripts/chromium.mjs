/** Finds Chrome or Chromium for the browser tests, or installs Debian's package. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstall, installPackage } from './debian.mjs';

/**
 * The name of the browser that runs without a window. It needs a quarter less processor time for
 * the same pages, but cannot show notifications.
 */
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

/** Returns the path of a full browser. Throws an error with advice if there is none. */
export async function ensureChromium() {
  return given() ?? findBrowser() ?? (await installOnDebian());
}

/**
 * Returns the path of the browser that runs without a window, and installs this browser if
 * possible. Otherwise returns the path of the full browser.
 */
export async function ensureShell() {
  const found = given() ?? findOnPath([shell]);
  if (found) return found;
  // Some releases of Debian lack the package of the browser without a window.
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
