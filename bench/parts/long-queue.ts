/** Checks that a change costs the same in a long line: a line of 1,000 people beside one of 10. */
import { type Figure, median } from '../figures.ts';
import { type Client, entryIn, expectStatus } from '../setting/client.ts';
import { lineUp, makeDoctors, makeHospital, settle } from '../setting/hospitals.ts';
import { employ, type MakePeople, type Person } from '../setting/people.ts';
import { timeOf } from '../setting/rounds.ts';
import type { Pool } from '../setting/stage.ts';
import { openReader } from '../streams/reader-process.ts';
import { type Part, pick, type Setting } from './part.ts';

const longLength = 1000;
const shortLength = 10;
const openStreams = 200;
/**
 * The number of measured turns, after the warm-up turns. In each turn, the desk approves, moves up,
 * calls in and completes one patient in each line.
 */
const turns = 40;
const warmUpTurns = 5;
/**
 * The pause after a change in ms, longer than the change takes to reach all open pages of the line.
 */
const pauseMs = 30;

export const longQueue: Part = {
  name: 'long-queue',
  summary: `a change of a line of ${longLength} against one of ${shortLength}`,
  measure,
};

/**
 * A line of constant length: a completed patient requests a place again and is approved at the end
 * of the line.
 */
interface LongLine {
  readonly admin: Person;
  readonly doctorId: string;
  readonly waiting: { readonly person: Person; entry: string }[];
  outside: Person;
}

const actions = ['approve', 'move-up', 'start', 'complete'] as const;
type Times = Record<(typeof actions)[number], number[]>;

const titles = {
  approve: 'approve at the end',
  'move-up': 'move up in the middle',
  start: 'start the first',
  complete: 'complete',
} as const;

async function measure({ stage, client, makePeople }: Setting): Promise<Figure[]> {
  const { pool, server } = stage;
  const hospitalId = await makeHospital(pool);
  const [admin] = await makePeople(1);
  if (admin === undefined) throw new Error('No account was created.');
  await employ(pool, [admin], hospitalId, 'hospital_admin');
  const make = { pool, hospitalId, admin, makePeople };
  const [longDoctor = '', shortDoctor = ''] = await makeDoctors(pool, [hospitalId], 2);
  const long = await makeLine(make, longDoctor, longLength);
  const short = await makeLine(make, shortDoctor, shortLength);
  await settle(stage.superuser);

  const quiet = await measureTurns(client, long, short, noPause);
  const reader = openReader();
  try {
    // The patients whose pages are open: they are spread evenly over the line and still wait when
    // the measurement ends.
    const followers = long.waiting
      .slice(2 * (warmUpTurns + turns))
      .filter((_, index) => index % 4 === 0)
      .slice(0, openStreams);
    const { opened } = await reader.open(
      server.port,
      followers.map(({ person }) => ({ path: '/api/queues/realtime/events', token: person.token })),
    );
    if (opened !== openStreams) throw new Error(`${opened} of ${openStreams} streams opened.`);
    const apart = await measureTurns(client, long, short, pause);
    const atOnce = await measureTurns(client, long, short, noPause);
    return [
      ...figures(quiet, ''),
      ...figures(apart, `, ${openStreams} follow it live`),
      ...figures(atOnce, `, ${openStreams} follow it live, without a pause`),
    ];
  } finally {
    reader.close();
  }
}

interface MakeLine {
  readonly pool: Pool;
  readonly hospitalId: string;
  readonly admin: Person;
  readonly makePeople: MakePeople;
}

async function makeLine(
  { pool, hospitalId, admin, makePeople }: MakeLine,
  doctorId: string,
  length: number,
): Promise<LongLine> {
  const people = await makePeople(length);
  const entries = await lineUp(pool, { hospitalId, doctorId }, people);
  const [outside] = await makePeople(1);
  if (outside === undefined) throw new Error('No account was created.');
  const waiting = people.map((person, index) => ({ person, entry: pick(entries, index) }));
  return { admin, doctorId, waiting, outside };
}

async function measureTurns(
  client: Client,
  long: LongLine,
  short: LongLine,
  between: () => Promise<void>,
): Promise<{ long: Times; short: Times }> {
  const times = { long: noTimes(), short: noTimes() };
  for (let turn = 0; turn < warmUpTurns + turns; turn += 1) {
    const isWarm = turn >= warmUpTurns;
    await cycle(client, between, long, isWarm ? times.long : noTimes());
    // Without the pause, requests about one line would be measured while the server still sends the
    // other line's events.
    await pause();
    await cycle(client, between, short, isWarm ? times.short : noTimes());
    await pause();
  }
  return times;
}

function noTimes(): Times {
  return { approve: [], 'move-up': [], start: [], complete: [] };
}

function pause(): Promise<void> {
  return new Promise((passed) => {
    setTimeout(passed, pauseMs);
  });
}

function noPause(): Promise<void> {
  return Promise.resolve();
}

async function cycle(
  client: Client,
  between: () => Promise<void>,
  line: LongLine,
  times: Times,
): Promise<void> {
  const { admin, doctorId, waiting } = line;
  async function act(action: keyof Times, entry: string): Promise<void> {
    await between();
    const path = `/queues/${entry}/${action}`;
    const ms = await timeOf(async () =>
      expectStatus(await client.call('POST', path, admin.token, {}), 200),
    );
    times[action].push(ms);
  }
  const asked = await client.call('POST', '/queues/request', line.outside.token, { doctorId });
  const entry = entryIn(expectStatus(asked, 201).body);
  await act('approve', entry);
  waiting.push({ person: line.outside, entry });
  const middle = Math.floor(waiting.length / 2);
  const moved = pick(waiting, middle);
  await act('move-up', moved.entry);
  waiting.splice(middle, 1);
  waiting.splice(middle - 1, 0, moved);
  const first = pick(waiting, 0);
  await act('start', first.entry);
  await act('complete', first.entry);
  waiting.shift();
  line.outside = first.person;
}

function figures(times: { long: Times; short: Times }, situation: string): Figure[] {
  return actions.map((action) => ({
    name: `${titles[action]}, line of ${longLength}${situation}`,
    unit: 'ms',
    value: median(times.long[action]),
    reference: median(times.short[action]),
    against: `the same in a line of ${shortLength}`,
    aim: 'at most 2',
  }));
}
