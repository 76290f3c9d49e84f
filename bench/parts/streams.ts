/**
 * Measures many live streams in one process; the reference is a bare `node:http` server with as
 * many streams.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Figure, median, quantile, say } from '../figures.ts';
import { type Client, expectStatus } from '../setting/client.ts';
import { makeDoctors, makeHospitals, settle } from '../setting/hospitals.ts';
import { employ, type Person } from '../setting/people.ts';
import type { Recorder } from '../setting/recording.ts';
import { type Recipe, replay } from '../setting/replay.ts';
import { interleaved, timeOf } from '../setting/rounds.ts';
import { type Pool, stopProcess } from '../setting/stage.ts';
import { microseconds, type Publication, type StreamRequest } from '../streams/messages.ts';
import { openReader, type Reader, type Receipts } from '../streams/reader-process.ts';
import { type Part, pick, type Setting } from './part.ts';
import { freePort } from '../../server/src/testing/processes/free-port.ts';

const allStreams = 10_000;
const topicStreams = 30;
/**
 * The number of streams opened before memory is first measured, so that one-off costs are not
 * counted.
 */
const firstStreams = 100;
const topicRounds = 60;
const allRounds = 9;

const memoryReporter = new URL('../streams/memory.ts', import.meta.url).href;
const memoryFlags = ['--expose-gc', `--import=${memoryReporter}`];
const eventText = 'doctor_updated';
const eventsPath = '/api/queues/realtime/events';

export const streams: Part = {
  name: 'streams',
  summary: `${allStreams.toLocaleString('en')} live streams in one process`,
  options: { flags: memoryFlags },
  measure,
};

/** A server with open event streams: either the real server or the bare reference server. */
interface Side {
  readonly process: ChildProcess;
  readonly reader: Reader;
  readonly open: (streams: readonly StreamRequest[]) => Promise<void>;
  /** Publishes the event to a topic; returns the time of publication. */
  readonly publish: (topic: Topic) => Promise<number>;
}

/**
 * `few`: events of a hospital that 30 members of its staff receive. `all`: events of another
 * hospital that all other streams receive.
 */
type Topic = 'few' | 'all';

interface Hospital {
  readonly id: string;
  readonly doctorId: string;
  readonly admin: Person;
}

async function measure(setting: Setting): Promise<Figure[]> {
  const { stage, client, recorder, makePeople } = setting;
  const { pool } = stage;
  const hospitals = await makeTwoHospitals(setting);
  const staff = await makePeople(topicStreams);
  await employ(pool, staff, hospitals.few.id, 'receptionist');
  const patients = await makePeople(allStreams);
  await settle(stage.superuser);

  const readers = [openReader(), openReader()] as const;
  const bareServer = await startBareServer();
  try {
    const ours: Side = {
      process: stage.server.process,
      reader: readers[0],
      open: (requests) => openAll(readers[0], stage.server.port, requests),
      publish: (topic) => publishOurs(pool, hospitals[topic]),
    };
    let frames = '';
    const bare: Side = {
      process: bareServer.process,
      reader: readers[1],
      open: (requests) => openAll(readers[1], bareServer.port, requests),
      publish: async (topic) => {
        const at = microseconds();
        await publishBare(bareServer.process, { topic, frames });
        return at;
      },
    };
    const memory = await openStreams(ours, bare, hospitals, staff, patients);
    const statusRecipe = await recordStatus(recorder, hospitals.few);
    // These changes write real events. From here on both servers publish copies of them.
    await changeStatus(client, hospitals.all, 'busy');
    await changeStatus(client, hospitals.few, 'busy');
    const { sample } = await ours.reader.receiptsOf(eventText, topicStreams, async () => {
      await ours.publish('few');
    });
    frames = framesIn(sample);

    const few = await interleaved(topicRounds, {
      ours: () => latencies(ours, 'few', topicStreams),
      bare: () => latencies(bare, 'few', topicStreams),
    });
    const all = await interleaved(allRounds, {
      ours: () => latencies(ours, 'all', allStreams),
      bare: () => latencies(bare, 'all', allStreams),
    });
    const change = await interleaved(topicRounds, {
      ours: async () => {
        const status = await nextStatus(pool, hospitals.few);
        return latencyOf(ours, topicStreams, async () => {
          const at = microseconds();
          await changeStatus(client, hospitals.few, status);
          return at;
        });
      },
      bare: () =>
        latencyOf(bare, topicStreams, async () => {
          const at = microseconds();
          await replay(pool, statusRecipe, { key: crypto.randomUUID() });
          await bare.publish('few');
          return at;
        }),
    });
    return [
      {
        name: `memory a stream, ${allStreams} open`,
        unit: 'kB',
        value: memory.ours / 1000,
        reference: memory.bare / 1000,
        against: 'bare node:http holding as many',
        aim: '',
      },
      ...receiptFigures(`event to ${topicStreams} of ${allStreams}`, few),
      ...receiptFigures(`event to all ${allStreams}`, all),
      {
        ...pick(receiptFigures(`status change over HTTP to ${topicStreams}`, change), 0),
        against: 'its statements bare, then bare node:http',
      },
    ];
  } finally {
    for (const reader of readers) reader.close();
    await stopProcess(bareServer.process);
  }
}

