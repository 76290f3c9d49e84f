/** /fhir/R4/Subscription: Subscriptions R5 Backport 1.1.0, on R4 [API-42]. */
import { refusals } from '@baari/contract/refusals.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendRefusal } from '../../platform/http/route.ts';
import type { Addresses } from '../../platform/outgoing/addresses.ts';
import type { Refusal } from '../../platform/result.ts';
import type { Secrets } from '../../platform/secrets/secret.ts';
import {
  type Answer,
  type FhirOptions,
  type How,
  idOf,
  makeCalls,
  queryOf,
  refused,
} from '../calls.ts';
import { outcomeOf } from '../outcome.rules.ts';
import type { Reader } from '../reads/reader.ts';
import { isKnownTag, tagOf, versioned } from '../versions.ts';
import { readGiven } from './read-given.ts';
import { makeSubscription } from './make-subscription.use-case.ts';
import {
  type EventsAsked,
  readEvents,
  readStatus,
  readSubscription,
} from './read-subscription.query.ts';
import { removeSubscription } from './remove-subscription.use-case.ts';
import { subscriptionOf } from './subscription.rules.ts';
import { listSubscriptions, type SubscriptionRow } from './subscriptions.store.ts';
import { subscriptionScope } from './topics.rules.ts';

export interface SubscriptionOptions {
  readonly subscriptions: {
    readonly addresses: Addresses;
    readonly secrets: Secrets;
    /** Sends due notifications at once, such as the handshake of a new subscription. */
    readonly wake: () => void;
  };
}

const mostBytes = 65_536;
const type = 'Subscription';
const audited = {
  create: 'make FHIR subscription',
  delete: 'remove FHIR subscription',
  read: 'read FHIR records',
  search: 'read FHIR records',
} as const satisfies Record<How, string>;

export function mountSubscriptions(
  fhir: FastifyInstance,
  options: FhirOptions & SubscriptionOptions,
): void {
  const call = makeCalls(options);
  const asked = (how: How) => ({
    type,
    how,
    scopes: [subscriptionScope],
    audited: audited[how],
  });
  const [hooks, create] = call(asked('create'), (reader, request, reply) =>
    answerCreate(reader, request, reply, options.subscriptions),
  );
  fhir.post('/Subscription', { ...hooks, bodyLimit: mostBytes }, create);
  fhir.get('/Subscription', ...call(asked('search'), answerSearch));
  fhir.get('/Subscription/:id', ...call(asked('read'), withRow(answerRead)));
  fhir.delete('/Subscription/:id', ...call(asked('delete'), answerDelete));
  for (const method of ['get', 'post'] as const) {
    fhir[method]('/Subscription/:id/$status', ...call(asked('read'), withRow(answerStatus)));
    fhir[method]('/Subscription/:id/$events', ...call(asked('read'), withRow(answerEvents)));
  }
}

function refuseAs(how: How, reader: Reader, reply: FastifyReply, refusal: Refusal) {
  return refused(reader, { type, audited: audited[how] }, reply, refusal);
}

async function answerCreate(
  reader: Reader,
  request: FastifyRequest,
  reply: FastifyReply,
  { wake, ...settings }: SubscriptionOptions['subscriptions'],
): Promise<FastifyReply> {
  const { base } = reader.site;
  const read = readGiven(request.body, base, reader.now);
  if (!read.ok) {
    const { error: text } = refusals.invalid_request;
    const outcome = outcomeOf({ status: 422, text, diagnostics: read.problems });
    return reply.code(422).send(outcome);
  }
  const made = await makeSubscription(reader, read.given, settings);
  if (!made.ok) return refuseAs('create', reader, reply, made);
  wake();
  const resource = versioned(subscriptionOf(base, made.value, reader.now));
  return reply
    .code(201)
    .headers({ location: `${base}/Subscription/${made.value.id}`, etag: tagOf(resource) })
    .send(resource);
}

/** All subscriptions of the key, or those with the asked ids and statuses. */
const answerSearch: Answer = async (reader, request, reply) => {
  const { base } = reader.site;
  const asked = queryOf(request).filter(([name]) => name !== '_format');
  const unknown = asked.filter(([name]) => name !== '_id' && name !== 'status');
  const isStrict = /handling=strict/u.test(String(request.headers['prefer'] ?? ''));
  if (isStrict && unknown.length > 0) {
    const diagnostics = unknown.map(([name]) => `The parameter ${name} is unknown for ${type}.`);
    const { error: text } = refusals.invalid_request;
    return reply.code(400).send(outcomeOf({ status: 400, text, diagnostics }));
  }
  const used = asked.filter((each) => !unknown.includes(each));
  const rows = await listSubscriptions(reader.context.db, reader.context.actor.userId);
  const found = rows
    .map((row) => versioned(subscriptionOf(base, row, reader.now)))
    .filter((each) =>
      used.every(([name, value]) =>
        value.split(',').includes((name === '_id' ? each.id : each.status) ?? ''),
      ),
    );
  const query = used.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  return reply.send({
    resourceType: 'Bundle',
    type: 'searchset',
    total: found.length,
    link: [{ relation: 'self', url: `${base}/Subscription${query === '' ? '' : `?${query}`}` }],
    ...(found.length > 0 && {
      entry: found.map((resource) => ({
        fullUrl: `${base}/Subscription/${resource.id}`,
        resource,
        search: { mode: 'match' },
      })),
    }),
  });
};

type RowAnswer = (
  reader: Reader,
  row: SubscriptionRow,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** Answers with the subscription of the key that the address names. */
function withRow(answer: RowAnswer): Answer {
  return async (reader, request, reply) => {
    const found = await readSubscription(reader, idOf(request));
    if (!found.ok) return refuseAs('read', reader, reply, found);
    return answer(reader, found.value, request, reply);
  };
}

const answerRead: RowAnswer = async (reader, row, request, reply) => {
  const resource = versioned(subscriptionOf(reader.site.base, row, reader.now));
  const tag = tagOf(resource);
  reply.header('etag', tag);
  if (isKnownTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.send(resource);
};

const answerDelete: Answer = async (reader, request, reply) => {
  const removed = await removeSubscription(reader, idOf(request));
  return removed.ok ? reply.code(204).send() : refuseAs('delete', reader, reply, removed);
};

const answerStatus: RowAnswer = async (reader, row, _request, reply) =>
  reply.send(await readStatus(reader, row));

const answerEvents: RowAnswer = async (reader, row, request, reply) => {
  const asked = eventsAsked(request);
  if (asked === undefined) {
    return sendRefusal(reply, {
      ok: false,
      code: 'invalid_request',
      details: 'eventsSinceNumber and eventsUntilNumber are whole numbers.',
    });
  }
  return reply.send(await readEvents(reader, row, asked));
};

const parameters = z.object({
  parameter: z
    .array(z.looseObject({ name: z.string(), valueString: z.string().optional() }))
    .default([]),
});

/** The numbers in the address or in the Parameters; undefined if one is no number. */
function eventsAsked(request: FastifyRequest): EventsAsked | undefined {
  const body = parameters.safeParse(request.body ?? {});
  const given = new Map([
    ...queryOf(request),
    ...(body.success ? body.data.parameter : []).flatMap(({ name, valueString: value }) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  ]);
  const number = z
    .string()
    .regex(/^\d{1,15}$/u)
    .transform(Number);
  const since = number.safeParse(given.get('eventsSinceNumber') ?? '0');
  const until = number.safeParse(given.get('eventsUntilNumber') ?? '999999999999999');
  if (!body.success || !since.success || !until.success) return undefined;
  return { since: since.data, until: until.data };
}
