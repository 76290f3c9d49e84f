/**
 * Runs a simulated hospital under a mixed load while time passes 24 times as fast, also for the
 * server's clock and timers. The benchmark watches memory, file descriptors and what slow requests
 * wait for. BAARI_SOAK_MINUTES sets the duration.
 */
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillTables } from '../../server/src/testing/measuring/fill-tables.ts';
import { type Figure, median, quantile, readable, say } from '../figures.ts';
import { openClient } from '../setting/client.ts';
import { lineUp, makeDoctors, makeHospital, makeHospitals, settle } from '../setting/hospitals.ts';
import { employ, type MakePeople, openPeople } from '../setting/people.ts';
import { type CallTimes, makeCallTimes } from '../soak/call-times.ts';
import { type OpenStream, openStream, type Ward, work } from '../soak/hospital-work.ts';
import { type Mix, mixIn } from '../soak/mixed-work.ts';
import type { Holdings, Memory, SoakOrder } from '../soak/messages.ts';
import { type Part, pick, type Setting } from './part.ts';

const minutes = Number(process.env['BAARI_SOAK_MINUTES'] ?? 20);
const speed = 24;
const doctors = 30;
const patients = doctors * 6;
const staffStreams = 10;
/**
 * The number of HTTP connections of the benchmark. There are enough connections that requests do
 * not wait for each other, as with one browser per person.
 */
const connections = 64;
const otherHospitals = 2000;
const pastVisits = 20_000;
const readers = 10;
const watchers = 300;
/** The most resident memory that the server process may use, in megabytes. */
const residentMb = 450;
/**
 * The number of times that the benchmark samples the server's resources. The first sample still
 * includes one-off allocations, so only the later samples are compared.
 */
const looks = 13;
/**
 * The longest step in which the server's clock advances, in ms. Longer steps would run work that is
 * due every second several times at once, and the overload detection would report a delay.
 */
const longestStepMs = 800;
const moveEveryMs = 25;
const weekSeconds = 7 * 86_400;

const soakedServer = new URL('../soak/soaked-server.main.ts', import.meta.url).href;

export const soak: Part = {
  name: 'soak',
  summary: `a mixed load and a hospital's day at ${speed} times its speed, ${minutes} minutes`,
  options: { flags: ['--expose-gc', `--import=${soakedServer}`] },
  isLong: true,
  measure,
};

interface Look extends Holdings {
  readonly visits: number;
  readonly connections: number;
  readonly storageBytes: number;
  readonly p50: number;
  readonly p99: number;
}

async function measure(setting: Setting): Promise<Figure[]> {
  const { stage } = setting;
  const client = openClient(stage.server.port, connections);
  const times = makeCallTimes();
  const { ward, mix, streams } = await openWard(setting, client, times);
  const startedAt = Date.now();
  let aheadMs = 0;
  const sendOrder = (asksHoldings: boolean, collect = false) => {
    if (!asksHoldings) {
      aheadMs = Math.min((Date.now() - startedAt) * (speed - 1), aheadMs + longestStepMs);
    }
    const order: SoakOrder = { aheadMs, asksHoldings, collect };
    stage.server.process.send(order);
  };
  const gone = new AbortController();
  stage.server.process.once('exit', () => gone.abort(new Error('The server has ended.')));
  const nextMessage = async (): Promise<unknown> =>
    (await once(stage.server.process, 'message', { signal: gone.signal })).at(0);
  const moving = moveOn(ward, nextMessage, () => sendOrder(false));
  const working = Promise.all([work(ward), mixIn(mix)]);
  // Rejections are handled where the promises are awaited below. Until then an unhandled rejection
  // must not end the benchmark.
  for (const each of [working, moving]) each.catch(() => undefined);
  const seen: Look[] = [];
  try {
    for (let look = 1; look <= looks; look += 1) {
      const at = startedAt + (minutes * 60_000 * look) / looks;
      await Promise.race([sleep(Math.max(0, at - Date.now())), endsTooEarly(working)]);
      const holdings = heardFrom(nextMessage);
      seen.push(await lookAt(setting, ward, holdings, () => sendOrder(true, isCompared(look))));
      const hours = (Date.now() - startedAt + aheadMs) / 3_600_000;
      say(`  ${hours.toFixed(1)} hours: ${lineOf(pick(seen, look - 1))}`);
    }
  } finally {
    ward.isOn = false;
    await Promise.allSettled([working, moving]);
    for (const stream of streams) stream.close();
    client.close();
    const last = seen.at(-1);
    if (last !== undefined) say(`\nAt its highest: ${memoryOf(last.peak)}`);
    say(
      `\nMilliseconds by kind of call, and what the slowest waited for on average:\n${times.table()}`,
    );
  }
  await Promise.all([working, moving]);
  await checkRecord(setting, ward);
  return [...figuresOf(seen), ...times.figures(), peakOf(seen), turnedAway(ward)];
}