async function makeTwoHospitals({
  stage,
  makePeople,
}: Setting): Promise<Readonly<Record<Topic, Hospital>>> {
  const ids = await makeHospitals(stage.pool, 2);
  const doctors = await makeDoctors(stage.pool, ids, 1);
  const admins = await makePeople(2);
  async function hospital(index: number): Promise<Hospital> {
    const id = pick(ids, index);
    const admin = pick(admins, index);
    await employ(stage.pool, [admin], id, 'hospital_admin');
    return { id, doctorId: pick(doctors, index), admin };
  }
  return { few: await hospital(0), all: await hospital(1) };
}

async function openStreams(
  ours: Side,
  bare: Side,
  hospitals: Readonly<Record<Topic, Hospital>>,
  staff: readonly Person[],
  patients: readonly Person[],
): Promise<{ ours: number; bare: number }> {
  const watching = `${eventsPath}?hospitalId=${hospitals.all.id}`;
  const onOurs = patients.map(({ token }) => ({ path: watching, token }));
  const onBare = patients.map(() => ({ path: '/events?topic=all', token: undefined }));
  await ours.open(staff.map(({ token }) => ({ path: eventsPath, token })));
  await bare.open(staff.map(() => ({ path: '/events?topic=few', token: undefined })));
  async function open(side: Side, requests: readonly StreamRequest[]): Promise<number> {
    await side.open(requests.slice(0, firstStreams));
    const before = await memoryOf(side.process);
    await side.open(requests.slice(firstStreams));
    const after = await memoryOf(side.process);
    return (after - before) / (requests.length - firstStreams);
  }
  let memory = { ours: 0, bare: 0 };
  const oursMs = await timeOf(async () => {
    memory = { ...memory, ours: await open(ours, onOurs) };
  });
  const bareMs = await timeOf(async () => {
    memory = { ...memory, bare: await open(bare, onBare) };
  });
  const seconds = [oursMs, bareMs].map((ms) => (ms / 1000).toFixed(1));
  say(
    `  opened ${patients.length + staff.length} streams in ${seconds[0]} s, bare ${seconds[1]} s`,
  );
  return memory;
}

async function openAll(
  reader: Reader,
  port: number,
  requests: readonly StreamRequest[],
): Promise<void> {
  const { opened, failure } = await reader.open(port, requests);
  if (opened === requests.length) return;
  throw new Error(
    `Only ${opened} of ${requests.length} streams opened (${failure ?? ''}); see \`ulimit -n\`.`,
  );
}

