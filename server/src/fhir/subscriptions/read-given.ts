/** Reads the Subscription that a system sends, and refuses what the server does not do [API-42]. */
import { z } from 'zod';
import {
  backport,
  type Content,
  eventsInNotification,
  heartbeatSeconds,
  topicNames,
  type TopicName,
  topics,
  topicUrl,
} from './topics.rules.ts';

export interface SubscriptionGiven {
  readonly topic: TopicName;
  /** The lines that it is about; null for all. */
  readonly lineIds: readonly string[] | null;
  readonly reason: string;
  readonly url: string;
  readonly content: Content;
  readonly heartbeatSeconds: number | null;
  readonly mostEvents: number;
  readonly endsAt: Date | null;
  /** Names and values of headers. */
  readonly headers: readonly (readonly [string, string])[];
}

export type ReadGiven =
  | { readonly ok: true; readonly given: SubscriptionGiven }
  | { readonly ok: false; readonly problems: readonly string[] };

const mostLines = 50;
const mostHeaders = 5;
const extensions = z.array(z.looseObject({ url: z.string() })).max(20);
const extended = z.looseObject({ extension: extensions.default([]) }).optional();
type Extensions = z.infer<typeof extensions>;

const sent = z.looseObject({
  resourceType: z.literal('Subscription'),
  status: z.literal('requested', { error: 'Send the status requested.' }),
  reason: z.string().trim().min(1).max(500),
  criteria: z.string(),
  _criteria: extended,
  end: z.iso.datetime({ offset: true }).optional(),
  channel: z.looseObject({
    type: z.literal('rest-hook', { error: 'The server knows the channel rest-hook only.' }),
    extension: extensions.default([]),
    endpoint: z.string().min(1).max(1000),
    payload: z
      .enum(['application/fhir+json', 'application/json'], {
        error: 'Notifications are application/fhir+json.',
      })
      .optional(),
    _payload: extended,
    header: z.array(z.string().max(2000)).max(mostHeaders).default([]),
  }),
});
type Sent = z.infer<typeof sent>;

export function readGiven(body: unknown, base: string, now: Date): ReadGiven {
  const read = sent.safeParse(body);
  if (!read.success) {
    const problems = read.error.issues.map(
      ({ path, message }) => `Subscription.${path.join('.')}: ${message}`,
    );
    return { ok: false, problems };
  }
  const problems: string[] = [];
  const given = givenOf(read.data, base, { now, problems });
  if (given === undefined || problems.length > 0) return { ok: false, problems };
  return { ok: true, given };
}

interface Reading {
  readonly now: Date;
  readonly problems: string[];
}

function givenOf(
  { criteria, _criteria, reason, end, channel }: Sent,
  base: string,
  { now, problems }: Reading,
): SubscriptionGiven | undefined {
  const topic = topicNames.find((name) => topicUrl(base, name) === criteria);
  if (topic === undefined) {
    const known = topicNames.map((name) => topicUrl(base, name)).join(' or ');
    problems.push(`Subscription.criteria must be the topic ${known}.`);
    return undefined;
  }
  const endsAt = end === undefined ? null : new Date(end);
  if (endsAt !== null && endsAt <= now) problems.push('Subscription.end is over.');
  const { extension: ofChannel, _payload } = channel;
  for (const { url } of ofChannel) {
    if (url !== backport.heartbeat && url !== backport.mostEvents) {
      problems.push(`The server does not know the extension ${url} of the channel.`);
    }
  }
  return {
    topic,
    lineIds: linesOf(_criteria?.extension ?? [], topic, problems),
    reason,
    url: channel.endpoint,
    content: contentOf(_payload?.extension ?? [], problems),
    heartbeatSeconds: numberOf(ofChannel, backport.heartbeat, heartbeatSeconds, problems),
    mostEvents:
      numberOf(ofChannel, backport.mostEvents, { least: 1, ...eventsInNotification }, problems) ??
      eventsInNotification.usual,
    endsAt,
    headers: channel.header.flatMap((text) => headerOf(text, problems) ?? []),
  };
}

function contentOf(given: Extensions, problems: string[]): Content {
  const code = given.find(({ url }) => url === backport.content)?.['valueCode'] ?? 'id-only';
  if (code === 'id-only' || code === 'empty') return code;
  problems.push('The server sends the payload id-only or empty. Read resources with their scope.');
  return 'empty';
}

function numberOf(
  given: Extensions,
  wanted: string,
  { least, most }: { readonly least: number; readonly most: number },
  problems: string[],
): number | null {
  const found = given.find(({ url }) => url === wanted);
  if (found === undefined) return null;
  const value = z.int().min(least).max(most);
  const read = value.safeParse(found['valueUnsignedInt'] ?? found['valuePositiveInt']);
  if (read.success) return read.data;
  problems.push(`The extension ${wanted} takes a whole number from ${least} to ${most}.`);
  return null;
}

/** The one filter that the server has: the lines, as Encounter?line=Practitioner/ID,HealthcareService/ID. */
function linesOf(given: Extensions, topic: TopicName, problems: string[]): string[] | null {
  const filters = given.filter(({ url }) => url === backport.filter);
  if (filters.length !== given.length) problems.push('The criteria have an unknown extension.');
  const [filter, ...more] = filters;
  if (filter === undefined) return null;
  const text = z.string().max(5000).safeParse(filter['valueString']).data ?? '';
  const values = text.startsWith(`${topics[topic].type}?line=`)
    ? text.slice(text.indexOf('=') + 1).split(',')
    : [];
  const ids = values.flatMap(
    (value) =>
      /^(?:(?:Practitioner|HealthcareService)\/)?(?<id>[\da-f-]{36})$/u.exec(value)?.groups?.[
        'id'
      ] ?? [],
  );
  const areRead = ids.length > 0 && ids.length === values.length && ids.length <= mostLines;
  if (more.length > 0 || !areRead || !ids.every((id) => z.uuid().safeParse(id).success)) {
    problems.push(
      `The server knows one filter: ${topics[topic].type}?line= with up to ${mostLines} ids of doctors or shared lines.`,
    );
  }
  return ids;
}

/** The connection, the content and the sender are the server's own. */
const ownHeaders =
  /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|user-agent)$/iu;

function headerOf(text: string, problems: string[]): [[string, string]] | undefined {
  const { name, value } =
    /^(?<name>[\w!#$%&'*+.^`|~-]{1,100}): ?(?<value>[\u{21}-\u{7e}](?:[\u{20}-\u{7e}]*[\u{21}-\u{7e}])?)$/u.exec(
      text,
    )?.groups ?? {};
  if (name !== undefined && value !== undefined && !ownHeaders.test(name)) return [[name, value]];
  problems.push(
    'Each header is "Name: value" in ASCII; the server sets those of the content and connection.',
  );
  return undefined;
}