/**
 * Whether garbage is collected before a sample, so that the sample can be compared with others.
 * Samples in the middle third skip the collection, because it hides how high memory rises.
 */
function isCompared(look: number): boolean {
  const third = (looks - 1) / 3;
  return look <= 1 + third || look > looks - third;
}

/**
 * Advances the server's clock step by step. Each step begins only when the timers of the step
 * before have run.
 */
async function moveOn(ward: Ward, answered: NextMessage, step: () => void): Promise<void> {
  while (ward.isOn) {
    const moved = answered();
    step();
    await moved;
    await sleep(moveEveryMs);
  }
}

/** Waits for the next message from the server process; rejects if the process ends. */
type NextMessage = () => Promise<unknown>;

async function endsTooEarly(working: Promise<unknown>): Promise<never> {
  await working;
  throw new Error('The work ended before the day.');
}

interface Opened {
  readonly ward: Ward;
  readonly mix: Mix;
  readonly streams: OpenStream[];
}

async function openWard(
  { stage }: Setting,
  client: Ward['client'],
  times: CallTimes,
): Promise<Opened> {
  const { pool, server, publicUrl } = stage;
  const hospitalId = await makeHospital(pool);
  const doctorIds = await makeDoctors(pool, [hospitalId], doctors);
  // The tokens are valid for a week, because the server's clock runs ahead of the time at which
  // they are made.
  const makePeople = await openPeople(pool, publicUrl, { tokenSeconds: weekSeconds });
  const staff = await makePeople(staffStreams);
  await employ(pool, staff, hospitalId, 'hospital_admin');
  const free = await makePeople(patients);
  const ward: Ward = {
    client,
    port: server.port,
    doctorIds,
    admin: pick(staff, 0),
    free,
    speed,
    chance: Math.random,
    times,
    isOn: true,
    visits: 0,
    turnedAway: 0,
  };
  const mix = await openMix(stage, ward, makePeople);
  await settle(stage.superuser);
  const streams = [...staff, ...mix.watchers].map((person) => openStream(server.port, person));
  return { ward, mix, streams };
}

/** Opens other hospitals, one of them with years of visits, for the mixed load. */
async function openMix(
  { pool, superuser }: Setting['stage'],
  ward: Ward,
  makePeople: MakePeople,
): Promise<Mix> {
  const { client, times, port } = ward;
  const hospitalId = pick(await makeHospitals(pool, otherHospitals), 0);
  const admin = pick(await makePeople(1), 0);
  await employ(pool, [admin], hospitalId, 'hospital_admin');
  const patientsOf = await makePeople(readers);
  // Filling the tables is not measured. On a loaded machine, a part of it takes longer than the
  // server's statement timeout.
  await superuser.query('set statement_timeout = 0');
  await fillTables(
    superuser,
    { hospitalId, accountId: pick(patientsOf, 0).userId },
    { visits: pastVisits, pending: 200, waiting: 0, doctors: 10 },
  );
  const doctorId = pick(await makeDoctors(pool, [hospitalId], 1), 0);
  await lineUp(pool, { hospitalId, doctorId }, patientsOf);
  return {
    client,
    times,
    port,
    hospitalId,
    admin,
    doctorId,
    readers: patientsOf,
    watchers: await makePeople(watchers),
    isOn: () => ward.isOn,
    turnedAway: () => {
      ward.turnedAway += 1;
    },
  };
}

async function lookAt(
  { stage }: Setting,
  ward: Ward,
  holdings: Promise<Holdings>,
  ask: () => void,
): Promise<Look> {
  const took = ward.times.takeRecent();
  ask();
  const { rows } = await stage.pool.query<{ storage: string; connections: string }>(
    `select pg_database_size(current_database()) as storage,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections`,
  );
  const [row] = rows;
  return {
    ...(await holdings),
    visits: ward.visits,
    storageBytes: Number(row?.storage),
    connections: Number(row?.connections),
    p50: median(took),
    p99: quantile(took, 0.99),
  };
}

/**
 * Waits for the server's next message that contains measurements. Other messages only confirm that
 * the clock advanced.
 */
