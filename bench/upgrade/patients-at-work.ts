/** Patients and desks that work through the proxy, count failures, and retry each failed call once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { addPerson } from '@baari/contract/patient/person.ts';
import { requestPlace } from '@baari/contract/queue/queue.ts';
import { headersOf } from '../setting/client.ts';
import type { Desk } from '../setting/desks.ts';

export interface Tally {
  calls: number;
  /** Calls whose first try failed. */
  failedOnce: number;
  /** Calls whose second try failed too. */
  failed: number;
  /** Duration of each call with its second try, in milliseconds. */
  readonly times: number[];
  /** The first few failures of a second try. */
  readonly examples: string[];
}

export interface Work {
  readonly origin: string;
  readonly isOn: () => boolean;
  readonly tally: Tally;
  /** Another patient for the desk, after a failed visit that left an entry in the line. */
  readonly renew: (desk: Desk) => Promise<Desk>;
}

const thinkingMs = 100;
/** The timeout of a browser. */
const patienceMs = 20_000;
const pauseBeforeRetryMs = 1000;

class Failed extends Error {}

export async function workAtDesk(work: Work, given: Desk): Promise<void> {
  let desk = given;
  for (let round = 0; work.isOn(); round += 1) {
    try {
      await visit(work, desk, round);
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      desk = await work.renew(desk);
    }
  }
}

/** One visit, with the reads and writes beside it. */
async function visit(work: Work, desk: Desk, round: number): Promise<void> {
  const { patient, admin, doctorId, hospitalId } = desk;
  const joined = await call(work, 'POST', '/queues/request', patient.token, { doctorId });
  const entry = requestPlace.reply.parse(JSON.parse(joined)).queue.id;
  await call(work, 'POST', `/queues/${entry}/approve`, admin.token, {});
  await call(work, 'GET', '/queues/current', patient.token);
  const added = await call(work, 'POST', '/people', patient.token, {
    name: `प्रिया Sharma ${round}`,
    relation: 'child',
  });
  const { person } = addPerson.reply.parse(JSON.parse(added));
  await call(work, 'GET', `/hospitals/${hospitalId}/queues/waiting`, admin.token);
  await call(work, 'POST', `/queues/${entry}/start`, admin.token, {});
  if (round % 4 === 0) {
    await call(work, 'POST', '/hospital/patients/find', admin.token, { search: `Person ${round}` });
  }
  await call(work, 'DELETE', `/people/${person.id}`, patient.token);
  await call(work, 'POST', `/queues/${entry}/complete`, admin.token, {});
}

/** The body of a successful answer; throws `Failed` if the second try failed too. */
async function call(
  { origin, tally }: Work,
  method: string,
  path: string,
  token: string,
  body?: object,
): Promise<string> {
  await sleep(thinkingMs * (0.5 + Math.random()));
  const began = performance.now();
  const text = body === undefined ? undefined : JSON.stringify(body);
  // The second try has the same Idempotency-Key, as a page's retry.
  const headers = headersOf(method, token, text);
  const init = { method, headers, ...(text === undefined ? {} : { body: text }) };
  tally.calls += 1;
  let answer = await attempt(`${origin}/api${path}`, init);
  if (!answer.isFine) {
    tally.failedOnce += 1;
    await sleep(pauseBeforeRetryMs);
    answer = await attempt(`${origin}/api${path}`, init);
  }
  tally.times.push(performance.now() - began);
  if (answer.isFine) return answer.body;
  tally.failed += 1;
  if (tally.examples.length < 5) tally.examples.push(`${method} ${path}: ${answer.body}`);
  throw new Failed(answer.body);
}

async function attempt(url: string, init: RequestInit): Promise<{ isFine: boolean; body: string }> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(patienceMs) });
    const body = await response.text();
    return { isFine: response.ok, body: response.ok ? body : `${response.status} ${body}` };
  } catch (error) {
    return { isFine: false, body: String(error) };
  }
}
