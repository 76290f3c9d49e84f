/** Tests of the client in packages/client, packed and installed as a hospital installs it. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Scope } from '@baari/contract/keys/scopes.ts';
import {
  checkout,
  installClient,
  machineEnvironment as env,
} from '../testing/stand-ins/installed-client.ts';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePerson, makeTown, type Town } from '../testing/test-people.ts';

const runProgram = promisify(execFile);

let app: TestApp;
let town: Town;
/** A folder outside the checkout, in which the packed client is installed. */
let scratch: string;
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  scratch = await installClient();
});
after(() => app.close());

async function makeKey(...scopes: Scope[]): Promise<{ readonly id: string; readonly key: string }> {
  const body = { name: 'HIS bridge', scopes };
  const { apiKey, key } = await get(app, town.admin, 'makeApiKey', { body });
  return { id: apiKey.id, key };
}

async function request(): Promise<string> {
  const body = { doctorId: town.doctorId };
  return (await get(app, await makePerson(app), 'requestPlace', { body })).queue.id;
}

let programs = 0;

/** Writes a program that has the client as `baari`. Its arguments are `given`. */
async function write(code: string): Promise<string> {
  programs += 1;
  const file = join(scratch, `program-${programs}.mjs`);
  const head = `import { BaariError, createClient } from '@baari/client';
    const [origin, key, ...given] = process.argv.slice(2);
    const baari = createClient({ origin, key });\n`;
  await writeFile(file, `${head}${code}`);
  return file;
}

/** Runs a program on the machine's own Node and returns what it printed. */
async function run(code: string, origin: string, ...given: string[]): Promise<string> {
  const file = await write(code);
  const { stdout } = await runProgram('node', [file, origin, ...given], { env, cwd: scratch });
  return stdout;
}

test('the packed client, installed outside the checkout, approves a request and completes the visit on the machine’s own Node [API-31]', async () => {
  const id = await request();
  const { key } = await makeKey('queue:read', 'queue:act');
  const printed = await run(
    `const [id] = given;
     await baari.approveRequest({ id });
     const { queue } = await baari.completeConsultation({ id, body: { notes: 'Done.' } });
     console.log(process.version, queue.status);`,
    app.origin(),
    key,
    id,
  );
  assert.match(printed, /^v\d+\.\d+\.\d+ completed$/mu);
  const { queue } = await get(app, town.admin, 'getEntry', { id });
  assert.equal(queue.status, 'completed');
});

