/**
 * Measures the latency of health checks and of a visit during an attack, compared with a quiet run
 * [SEC-16, KEEP-4, KEEP-5].
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ticketPath } from '@baari/contract/visit/arrival.ts';
import { ceilings, openFilesLimit } from '../../server/src/platform/http/connections.ts';
import { fillTables } from '../../server/src/testing/measuring/fill-tables.ts';
import { type Figure, quantile } from '../figures.ts';
import { type Client, expectStatus, openClient } from '../setting/client.ts';
import { makeHospital, settle } from '../setting/hospitals.ts';
import { employ } from '../setting/people.ts';
import { makeScene as makeReports, print } from './documents.ts';
import { type Desk, makeDesks, visitOverHttp } from '../setting/desks.ts';
import { type Part, pick, type Setting } from './part.ts';

const rounds = 3;
const roundMs = 5000;
const pauseMs = 5;
/**
 * The server's request limits per second for one IP address and for one person. The benchmark
 * normally switches these limits off.
 */
const perSecondOfAddress = 100;
const perSecondOfPerson = 10;
const pendingRows = 20_000;

export const overload: Part = {
  name: 'overload',
  summary: 'health and a visit while headers, documents, half requests and long lists attack',
  measure,
};

type Attack = (isOver: () => boolean) => Promise<void>;

interface Scene {
  readonly port: number;
  readonly watcher: Client;
  readonly desk: Desk;
}

async function measure(setting: Setting): Promise<Figure[]> {
  const { stage, makePeople } = setting;
  const { port } = stage.server;
  const desk = pick(await makeDesks(stage.pool, makePeople, 1), 0);
  const reports = await makeReports(setting);
  const crowd = openClient(port, 20);
  const longList = await fillLongList(setting);
  await settle(stage.superuser);
  const held = ceilings(openFilesLimit(), {}).perAddress;
  const scene: Scene = { port, watcher: openClient(port, 1), desk };
  const attacks: readonly (readonly [string, Attack])[] = [
    ['hostile headers', (isOver) => sendHeaders(port, isOver)],
    ['ten long reports', (isOver) => print(reports, crowd, isOver)],
    [`${held} half requests`, (isOver) => holdHalf(port, held, isOver)],
    [`a list of ${pendingRows}`, (isOver) => readList(longList, crowd, isOver)],
  ];
  const figures: Figure[] = [];
  for (const [name, attack] of attacks) figures.push(...(await compare(scene, name, attack)));
  for (const client of [crowd, scene.watcher, reports.watcher]) client.close();
  return figures;
}

/**
 * Sends HTTP requests at a fixed rate without waiting for each response. Waits for all responses at
 * the end.
 */
async function paced(
  perSecond: number,
  isOver: () => boolean,
  ask: (turn: number) => Promise<void>,
): Promise<void> {
  const asked: Promise<void>[] = [];
  for (let turn = 0; !isOver(); turn += 1) {
    asked.push(ask(turn));
    await sleep(1000 / perSecond);
  }
  await Promise.all(asked);
}

/**
 * Headers that once took quadratic time to parse, some within the server's length limit and one
 * longer. Each header has the expected response status.
 */
const hostileHeaders: readonly (readonly [string, number])[] = [
  [`accept-language: en${' '.repeat(7000)}x`, 404],
  [`accept-language: en${' '.repeat(15_000)}x`, 431],
  [`accept-language: ${'hi;q=0,'.repeat(140)}x`, 404],
  [`x-file-name: ${'.a'.repeat(3500)}-`, 404],
];