async function memoryOf(server: ChildProcess): Promise<number> {
  const answered = once(server, 'message');
  server.send('memory');
  const answer: unknown = (await answered).at(0);
  if (typeof answer !== 'object' || answer === null || !('residentBytes' in answer)) {
    throw new Error('The server did not report its memory.');
  }
  return Number(answer.residentBytes);
}

/**
 * Writes a copy of the latest event to the database, as another server process would. Returns the
 * time of the commit, from which the latency is measured.
 */
async function publishOurs(pool: Pool, { id }: Hospital): Promise<number> {
  await pool.query(
    `insert into event (type, at, hospital_id, doctor_id, entry_id, account_id, body)
    select type, now(), hospital_id, doctor_id, entry_id, account_id, body from event
    where hospital_id = $1 order by transaction_id desc, id desc limit 1`,
    [id],
  );
  const at = microseconds();
  await pool.query('notify baari_event');
  return at;
}

function publishBare(server: ChildProcess, publication: Publication): Promise<void> {
  return new Promise((sent, failed) => {
    server.send(publication, (error) => (error === null ? sent() : failed(error)));
  });
}

async function startBareServer(): Promise<{ process: ChildProcess; port: number }> {
  const port = await freePort();
  const child = fork(
    fileURLToPath(new URL('../streams/bare-server.ts', import.meta.url)),
    [String(port)],
    { execArgv: memoryFlags },
  );
  await once(child, 'message');
  return { process: child, port };
}

async function recordStatus(recorder: Recorder, { admin, doctorId }: Hospital): Promise<Recipe> {
  const path = `/hospital/doctors/${doctorId}/status`;
  const call = await recorder.call('PUT', path, admin.token, { status: 'offline' });
  expectStatus(call, 200);
  return call.recipe({});
}

type Status = 'available' | 'busy';

async function changeStatus(client: Client, hospital: Hospital, status: Status): Promise<void> {
  const path = `/hospital/doctors/${hospital.doctorId}/status`;
  expectStatus(await client.call('PUT', path, hospital.admin.token, { status }), 200);
}

/**
 * Returns a status that the doctor does not have, because setting the same status changes nothing.
 */
async function nextStatus(pool: Pool, { doctorId }: Hospital): Promise<Status> {
  const { rows } = await pool.query<{ status: string }>('select status from doctor where id = $1', [
    doctorId,
  ]);
  return rows[0]?.status === 'Busy' ? 'available' : 'busy';
}

/** The event text that a stream received, without the sizes of HTTP chunks. */
function framesIn(sample: string): string {
  const frames = /(?:id: |data: )[^]*\n\n/u.exec(sample)?.[0];
  if (frames === undefined) throw new Error(`Not a frame: ${sample}`);
  return frames;
}

interface Latency {
  readonly p50: number;
  readonly p99: number;
}

function latencies(side: Side, topic: Topic, receipts: number): Promise<Latency> {
  return latencyOf(side, receipts, () => side.publish(topic));
}

async function latencyOf(
  side: Side,
  receipts: number,
  cause: () => Promise<number>,
): Promise<Latency> {
  let at = 0;
  const received: Receipts = await side.reader.receiptsOf(eventText, receipts, async () => {
    at = await cause();
  });
  if (received.times.length !== receipts) {
    throw new Error(`${received.times.length} of ${receipts} streams received the event.`);
  }
  const ms = received.times.map((time) => (time - at) / 1000);
  return { p50: quantile(ms, 0.5), p99: quantile(ms, 0.99) };
}

function receiptFigures(
  name: string,
  results: { readonly ours: readonly Latency[]; readonly bare: readonly Latency[] },
): Figure[] {
  return (['p50', 'p99'] as const).map((share) => ({
    name: `${name}, publish to receipt, ${share}`,
    unit: 'ms',
    value: median(results.ours.map((latency) => latency[share])),
    reference: median(results.bare.map((latency) => latency[share])),
    against: 'bare node:http writing the same bytes',
    aim: '',
  }));
}
