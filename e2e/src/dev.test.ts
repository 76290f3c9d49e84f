/** Tests `npm run dev` in a copy of the checkout, whose files the test may change. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from './support/fixtures.ts';
import { demoPassword } from './support/people.ts';
import { freePort } from '../../server/src/testing/processes/free-port.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const workspaces = ['contract', 'server', 'web', 'e2e'];
const files = ['package.json', 'package-lock.json', 'tsconfig.base.json'];
const copied = [...workspaces, 'scripts', 'texts', ...files];
const notCopied = new Set(['node_modules', 'dist', '.cache', 'test-results']);
const startMs = 240_000;

let checkout = '';

test.beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'baari-dev-'));
  // If the test runs as root, the database runs as another user, who needs access to the folder.
  await chmod(checkout, 0o755);
  for (const name of copied) {
    await cp(join(root, name), join(checkout, name), {
      recursive: true,
      filter: (path) => !notCopied.has(basename(path)),
    });
  }
  await linkPackages('node_modules');
  await linkPackages('server/node_modules');
});
test.afterEach(async () => {
  // Hooks run for a skipped test too.
  if (checkout !== '') await rm(checkout, { recursive: true, force: true });
});

/**
 * Links the installed packages into the folder. Baari's own workspaces are not linked, because the
 * folder has copies of them.
 */
async function linkPackages(folder: string): Promise<void> {
  await mkdir(join(checkout, folder), { recursive: true });
  for (const name of await readdir(join(root, folder))) {
    if (name === '@baari') continue;
    await symlink(join(root, folder, name), join(checkout, folder, name));
  }
  if (folder !== 'node_modules') return;
  await mkdir(join(checkout, folder, '@baari'));
  for (const name of workspaces) {
    await symlink(`../../${name}`, join(checkout, folder, '@baari', name));
  }
}

async function change(path: string, from: string, to: string): Promise<void> {
  const file = join(checkout, path);
  const text = await readFile(file, 'utf8');
  expect(text, path).toContain(from);
  await writeFile(file, text.replace(from, to));
}

/** Starts `npm run dev` and waits until the pages and the server answer. */
async function startWork(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PORT: String(port),
      DATA_DIR: join(checkout, 'data'),
      LOG_LEVEL: 'warn',
    },
  });
  let said = '';
  const listen = (chunk: Buffer) => {
    said += chunk.toString();
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  await expect
    .poll(() => `${child.exitCode ?? ''}${said}`, { timeout: startMs })
    .toMatch(/Working on Baari[\s\S]*Baari is ready|Baari is ready[\s\S]*Working on Baari/u);
  return child;
}

test('a developer starts all parts of Baari at one address, signs in, sees each code change, and stops all parts with Ctrl-C [WORK-3]', async ({
  browser,
}) => {
  test.setTimeout(900_000);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const work = await startWork(port);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    // The server may be restarting at this moment because its texts were rebuilt, so the test
    // retries.
    await expect(async () => {
      await page.goto(`${origin}/login`);
      await page.getByLabel('Email').fill('patient@baari.example');
      await page.getByLabel('Password', { exact: true }).fill(demoPassword);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/patient\/dashboard/u, { timeout: 15_000 });
    }).toPass({ timeout: startMs });

    await page.goto(`${origin}/about`);
    const foot = page.getByRole('contentinfo');
    await expect(foot).toContainText('Your turn, without the waiting room.');
    await change('texts/en/common.json', 'Your turn, without', 'Next, please, without');
    await expect(foot).toContainText('Next, please, without the waiting room.', {
      timeout: startMs,
    });

    const health = async () => (await fetch(`${origin}/api/health`)).text();
    await expect.poll(health, { timeout: startMs }).toContain('"status":"ok"');
    await change('server/src/site/health.routes.ts', "status: 'ok'", "status: 'very well'");
    await expect.poll(health, { timeout: startMs }).toContain('"status":"very well"');
    await change('server/src/site/health.routes.ts', "'very well'", "'not closed");
    await expect.poll(health, { timeout: startMs }).not.toContain('"status":"very well"');
    await change('server/src/site/health.routes.ts', "'not closed", "'well again'");
    await expect.poll(health, { timeout: startMs }).toContain('"status":"well again"');
    await page.reload();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
  } finally {
    await context.close();
    const ended = once(work, 'exit');
    work.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  }
  await expect(fetch(origin)).rejects.toThrow();
  expect(existsSync(join(checkout, 'data/postgres/postmaster.pid'))).toBe(false);
});