async function heardFrom(nextMessage: NextMessage): Promise<Holdings> {
  for (;;) {
    const heard = await nextMessage();
    if (isHoldings(heard)) return heard.holdings;
  }
}

function isHoldings(heard: unknown): heard is { holdings: Holdings } {
  return typeof heard === 'object' && heard !== null && 'holdings' in heard;
}

function lineOf(look: Look): string {
  return [
    `${look.visits} visits`,
    memoryOf(look),
    `${look.descriptors} descriptors`,
    `storage ${megabytes(look.storageBytes)}`,
    `p99 ${readable(look.p99)} ms`,
    `load of the machine ${readable(loadavg()[0] ?? 0)} on ${availableParallelism()} cores`,
    `loop ${Math.round(look.loopBusy * 100)} % busy, its delay p99 ${readable(look.loopP99)} and at most ${readable(look.loopMax)} ms`,
  ].join(', ');
}

/** Formats the resident memory of the server process and its parts as text. */
function memoryOf(memory: Memory): string {
  const { residentBytes, fileBytes, heapTotalBytes, externalBytes, workerBytes } = memory;
  const other = residentBytes - fileBytes - heapTotalBytes - externalBytes - workerBytes;
  return `resident ${megabytes(residentBytes)} (programs ${megabytes(fileBytes)}, heap ${megabytes(memory.heapBytes)} of ${megabytes(heapTotalBytes)}, buffers ${megabytes(externalBytes)}, ${memory.workers} worker threads ${megabytes(workerBytes)}, other ${megabytes(other)})`;
}

function megabytes(bytes: number): string {
  return `${readable(bytes / 1e6)} MB`;
}

/** Checks that every visit is on record, and that nobody is left in a queue. */
async function checkRecord({ stage }: Setting, { visits, doctorIds }: Ward): Promise<void> {
  const { rows } = await stage.pool.query<{ ended: string; open: string }>(
    `select count(*) filter (where ended_at is not null) as ended,
      count(*) filter (where ended_at is null) as open
      from queue_entry where doctor_id = any($1::uuid[])`,
    [doctorIds],
  );
  const [row] = rows;
  if (Number(row?.ended) === visits && Number(row?.open) === 0) return;
  throw new Error(`${visits} visits, but on record ${row?.ended} ended and ${row?.open} open.`);
}

function peakOf(seen: readonly Look[]): Figure {
  return {
    name: 'resident memory, peak',
    unit: 'MB',
    value: Math.max(...seen.map(({ peakBytes }) => peakBytes)) / 1e6,
    reference: residentMb,
    against: 'the bound',
    aim: 'at most 1',
  };
}

function turnedAway({ turnedAway: value }: Ward): Figure {
  const name = 'calls turned away by a busy server, and asked again';
  return { name, unit: '', value, reference: undefined, against: 'none', aim: '' };
}

/**
 * Compares the last third of the samples with the first third. The very first sample is left out.
 */
function figuresOf(seen: readonly Look[]): Figure[] {
  const third = (looks - 1) / 3;
  const [early, late] = [seen.slice(1, 1 + third), seen.slice(-third)];
  const figure = (name: string, unit: string, of: (look: Look) => number, aim: string): Figure => ({
    name,
    unit,
    value: median(late.map(of)),
    reference: median(early.map(of)),
    against: 'the same early in the run',
    aim,
  });
  return [
    figure(
      'heap after a collection',
      'MB',
      (look) => (look.heapBytes + look.externalBytes) / 1e6,
      'at most 1.1',
    ),
    figure('resident memory', 'MB', ({ residentBytes }) => residentBytes / 1e6, 'at most 1.2'),
    figure('open descriptors', '', ({ descriptors }) => descriptors, 'about 1'),
    figure('database connections', '', ({ connections }) => connections, 'about 1'),
    {
      name: 'storage a visit',
      unit: 'kB',
      value: storageAVisit(late),
      reference: storageAVisit(early),
      against: 'the same early in the run',
      aim: 'at most 1.5',
    },
    figure('a call, p50', 'ms', ({ p50 }) => p50, 'about 1'),
    figure('a call, p99', 'ms', ({ p99 }) => p99, 'about 1'),
  ];
}

function storageAVisit(part: readonly Look[]): number {
  const [first, last] = [pick(part, 0), pick(part, part.length - 1)];
  return (last.storageBytes - first.storageBytes) / 1000 / (last.visits - first.visits);
}
