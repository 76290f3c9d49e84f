/**
 * A hospital's day of 24 hours in one hour: the server's clock and timers run 24 times as fast, and the bench watches
 * memory and descriptors. BAARI_SOAK_MINUTES shortens the run.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, median, quantile, readable, say } from '../figures.ts';
import { makeDoctors, makeHospital, settle } from '../setting/hospitals.ts';
import { employ, openPeople } from '../setting/people.ts';
import { type OpenStream, openStream, type Ward, work } from '../soak/hospital-work.ts';
import type { Holdings, Told } from '../soak/messages.ts';
import { type Part, pick, type Setting } from './part.ts';

const minutes = Number(process.env['BAARI_SOAK_MINUTES'] ?? 60);
const speed = 24;
const doctors = 30;
const patients = doctors * 6;
const staffStreams = 10;
/** One-off allocations happen in the first of these; the others are compared. */
const looks = 13;
/**
 * The server's clock advances in steps below a second. Larger steps would run its per-second work several times at one
 * moment, and its overload detection would report lag.
 */
const longestStepMs = 800;
const moveEveryMs = 25;
const weekSeconds = 7 * 86_400;

const soakedServer = new URL('../soak/soaked-server.main.ts', import.meta.url).href;

export const soak: Part = {
  name: 'soak',
  summary: `a hospital's day at ${speed} times its speed, ${minutes} minutes`,
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
  const { ward, streams } = await openWard(setting);
  const startedAt = Date.now();
  let aheadMs = 0;
  const tell = (tellHoldings: boolean) => {
    if (!tellHoldings) {
      aheadMs = Math.min((Date.now() - startedAt) * (speed - 1), aheadMs + longestStepMs);
    }
    const told: Told = { aheadMs, tellHoldings };
    stage.server.process.send(told);
  };
  const gone = new AbortController();
  stage.server.process.once('exit', () => gone.abort(new Error('The server has ended.')));
  const nextMessage = async (): Promise<unknown> =>
    (await once(stage.server.process, 'message', { signal: gone.signal })).at(0);
  const moving = moveOn(ward, nextMessage, () => tell(false));
  const working = work(ward);
  // Rejections are reported where they are awaited below; until then they must not end the bench.
  for (const each of [working, moving]) each.catch(() => undefined);
  const seen: Look[] = [];
  try {
    for (let look = 1; look <= looks; look += 1) {
      const at = startedAt + (minutes * 60_000 * look) / looks;
      await Promise.race([sleep(Math.max(0, at - Date.now())), endsTooEarly(working)]);
      seen.push(await lookAt(setting, ward, heardFrom(nextMessage), () => tell(true)));
      const hours = (Date.now() - startedAt + aheadMs) / 3_600_000;
      say(`  ${hours.toFixed(1)} hours: ${lineOf(pick(seen, look - 1))}`);
    }
  } finally {
    ward.isOn = false;
    await Promise.allSettled([working, moving]);
    for (const stream of streams) stream.close();
  }
  await Promise.all([working, moving]);
  await checkRecord(setting, ward);
  return [...figuresOf(seen), turnedAway(ward)];
}

/** Advances the server's clock step by step; each step waits until the timers of the step before have fired. */
async function moveOn(ward: Ward, answered: NextMessage, step: () => void): Promise<void> {
  while (ward.isOn) {
    const moved = answered();
    step();
    await moved;
    await sleep(moveEveryMs);
  }
}

/** Rejects when the server ends. */
type NextMessage = () => Promise<unknown>;

async function endsTooEarly(working: Promise<void>): Promise<never> {
  await working;
  throw new Error('The work ended before the day.');
}

async function openWard({
  stage,
  client,
}: Setting): Promise<{ ward: Ward; streams: OpenStream[] }> {
  const { pool, server, publicUrl } = stage;
  const hospitalId = await makeHospital(pool);
  const doctorIds = await makeDoctors(pool, [hospitalId], doctors);
  // The server's clock overtakes the time at which these rows were created.
  const makePeople = await openPeople(pool, publicUrl, { tokenSeconds: weekSeconds });
  const staff = await makePeople(staffStreams);
  await employ(pool, staff, hospitalId, 'hospital_admin');
  const free = await makePeople(patients);
  await settle(stage.superuser);
  const ward: Ward = {
    client,
    port: server.port,
    doctorIds,
    admin: pick(staff, 0),
    free,
    speed,
    chance: Math.random,
    took: [],
    isOn: true,
    visits: 0,
    turnedAway: 0,
  };
  return { ward, streams: staff.map((person) => openStream(server.port, person)) };
}

async function lookAt(
  { stage }: Setting,
  ward: Ward,
  holdings: Promise<Holdings>,
  ask: () => void,
): Promise<Look> {
  const took = ward.took.splice(0);
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

/** The next message with measurements; other messages report clock moves. */
async function heardFrom(nextMessage: NextMessage): Promise<Holdings> {
  for (;;) {
    const heard = await nextMessage();
    if (isHoldings(heard)) return heard.holdings;
  }
}

function isHoldings(heard: unknown): heard is { holdings: Holdings } {
  return typeof heard === 'object' && heard !== null && 'holdings' in heard;
}

function lineOf({
  visits,
  heapBytes,
  residentBytes,
  descriptors,
  storageBytes,
  p99,
}: Look): string {
  const [heap, resident, storage] = [heapBytes, residentBytes, storageBytes].map((bytes) =>
    readable(bytes / 1e6),
  );
  return `${visits} visits, heap ${heap} MB, resident ${resident} MB, ${descriptors} descriptors, storage ${storage} MB, p99 ${readable(p99)} ms`;
}

/** Everybody who came is on record, and nobody is left in a queue. */
async function checkRecord({ stage }: Setting, { visits }: Ward): Promise<void> {
  const { rows } = await stage.pool.query<{ ended: string; open: string }>(
    `select count(*) filter (where ended_at is not null) as ended,
      count(*) filter (where ended_at is null) as open from queue_entry`,
  );
  const [row] = rows;
  if (Number(row?.ended) === visits && Number(row?.open) === 0) return;
  throw new Error(`${visits} visits, but on record ${row?.ended} ended and ${row?.open} open.`);
}

function turnedAway({ turnedAway: value }: Ward): Figure {
  const name = 'calls turned away by a busy server, and asked again';
  return { name, unit: '', value, reference: undefined, against: 'none', aim: '' };
}

/** The last third of the samples beside the third after the first sample. */
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
    figure('heap after a collection', 'MB', ({ heapBytes }) => heapBytes / 1e6, 'at most 1.1'),
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
