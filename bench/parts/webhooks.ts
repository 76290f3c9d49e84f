/**
 * Measures webhooks: how fast a backlog is delivered, beside a bare HTTP client that posts as many
 * bodies, and what ten webhooks cost the visits of their hospital [API-30].
 */
import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeWebhook } from '@baari/contract/keys/webhooks.ts';
import { type Figure, median, say } from '../figures.ts';
import { type Client, expectStatus } from '../setting/client.ts';
import { type Desk, makeDesks, visitOverHttp } from '../setting/desks.ts';
import { settle } from '../setting/hospitals.ts';
import { interleaved, rateOf, timeOf } from '../setting/rounds.ts';
import type { Pool } from '../setting/stage.ts';
import { type Part, pick, type Setting } from './part.ts';

const endpoints = 10;
/** As many deliveries of one webhook are under way at once. */
const atOnce = 2;
const rounds = 3;
const desksBusy = 4;
const warmMs = 6000;
/** The visits of a backlog; each has four events. */
const backlogVisits = 100;
const eventsOfVisit = 4;
/** A hospital with 300 visits an hour starts one every twelve seconds; this is six times as many. */
const pauseMs = 2000;
const pacedVisits = 8;

export const webhooks: Part = {
  name: 'webhooks',
  summary: `a backlog delivered to one webhook and to ${endpoints}; visits with ${endpoints} webhooks and without`,
  isLong: true,
  measure,
};

async function measure({ stage, client, recorder, makePeople }: Setting): Promise<Figure[]> {
  const { pool } = stage;
  // The recorder's copy of the application would deliver too, and it cannot decrypt the secrets.
  await recorder.close();
  const receiver = createServer((message, answer) => {
    message.resume().on('end', () => answer.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const [one, ten, none] = [
      await makeDesks(pool, makePeople, desksBusy),
      await makeDesks(pool, makePeople, desksBusy),
      await makeDesks(pool, makePeople, desksBusy),
    ];
    const url = `http://127.0.0.1:${portOf(receiver)}/`;
    const single = await makeWebhooks(client, pick(one, 0), url, 1);
    const several = await makeWebhooks(client, pick(ten, 0), url, endpoints);
    for (const desks of [one, ten, none]) await visits(client, desks, warmMs / 3);
    await drained(pool);
    await settle(stage.superuser);
    const figures = [
      ...(await backlog({ client, pool, url }, one, single)),
      ...(await backlog({ client, pool, url }, ten, several)),
    ];
    const paced = await interleaved(rounds, {
      with: () => pacedVisit(client, ten),
      without: () => pacedVisit(client, none),
    });
    await drained(pool);
    const full = await interleaved(rounds, {
      with: async () => {
        const rate = await visits(client, ten, 3000);
        await drained(pool);
        return rate;
      },
      without: () => visits(client, none, 3000),
    });
    return [
      ...figures,
      {
        name: `a visit every ${pauseMs / 1000} s at each of ${desksBusy} desks, with ${endpoints} webhooks`,
        unit: 'ms',
        value: median(paced.with),
        reference: median(paced.without),
        against: 'the same without a webhook',
        aim: 'at most 1.05',
      },
      {
        name: `visits as fast as ${desksBusy} desks can, with ${endpoints} webhooks`,
        unit: '/s',
        value: median(full.with),
        reference: median(full.without),
        against: 'the same without a webhook',
        aim: '',
      },
    ];
  } finally {
    receiver.close();
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function makeWebhooks(
  client: Client,
  { admin }: Desk,
  url: string,
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const body = { url: `${url}${made}`, types: null };
    const answer = await client.call('POST', '/hospital/webhooks', admin.token, body);
    ids.push(makeWebhook.reply.parse(JSON.parse(expectStatus(answer, 201).body)).webhook.id);
  }
  return ids;
}

/** Visits at all these desks at once for some time; returns how many a second. */
function visits(client: Client, desks: readonly Desk[], ms: number): Promise<number> {
  return rateOf(ms, desks.length, (worker) => visitOverHttp(client, pick(desks, worker)));
}

/** The median time of a visit, in ms, while each desk has one every two seconds. */
async function pacedVisit(client: Client, desks: readonly Desk[]): Promise<number> {
  const times: number[] = [];
  await Promise.all(
    desks.map(async (desk, index) => {
      // The desks do not begin at the same moment.
      await sleep((index * pauseMs) / desks.length);
      for (let count = 0; count < pacedVisits / 2; count += 1) {
        times.push(await timeOf(() => visitOverHttp(client, desk)));
        await sleep(pauseMs);
      }
    }),
  );
  return median(times);
}

interface Delivered {
  readonly client: Client;
  readonly pool: Pool;
  readonly url: string;
}

/** Pauses the webhooks, makes visits, resumes the webhooks and measures until all is delivered. */
async function backlog(
  { client, pool, url }: Delivered,
  desks: readonly Desk[],
  ids: readonly string[],
): Promise<Figure[]> {
  const { admin } = pick(desks, 0);
  const set = async (isPaused: boolean) => {
    for (const id of ids) {
      const path = `/hospital/webhooks/${id}`;
      expectStatus(await client.call('PUT', path, admin.token, { isPaused }), 200);
    }
  };
  await set(true);
  const before = await countWaiting(pool);
  let left = backlogVisits;
  await Promise.all(
    desks.map(async (desk) => {
      while (left > 0) {
        left -= 1;
        await visitOverHttp(client, desk);
      }
    }),
  );
  const expected = before + backlogVisits * eventsOfVisit * ids.length;
  while ((await countWaiting(pool)) < expected) await sleep(50);
  const count = expected - before;
  const spent = await timeOf(async () => {
    await set(false);
    await drained(pool);
  });
  const bare = await timeOf(() => postBare(url, count, atOnce * ids.length));
  say(`  ${count} deliveries to ${ids.length} webhooks in ${Math.round(spent)} ms`);
  return [
    {
      name: `deliveries of a backlog, ${ids.length} webhook${ids.length === 1 ? '' : 's'}`,
      unit: '/s',
      value: (count * 1000) / spent,
      reference: (count * 1000) / bare,
      against: `a bare client that posts ${atOnce * ids.length} at once`,
      aim: '',
    },
  ];
}

async function countWaiting(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from webhook_delivery where state = 'waiting'`,
  );
  return pick(rows, 0).count;
}

async function drained(pool: Pool): Promise<void> {
  // The relay copies events within a second.
  await sleep(1200);
  while ((await countWaiting(pool)) > 0) await sleep(20);
}

/** Posts as many bodies of the size of an event, with a new connection each, as a webhook does. */
async function postBare(url: string, count: number, workers: number): Promise<void> {
  const agent = new Agent({ keepAlive: false });
  const body = JSON.stringify({ type: 'place.completed', data: 'x'.repeat(400) });
  let left = count;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (left > 0) {
        left -= 1;
        await new Promise<void>((done, failed) => {
          const sent = request(url, { agent, method: 'POST' }, (answer) => {
            answer.resume().on('end', done);
          });
          sent.on('error', failed).end(body);
        });
      }
    }),
  );
}