test('a refused call throws an error with code, status and details, and is sent once [API-31, ERR-1]', async () => {
  const { key } = await makeKey('queue:read');
  const printed = await run(
    `const failed = async (call) => {
       const error = await call.then(() => undefined, (failure) => failure);
       console.log(error instanceof BaariError, error.status, error.code, JSON.stringify(error.details));
     };
     await failed(baari.approveRequest({ id: given[0] }));
     await failed(baari.getDoctorQueue({ id: given[0] }));
     await failed(baari.getMoveEffect({ id: given[0], query: { position: -1 } }));
     await failed(createClient({ origin, key: 'no key' }).getOwnHospital());`,
    app.origin(),
    key,
    town.hospitalId,
  );
  const [scope, missing, field, garbled] = printed.split('\n');
  assert.equal(scope, 'true 403 not_in_scope "queue:act"');
  assert.match(missing ?? '', /^true 404 not_found "The hospital of this API key/u);
  assert.match(field ?? '', /^true 400 invalid_request \[\{"param":"position"/u);
  assert.match(garbled ?? '', /^true 401 key_not_valid/u);
});

/** A proxy in front of the server, which may answer or cut a request itself. */
async function proxy(
  t: TestContext,
  meddle: (request: IncomingMessage, response: ServerResponse, count: number) => boolean,
): Promise<string> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    if (meddle(request, response, count)) return;
    const { method = 'GET', url = '' } = request;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = chunks.length === 0 ? null : Buffer.concat(chunks);
      const headers = Object.entries(request.headers).filter(
        ([name]) => !['connection', 'host', 'content-length'].includes(name),
      ) as [string, string][];
      fetch(`${app.origin()}${url}`, { method, headers, body }).then(
        async (answer) => {
          const text = await answer.text();
          if (meddle(request, response, -count)) return;
          response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
        },
        (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${address.port}`;
}

test('a write is repeated with one Idempotency-Key after 429, 503 and a lost answer, waits as Retry-After says, and has one effect [API-31, INV-7]', async (t) => {
  const id = await request();
  const { key } = await makeKey('queue:read', 'queue:act');
  const sent: { readonly key: unknown; readonly at: number }[] = [];
  const origin = await proxy(t, ({ headers }, response, count) => {
    if (count > 0) sent.push({ key: headers['idempotency-key'], at: performance.now() });
    if (count === 1) response.writeHead(429, { 'retry-after': '2' }).end('{}');
    else if (count === 2) response.writeHead(503, { 'retry-after': '0' }).end('busy');
    // The server has approved the request, and the answer is lost.
    else if (count === -3) response.destroy();
    else return false;
    return true;
  });
  const code = `console.log((await baari.approveRequest({ id: given[0] })).queue.status);`;
  assert.equal(await run(code, origin, key, id), 'waiting\n');
  assert.equal(sent.length, 4);
  assert.equal(new Set(sent.map((each) => each.key)).size, 1);
  assert.match(String(sent[0]?.key), /^[0-9a-f]{32}$/u);
  const [first, second, third] = sent.map(({ at }) => at);
  assert.ok((second ?? 0) - (first ?? 0) >= 1990, 'two seconds as the first answer says');
  assert.ok((third ?? 0) - (second ?? 0) < 900, 'at once as the second answer says');
  const { queue } = await get(app, town.admin, 'getEntry', { id });
  assert.equal(queue.status, 'waiting');
  await get(app, town.admin, 'removeEntry', { id });
});

test('a client gives up after its repetitions with the last refusal, and ends at once when its signal is aborted [API-31]', async (t) => {
  const { key } = await makeKey('lines:read');
  let count = 0;
  const origin = await proxy(t, (_request, response) => {
    count += 1;
    response.writeHead(503, { 'retry-after': count > 3 ? '60' : '0' }).end('busy');
    return true;
  });
  const printed = await run(
    `const failed = (call) => call.then(() => undefined, (failure) => failure);
     const twice = createClient({ origin, key, retries: 2 });
     console.log((await failed(twice.getOwnHospital())).code);
     const start = performance.now();
     const aborted = await failed(baari.getOwnHospital({ signal: AbortSignal.timeout(300) }));
     console.log(aborted.name, performance.now() - start < 5000);`,
    origin,
    key,
  );
  assert.equal(printed, 'http_503\nTimeoutError true\n');
  assert.equal(count, 4);
});

test('a program follows the events by long poll, outlives a lost connection, and after it is killed goes on from its cursor without a loss [API-31, API-29]', async (t) => {
  const { key } = await makeKey('queue:read', 'queue:act', 'events:read');
  let isCut = false;
  const origin = await proxy(t, (request, response, count) => {
    const isPoll = request.url?.includes('wait=25') === true;
    if (count < 0 || !isPoll || isCut) return false;
    isCut = true;
    response.destroy();
    return true;
  });
  const file = await write(
    `const [after] = given;
     if (after === undefined) console.log('from', (await baari.listEvents()).next);
     const events = baari.events({ after: after ?? (await baari.listEvents()).next });
     for await (const { type, cursor, data } of events) console.log(type, cursor, data.subject.id);`,
  );
  const printed: string[] = [];
  /** Runs the program until it has printed this many lines more. */
  async function follow(lines: number, meanwhile: () => Promise<unknown>, ...given: string[]) {
    const child = spawn('node', [file, origin, key, ...given], { env, cwd: scratch });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part: Buffer) => {
        text += part.toString();
      });
    }
    const printedThis = async (what: () => boolean) => {
      for (let tries = 0; tries < 600 && !what(); tries += 1) await sleep(50);
      assert.ok(what(), text);
    };
    await printedThis(() => given.length > 0 || text.includes('from'));
    await meanwhile();
    await printedThis(() => text.split('\n').length > lines);
    child.kill('SIGKILL');
    await once(child, 'exit');
    printed.push(...text.trim().split('\n'));
  }
  let id = '';
  await follow(3, async () => {
    id = await request();
    await get(app, town.admin, 'approveRequest', { id });
  });
  const cursor = printed.at(-1)?.split(' ')[1] ?? '';
  await get(app, town.admin, 'startConsultation', { id });
  await get(app, town.admin, 'completeConsultation', { id, body: {} });
  await follow(2, () => Promise.resolve(), cursor);
  assert.ok(isCut);
  assert.deepEqual(
    printed.slice(1).map((line) => line.split(' ').filter((_, at) => at !== 1)),
    [
      ['place.requested', id],
      ['place.approved', id],
      ['place.called', id],
      ['place.completed', id],
    ],
  );
});

test('TypeScript knows what each call takes and answers from the packed types alone, in Node and in a browser’s project [API-31]', async () => {
  const sample = `
import { BaariError, type Client, createClient, type Entry, type RefusalCode } from '@baari/client';
const baari: Client = createClient({ origin: 'https://baari.example', key: 'baari_a_…' });
export async function work(id: string): Promise<RefusalCode | string | undefined> {
  const { queue }: { queue: readonly Entry[] } = await baari.getDoctorQueue({ id });
  const [first] = queue;
  const token: string | null | undefined = first?.token;
  // @ts-expect-error a key without patients:read gets no patient
  const name: string | undefined = first?.patient.name;
  // @ts-expect-error the id is missing
  await baari.approveRequest();
  // @ts-expect-error no such reason
  await baari.closeEntry({ id, body: { reason: 'rain' } });
  // @ts-expect-error no such call
  await baari.deleteHospital();
  for await (const event of baari.events({ types: ['place.approved'] })) {
    if (event.type === 'place.approved') return event.cursor;
  }
  try {
    await baari.completeConsultation({ id, idempotencyKey: token ?? '' });
  } catch (error) {
    if (error instanceof BaariError && error.code === 'consultation_running') return name;
  }
  return undefined;
}
`;
  await writeFile(join(scratch, 'sample.ts'), sample);
  const projects = [
    { module: 'nodenext', lib: ['es2022', 'dom'] },
    { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'] },
  ];
  for (const options of projects) {
    const compilerOptions = { ...options, strict: true, noEmit: true, types: [], target: 'es2022' };
    const config = { compilerOptions, include: ['sample.ts'] };
    await writeFile(join(scratch, 'tsconfig.json'), JSON.stringify(config));
    const compiler = [join(checkout, 'node_modules/typescript/bin/tsc'), '-p', scratch];
    const { stdout } = await runProgram('node', compiler, { cwd: scratch, env });
    assert.equal(stdout, '');
  }
});