function sendHeaders(port: number, isOver: () => boolean): Promise<void> {
  return paced(perSecondOfAddress, isOver, async (turn) => {
    const [header, expected] = pick(hostileHeaders, turn % hostileHeaders.length);
    const socket = await opened(port);
    let heard = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard += text;
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const head = `GET ${ticketPath}${'x'.repeat(32)} HTTP/1.1\r\nhost: baari.test\r\n`;
    socket.write(`${head}connection: close\r\n${header}\r\n\r\n`);
    await closed;
    const statusLine = heard.slice(0, 'HTTP/1.1 404'.length);
    // The server may answer 503 when overloaded. The measured health checks show whether other
    // clients also got 503.
    if (![`HTTP/1.1 ${expected}`, 'HTTP/1.1 503'].includes(statusLine)) {
      throw new Error(`A hostile header was answered ${JSON.stringify(heard.slice(0, 200))}.`);
    }
  });
}

/**
 * Opens as many half-sent requests as one IP address may have connections. Replaces each connection
 * that the server closes.
 */
async function holdHalf(port: number, count: number, isOver: () => boolean): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (!isOver()) {
        const socket = await opened(port);
        const closed = new Promise((resolve) => socket.once('close', resolve));
        socket.resume();
        socket.write('POST /api/identity/sign-in/email HTTP/1.1\r\nhost: baari.test\r\nx-slow: ');
        while (!isOver() && !socket.closed) await Promise.race([closed, sleep(100)]);
        socket.destroy();
        await closed;
      }
    }),
  );
}

async function opened(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  // The socket reports an error if the server closes the connection while the benchmark writes; the
  // error is ignored.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

interface LongList {
  readonly hospitalId: string;
  readonly admin: string;
}

async function fillLongList({ stage, makePeople }: Setting): Promise<LongList> {
  const hospitalId = await makeHospital(stage.pool);
  const [admin, patient] = await makePeople(2);
  if (admin === undefined || patient === undefined) throw new Error('No account was created.');
  await employ(stage.pool, [admin], hospitalId, 'hospital_admin');
  const client = await stage.pool.connect();
  try {
    const wanted = { visits: 100, pending: pendingRows, waiting: 100, doctors: 20 };
    await fillTables(client, { hospitalId, accountId: patient.userId }, wanted);
  } finally {
    client.release();
  }
  return { hospitalId, admin: admin.token };
}

function readList(
  { hospitalId, admin }: LongList,
  crowd: Client,
  isOver: () => boolean,
): Promise<void> {
  return paced(perSecondOfPerson, isOver, async () => {
    const path = `/hospitals/${hospitalId}/queues/pending`;
    const { status } = await crowd.call('GET', path, admin);
    if (status !== 200 && status !== 503) throw new Error(`The list was answered ${status}.`);
  });
}

interface Times {
  readonly health: number[];
  readonly visit: number[];
}

async function compare(scene: Scene, name: string, attack: Attack): Promise<Figure[]> {
  const quiet: Times = { health: [], visit: [] };
  const busy: Times = { health: [], visit: [] };
  for (let round = 0; round < rounds; round += 1) {
    await watch(scene, quiet);
    let isOver = false;
    const going = attack(() => isOver);
    try {
      // If the simulated attack on the server fails, its error ends the measurement.
      await Promise.race([watch(scene, busy), going]);
    } finally {
      isOver = true;
      await going;
    }
  }
  return [
    figure(`health, 99 of 100: ${name}`, busy.health, quiet.health),
    figure(`a visit, 99 of 100: ${name}`, busy.visit, quiet.visit),
  ];
}

/**
 * Measures how many milliseconds health checks and requests of the desk take during one round. The
 * requests are sent one after the other.
 */
async function watch({ watcher, desk }: Scene, times: Times): Promise<void> {
  const end = performance.now() + roundMs;
  while (performance.now() < end) {
    times.health.push(
      await timed(async () => {
        expectStatus(await watcher.call('GET', '/health'), 200);
      }),
    );
    times.visit.push(await timed(() => visitOverHttp(watcher, desk)));
    await sleep(pauseMs);
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function figure(name: string, busy: readonly number[], quiet: readonly number[]): Figure {
  return {
    name,
    unit: 'ms',
    value: quantile(busy, 0.99),
    reference: quantile(quiet, 0.99),
    against: `the same in quiet (${quiet.length} calls)`,
    aim: 'at most 3',
  };
}
