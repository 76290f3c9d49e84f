/** Tests that the client in packages/client works in a browser, as on a hospital's own screen. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeApiKey } from '@baari/contract/keys/api-keys.ts';
import { machineEnvironment, root } from '../../../scripts/project.mjs';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { ask, makePatient, makePlace } from '../support/people.ts';

const runProgram = promisify(execFile);

/** The module on the page: approves a request, completes the visit and reads its events. */
const program = `
  import { BaariError, createClient } from './dist/client.js';
  window.work = async (key, id) => {
    const baari = createClient({ origin: location.origin, key });
    const { next } = await baari.listEvents();
    await baari.approveRequest({ id });
    await baari.completeConsultation({ id });
    const again = await baari.completeConsultation({ id }).catch((error) => error);
    const read = [again instanceof BaariError && again.code];
    for await (const { type } of baari.events({ after: next })) {
      read.push(type);
      if (type === 'place.completed') return read;
    }
  };
`;

test('the packed client approves a request, completes the visit and reads its events in Chromium [API-31]', async ({
  newBrowser,
  server,
  trouble,
}) => {
  trouble.allow(/^409 POST \/api\/v1\/queues\/[\w-]+\/complete$/u);
  const { origin } = server;
  const place = await makePlace(origin, 'Kadamba Hospital', 'Dr. Ila Sen');
  const body = { name: 'HIS screen', scopes: ['queue:read', 'queue:act', 'events:read'] } as const;
  const { key } = await call(place.admin, makeApiKey, {
    body: { ...body, scopes: [...body.scopes] },
  });
  const patient = await makePatient(origin, 'Rukmini Pal');
  const { id } = await ask(patient, place.doctor.id);
  const folder = await mkdtemp(join(tmpdir(), 'baari-client-'));
  try {
    const env = machineEnvironment();
    const client = join(root, 'packages/client');
    await runProgram('npm', ['pack', client, '--pack-destination', folder], { cwd: folder, env });
    await runProgram('sh', ['-c', 'tar -xzf *.tgz'], { cwd: folder });
    const page = await (await newBrowser()).newPage();
    await page.route('**/his/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      const [, file = ''] = pathname.split('/his/');
      if (file === 'program.js') {
        await route.fulfill({ body: program, contentType: 'text/javascript' });
      } else if (file.startsWith('dist/')) {
        const text = await readFile(join(folder, 'package', file), 'utf8');
        await route.fulfill({ body: text, contentType: 'text/javascript' });
      } else {
        const html = '<!doctype html><title>HIS</title><script type="module" src="program.js">';
        await route.fulfill({ body: `${html}</script>`, contentType: 'text/html' });
      }
    });
    await page.goto(`${origin}/his/`);
    await page.waitForFunction(() => 'work' in globalThis);
    const read = await page.evaluate(
      (given) => (globalThis as unknown as Work).work(given.key, given.id),
      { key, id },
    );
    expect(read[0]).toBe('illegal_transition');
    expect(read).toContain('place.approved');
    expect(read.at(-1)).toBe('place.completed');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

interface Work {
  readonly work: (key: string, id: string) => Promise<readonly (string | false)[]>;
}
