/** Tests `npm run start:google`: the demonstration with a mock Google provider. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../support/fixtures.ts';
import { makeDataDir } from '../support/server.ts';
import { freePort } from '../../../server/src/testing/processes/free-port.ts';

const program = fileURLToPath(new URL('../support/start-google.main.ts', import.meta.url));
const startMs = 90_000;

function start(settings: Readonly<Record<string, string>>): {
  child: ChildProcess;
  said: () => string;
} {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', LOG_LEVEL: 'warn', ...settings },
  });
  let said = '';
  const listen = (chunk: Buffer) => {
    said += chunk.toString();
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  return { child, said: () => said };
}

test('the demonstration offers Google sign-in on a test page that says that it is not Google [LOGIN-2]', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const port = await freePort();
  const dataDir = makeDataDir();
  const { child, said } = start({ PORT: String(port), DATA_DIR: dataDir });
  const context = await browser.newContext();
  try {
    await expect
      .poll(() => `${child.exitCode ?? ''}${said()}`, { timeout: startMs })
      .toContain('Baari is ready');
    const page = await context.newPage();
    await page.goto(`http://localhost:${port}/login`);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Continue with Google' }).click(),
    ]);
    await expect(popup.getByText('This page stands in for Google on this machine.')).toBeVisible();
    await popup.getByRole('button', { name: 'Continue as Isha Nair' }).click();
    await expect(page).toHaveURL(/\/patient\/dashboard$/u);
  } finally {
    await context.close();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('the demonstration of Google sign-in does not start on an installation with real users [LOGIN-2, SEC-9]', async () => {
  for (const settings of [
    { DATABASE_URL: 'postgresql://baari@db.example/baari' },
    { PUBLIC_URL: 'https://baari.example' },
    { DEMO: '0' },
  ]) {
    const { child, said } = start({ PORT: '3000', ...settings });
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(78);
    expect(said()).toContain('anybody could sign in here without a password');
  }
});
