/**
 * Simulates a working hospital for the long-running load test: patients come to each doctor, are
 * approved, called and seen, and leave.
 */
import { get as httpGet, type ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, entryIn, expectStatus } from '../setting/client.ts';
import type { Person } from '../setting/people.ts';
import type { CallTimes } from './call-times.ts';

export interface Ward {
  readonly client: Client;
  readonly port: number;
  readonly doctorIds: readonly string[];
  readonly admin: Person;
  /** The patients who are in no queue. */
  readonly free: Person[];
  /** How many times faster than real time the hospital's time runs. */
  readonly speed: number;
  readonly chance: () => number;
  readonly times: CallTimes;
  isOn: boolean;
  visits: number;
  /** How many requests the server refused because it was overloaded. */
  turnedAway: number;
}

interface Guest {
  readonly person: Person;
  readonly entryId: string;
  readonly stream: OpenStream;
}

/**
 * The average time with the doctor in ms of simulated time. Actual values are half to twice as
 * long.
 */
const consultationMs = 12 * 60_000;
/** How many patients wait for each doctor. */
const lineLength = 4;

/**
 * Simulates visits until the load test ends. The visits of one doctor run one after the other.
 * Rejects when the server refuses a request.
 */
export async function work(ward: Ward): Promise<void> {
  await Promise.all(ward.doctorIds.map((doctorId) => workAt(ward, doctorId)));
}

async function workAt(ward: Ward, doctorId: string): Promise<void> {
  const { admin } = ward;
  const line: Guest[] = [];
  // The doctors begin at different times.
  await sleep((consultationMs / ward.speed) * ward.chance());
  while (ward.isOn) {
    while (line.length < lineLength) {
      const guest = await comeIn(ward, doctorId);
      if (guest === undefined) break;
      line.push(guest);
    }
    const next = line.shift();
    if (next === undefined) {
      await sleep(200);
      continue;
    }
    const luck = ward.chance();
    if (luck < 0.05) await timed(ward, 'DELETE', `/queues/${next.entryId}/leave`, next.person);
    else await consult(ward, next, luck);
    goHome(ward, next);
    await timed(ward, 'GET', `/hospital/doctors/${doctorId}/queue?includeCompleted=true`, admin);
    const last = line.at(-1);
    if (last !== undefined) {
      await timed(ward, 'GET', '/queues/current', last.person);
      if (luck > 0.7) await last.stream.cutAndComeBack();
    }
  }
  for (const guest of line) {
    await timed(ward, 'DELETE', `/queues/${guest.entryId}/leave`, guest.person);
    goHome(ward, guest);
  }
}

async function comeIn(ward: Ward, doctorId: string): Promise<Guest | undefined> {
  const person = ward.free.shift();
  if (person === undefined) return undefined;
  const body = { doctorId, symptoms: 'Fever since yesterday', urgency: 'medium' };
  const asked = await timedAnswer(ward, 'POST', '/queues/request', person, body);
  if (asked.status === 409) {
    // A new day has begun in simulated time, and the doctor's status is not Available yet.
    ward.free.push(person);
    const path = `/hospital/doctors/${doctorId}/status`;
    await timed(ward, 'PUT', path, ward.admin, { status: 'available' });
    return undefined;
  }
  const entryId = entryIn(expectStatus(asked, 201).body);
  const stream = openStream(ward.port, person);
  await timed(ward, 'POST', `/queues/${entryId}/approve`, ward.admin, {});
  return { person, entryId, stream };
}

async function consult(ward: Ward, { entryId }: Guest, luck: number): Promise<void> {
  const { admin } = ward;
  if (luck < 0.1) {
    await timed(ward, 'PUT', `/queues/${entryId}`, admin, { status: 'no_show' });
    return;
  }
  await timed(ward, 'POST', `/queues/${entryId}/start`, admin, {});
  await sleep((consultationMs / ward.speed) * (0.5 + ward.chance()));
  await timed(ward, 'POST', `/queues/${entryId}/complete`, admin, { notes: 'Rest for a week.' });
}

function goHome(ward: Ward, { person, stream }: Guest): void {
  stream.close();
  ward.free.push(person);
  ward.visits += 1;
}

async function timed(
  ward: Ward,
  method: string,
  path: string,
  { token }: Person,
  body?: object,
): Promise<void> {
  expectStatus(await timedAnswer(ward, method, path, { token }, body), 200);
}

async function timedAnswer(
  ward: Ward,
  method: string,
  path: string,
  { token }: Pick<Person, 'token'>,
  body?: object,
) {
  for (;;) {
    const start = performance.now();
    const answer = await ward.client.call(method, path, token, body);
    ward.times.add(kindOf(method, path), performance.now() - start, answer);
    if (answer.status !== 503) return answer;
    // The overloaded server did nothing, so the request is repeated, as the web page does.
    ward.turnedAway += 1;
    await sleep(1000);
  }
}

/**
 * The kind of an HTTP request, such as `GET /queues/current`: the path without ids and query
 * parameters.
 */
function kindOf(method: string, path: string): string {
  const [bare = path] = path.split('?');
  return `${method} ${bare.replaceAll(/[\da-f-]{36}/gu, ':id')}`;
}

export interface OpenStream {
  /** Drops the connection of the event stream, then reconnects to receive the missed events. */
  readonly cutAndComeBack: () => Promise<void>;
  readonly close: () => void;
}

/** Opens a live event stream like that of a web page. */
export function openStream(port: number, { token }: Person): OpenStream {
  let lastId: string | undefined;
  let request = open();

  function open(): ClientRequest {
    const opened = httpGet({
      host: '127.0.0.1',
      port,
      path: '/api/queues/realtime/events',
      agent: false,
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
      },
    });
    opened.on('response', (answer) => {
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => {
        // Only complete lines of the event stream are read. The rest of an incomplete line arrives
        // with the next chunk.
        lastId =
          text
            .match(/^id: \S+(?=\n)/gmu)
            ?.at(-1)
            ?.slice('id: '.length) ?? lastId;
      });
      answer.on('error', () => undefined);
    });
    // A connection reports an error when the benchmark drops it; the error is ignored.
    opened.on('error', () => undefined);
    return opened;
  }

  return {
    async cutAndComeBack() {
      request.destroy();
      await sleep(50);
      request = open();
    },
    close: () => request.destroy(),
  };
}
