import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { endpoints } from '../endpoints.ts';
import { identityCalls } from '../account/identity.ts';
import { promisedDocument } from '../keys/promised.ts';
import { openApiDocument } from './openapi.ts';

const json = z.record(z.string(), z.unknown());
const content = z.record(
  z.string(),
  z.object({
    example: z.unknown().optional(),
    examples: z.object({ example: z.object({ $ref: z.string() }) }).optional(),
  }),
);
const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()).length(1),
  summary: z.string(),
  description: z.string(),
  parameters: z.array(json).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })),
});
const text = JSON.stringify(openApiDocument('https://baari.example'));
const document = z
  .object({
    tags: z.array(z.object({ name: z.string(), description: z.string().min(1) })),
    paths: z.record(z.string(), z.record(z.string(), operation)),
    components: z.object({
      schemas: z.record(z.string(), json),
      examples: z.record(z.string(), z.object({ value: z.unknown() })),
    }),
  })
  .parse(JSON.parse(text));
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

function exampleIn(given: z.infer<typeof content> | undefined): unknown {
  const { example, examples } = given?.['application/json'] ?? {};
  const name = examples?.example.$ref.split('/').at(-1);
  return name === undefined ? example : document.components.examples[name]?.value;
}

/** Each field of a schema, at any depth, with its path. */
function* fieldsOf(schema: unknown, at: string): Generator<[string, Record<string, unknown>]> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    const fields = key === 'properties' ? json.safeParse(value).data : undefined;
    for (const [name, field] of Object.entries(fields ?? {})) {
      yield [`${at}.${name}`, json.parse(field)];
      yield* fieldsOf(field, `${at}.${name}`);
    }
    if (fields === undefined && key !== 'default') yield* fieldsOf(value, at);
  }
}

test('every field, parameter and data type in Baari’s API documentation has an explanation', () => {
  const silent: string[] = [];
  let count = 0;
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    for (const [at, field] of fieldsOf(schema, name)) {
      count += 1;
      if (typeof field['description'] !== 'string') silent.push(at);
    }
  }
  for (const { operationId, parameters } of operations) {
    for (const each of parameters) {
      if ('$ref' in each) continue;
      count += 1;
      if (typeof each['description'] !== 'string' || each['description'] === '') {
        silent.push(`${operationId} ${String(each['name'])}`);
      }
    }
  }
  assert.deepEqual(silent, []);
  assert.ok(count > 1500, `${count} fields`);
});

test('every API call in Baari’s API documentation has a topic, a summary and an explanation', () => {
  const subjects = new Set(document.tags.map(({ name }) => name));
  const used = new Set(operations.flatMap(({ tags }) => tags));
  assert.deepEqual(used, subjects);
  for (const { operationId, summary, description } of operations) {
    assert.match(summary, /^[A-Z]/u, operationId);
    assert.ok(description.length > 20, operationId);
  }
});

test('every reference in Baari’s API documentation points to an existing part, and the document stays below a size limit', () => {
  const whole: unknown = JSON.parse(text);
  for (const [, path = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/gu)) {
    const found = path
      .split('/')
      .reduce<unknown>((at, key) => json.safeParse(at).data?.[key], whole);
    assert.notEqual(found, undefined, path);
  }
  // Parts that several endpoints share are written once, so each endpoint adds little text.
  assert.ok(text.length < 3350 * operations.length, `${text.length} characters`);
});

interface Call {
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  readonly download?: readonly string[];
}

test('every request body and response in Baari’s API documentation has a valid example', () => {
  const calls: Readonly<Record<string, Call>> = { ...endpoints, ...identityCalls };
  const wrong: string[] = [];
  for (const { operationId, requestBody, responses } of operations) {
    const call = calls[operationId];
    if (call === undefined) continue;
    const { body, reply, download } = call;
    const sent = exampleIn(requestBody?.content);
    const answered = exampleIn(Object.values(responses)[0]?.content);
    const pairs = [
      ['body', body, sent],
      ['answer', download === undefined ? reply : undefined, answered],
    ] as const;
    for (const [part, schema, example] of pairs) {
      const { error } = schema?.safeParse(example) ?? {};
      if (error !== undefined) {
        wrong.push(
          `${operationId} ${part}: ${error.issues.map((each) => `${each.path.join('.')} ${each.message}`).join('; ')}`,
        );
      }
    }
  }
  assert.deepEqual(wrong, []);
});

test('another project’s validator accepts the whole API document and the promised one as OpenAPI 3.1, and refuses a document with a mistake [API-28] @long', async () => {
  const promised = json.parse(JSON.parse(JSON.stringify(promisedDocument())));
  for (const given of [json.parse(JSON.parse(text)), promised]) {
    const validator = new Validator();
    assert.deepEqual(await validator.validate(given), { valid: true });
    assert.equal(validator.version, '3.1');
  }
  const paths = json.parse(promised['paths']);
  const path = { ...paths, '/lines': { get: { summary: 'A call without answers', sumary: 1 } } };
  assert.equal((await new Validator().validate({ ...promised, paths: path })).valid, false);
});
