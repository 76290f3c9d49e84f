/**
 * /fhir/$bulk-publish: the free times that everybody may see, for services that help to find one
 * (SMART Scheduling Links) [API-40].
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type PackedText, packText, sendText } from '../../platform/http/packed-text.ts';
import { outcomeOf } from '../outcome.rules.ts';
import { isKnownTag } from '../versions.ts';
import {
  fileName,
  manifestOf,
  manifestPath,
  type PublishedType,
  publishedTypes,
} from './published.rules.ts';
import { type Published, readPublished } from './read-published.query.ts';

export interface LinksOptions {
  readonly app: FastifyInstance;
  readonly database: Queryable;
  readonly clock: Clock;
  readonly publicUrl: string;
  /** Whether the number of reads is limited; false only for load tests on loopback. */
  readonly rateLimit: boolean;
}

/** How many of these files one network address may request in a minute. */
const filesAMinute = 60;
/** How long the files are kept. Services that search ask once a minute at most. */
const keptMs = 60_000;

interface TaggedText extends PackedText {
  readonly tag: string;
}

interface Files {
  readonly manifest: TaggedText;
  readonly byType: ReadonlyMap<PublishedType, TaggedText>;
}

export function mountSchedulingLinks(options: LinksOptions): void {
  const { app, clock, rateLimit } = options;
  const limit = { max: filesAMinute, timeWindow: 60_000 };
  const route = rateLimit ? { config: { rateLimit: limit } } : {};
  const keep = keepFiles(options);
  const answer =
    (type: string, find: (files: Files) => TaggedText) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      if (!acceptsAny(request)) return refuseFormat(reply);
      const { files, until } = keep();
      const file = find(await files);
      const seconds = Math.max(0, Math.ceil((until - clock.now().getTime()) / 1000));
      reply.headers({ etag: file.tag, 'cache-control': `public, max-age=${seconds}` });
      if (isKnownTag(request.headers['if-none-match'], file.tag)) return reply.code(304).send();
      return sendText(request, reply.type(type), file);
    };
  app.get(
    manifestPath,
    route,
    answer('application/json; charset=utf-8', (all) => all.manifest),
  );
  for (const type of publishedTypes) {
    app.get(
      fileName(type),
      route,
      answer('application/fhir+ndjson; charset=utf-8', (all) => fileOf(all, type)),
    );
  }
}

function fileOf({ byType }: Files, type: PublishedType): TaggedText {
  const file = byType.get(type);
  if (file === undefined) throw new Error(`The file of ${type} was not made.`);
  return file;
}

const formats = ['application/json', 'application/fhir+ndjson', 'application/x-ndjson'];

/** Whether the caller takes one of the formats. Callers name the wrong one of two, so each will do. */
function acceptsAny(request: FastifyRequest): boolean {
  return new Negotiator(request.raw).mediaType(formats) !== undefined;
}

function refuseFormat(reply: FastifyReply): FastifyReply {
  const text = 'The server answers application/json and application/fhir+ndjson only.';
  return reply
    .code(406)
    .type('application/fhir+json; charset=utf-8')
    .send(outcomeOf({ status: 406, text }));
}

interface Kept {
  readonly until: number;
  readonly files: Promise<Files>;
}

/** Makes the files at most once a minute, when somebody asks; concurrent requests share one set. */
function keepFiles({ database: db, clock, publicUrl }: LinksOptions): () => Kept {
  let kept: Kept | undefined;
  async function make(now: Date): Promise<Files> {
    return filesOf(await readPublished({ db, publicUrl, now }), publicUrl, now);
  }
  return () => {
    const now = clock.now();
    if (kept !== undefined && now.getTime() < kept.until) return kept;
    const made: Kept = { until: now.getTime() + keptMs, files: make(now) };
    kept = made;
    // A failure is not kept, so that the next caller tries again.
    made.files.catch(() => {
      if (kept === made) kept = undefined;
    });
    return made;
  };
}

async function filesOf({ lines, states }: Published, publicUrl: string, at: Date): Promise<Files> {
  const byType = new Map<PublishedType, TaggedText>();
  for (const type of publishedTypes) {
    const text = lines[type].map((line) => `${line}\n`).join('');
    byType.set(type, await tagged(text, text));
  }
  const manifest = JSON.stringify(manifestOf(publicUrl, at, states));
  // The time of the set is left out of the tag, so that an unchanged set is answered by 304.
  const tags = [...byType.values()].map(({ tag }) => tag).join(' ');
  return { byType, manifest: await tagged(manifest, `${tags} ${states.join(' ')}`) };
}

async function tagged(text: string, content: string): Promise<TaggedText> {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { ...(await packText(text)), tag: `W/"${hash}"` };
}
