/**
 * Simulates patients and desks that send requests through the proxy. Counts failed requests, and
 * repeats each failed request once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { addPerson } from '@baari/contract/patient/person.ts';
import { requestPlace } from '@baari/contract/queue/queue.ts';
import { headersOf } from '../setting/client.ts';
import type { Desk } from '../setting/desks.ts';

export interface Tally {
  calls: number;
  /** How many requests failed at the first attempt. */
  failedOnce: number;
  /** How many requests also failed at the second attempt. */
  failed: number;
  /** The duration of each request, including a second attempt, in milliseconds. */
  readonly times: number[];
  /** A few examples of requests that also failed at the second attempt. */
  readonly examples: string[];
}

export interface Work {
  readonly origin: string;
  readonly isOn: () => boolean;
  readonly tally: Tally;
  /**
   * Gives the simulated desk another patient, after a visit failed and left a queue entry behind.
   */
  readonly renew: (desk: Desk) => Promise<Desk>;
}

const thinkingMs = 100;
/** How long a browser waits for a response, in ms. */
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

/**
 * Makes one visit of a patient. In between, the patient and the desk send the other requests of a
 * usual visit.
 */
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

/**
 * Sends a request and returns the body of the response. Throws `Failed` if the second attempt
 * failed too.
 */
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
  // The second attempt has the same Idempotency-Key, like a retry of the web page.
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
