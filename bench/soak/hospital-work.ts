/** A hospital at work for the soak: patients come to each doctor, are let in, called and seen, and go. */
import { get as httpGet, type ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, entryIn, expectStatus } from '../setting/client.ts';
import type { Person } from '../setting/people.ts';

export interface Ward {
  readonly client: Client;
  readonly port: number;
  readonly doctorIds: readonly string[];
  readonly admin: Person;
  /** Whoever is in no queue. */
  readonly free: Person[];
  /** How much faster than the real one the hospital's time goes by. */
  readonly speed: number;
  readonly chance: () => number;
  /** Milliseconds that calls took, since this was last emptied. */
  readonly took: number[];
  isOn: boolean;
  visits: number;
  /** Calls that a server too busy for them turned away. */
  turnedAway: number;
}

interface Guest {
  readonly person: Person;
  readonly entryId: string;
  readonly stream: OpenStream;
}

/** With the doctor, on average; half of it to twice as much. */
const consultationMs = 12 * 60_000;
/** So many wait before each door. */
const lineLength = 4;

/** Until it is over: each doctor's patients one after the other. Rejects when a call is refused. */
export async function work(ward: Ward): Promise<void> {
  await Promise.all(ward.doctorIds.map((doctorId) => workAt(ward, doctorId)));
}

async function workAt(ward: Ward, doctorId: string): Promise<void> {
  const { admin } = ward;
  const line: Guest[] = [];
  // Doors do not open in one moment.
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
    // A new day has begun, on which the doctor is not here yet.
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
    ward.took.push(performance.now() - start);
    if (answer.status !== 503) return answer;
    // As a page does: nothing was done, so it is asked again.
    ward.turnedAway += 1;
    await sleep(1000);
  }
}

export interface OpenStream {
  /** Breaks off, and asks for what was missed. */
  readonly cutAndComeBack: () => Promise<void>;
  readonly close: () => void;
}

/** A live stream that a page would hold open. */
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
        // Whole lines only: the rest of one that is cut short comes with the next text.
        lastId =
          text
            .match(/^id: \S+(?=\n)/gmu)
            ?.at(-1)
            ?.slice('id: '.length) ?? lastId;
      });
      answer.on('error', () => undefined);
    });
    // One that is cut says so.
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
