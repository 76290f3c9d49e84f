/**
 * `npm run test:e2e [file …]` runs only the component tests and the browser tests, on freshly built
 * pages. `--project=components` runs only the component tests, `--project=journeys*` only the
 * browser tests.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensurePlaygroundIsBuilt, ensureWebIsBuilt } from './build-web.mjs';
import { ensureChromium, ensureShell } from './chromium.mjs';
import { has, inModules, pinnedNode, root, run, toolEnvironment } from './project.mjs';

/**
 * Runs the component and browser tests. Resolves to Playwright's exit code. Throws if there is no
 * browser or the pages cannot be built.
 * @param {string[]} args
 * @param {Record<string, string>} [environment]
 */
export async function runBrowserTests(args, environment = {}) {
  if (!has('e2e/playwright.config.ts')) throw new Error('e2e/playwright.config.ts is missing.');
  const whole = await ensureChromium();
  const chromium = await ensureShell();
  const projects = args.filter((arg) => arg.startsWith('--project='));
  const isAsked = (/** @type {string} */ kind) =>
    projects.length === 0 || projects.some((project) => project.startsWith(`--project=${kind}`));
  if (isAsked('journeys')) await ensureWebIsBuilt();
  if (isAsked('components')) await ensurePlaygroundIsBuilt();
  const { code } = await run(pinnedNode, [inModules('@playwright/test/cli.js'), 'test', ...args], {
    cwd: join(root, 'e2e'),
    env: toolEnvironment({
      CHROMIUM_PATH: chromium,
      WHOLE_CHROMIUM_PATH: whole,
      ...environment,
    }),
  });
  return code;
}

/**
 * Runs a program of e2e/ that controls a browser without Playwright's test runner; resolves to the
 * program's exit code.
 * @param {string} program
 * @param {string[]} [args]
 * @param {Record<string, string>} [environment]
 */
export async function runInBrowser(program, args = [], environment = {}) {
  const chromium = await ensureChromium();
  await ensureWebIsBuilt();
  const { code } = await run(pinnedNode, [join(root, program), ...args], {
    env: toolEnvironment({ CHROMIUM_PATH: chromium, ...environment }),
  });
  return code;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    process.exitCode = await runBrowserTests(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
