import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { fieldMessages } from './fields.ts';

const sentences = new Set<string>(Object.values(fieldMessages));

/** Every enum in a schema, at any depth, with its path. */
function choicesOf(schema: unknown, path: string): [path: string, choice: z.ZodEnum][] {
  if (schema instanceof z.ZodEnum) return [[path, schema]];
  if (schema instanceof z.ZodObject) {
    return Object.entries<z.ZodType>(schema.shape).flatMap(([key, field]) =>
      choicesOf(field, `${path}.${key}`),
    );
  }
  if (schema instanceof z.ZodArray) return choicesOf(schema.element, `${path}[]`);
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => choicesOf(option, path));
  }
  const isWrapper =
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  return isWrapper ? choicesOf(schema.unwrap(), path) : [];
}

test('a request with a value that is not among the allowed options is refused with Baari’s own error message, in every API call [API-17, VAL-6]', () => {
  const all = Object.entries<Endpoint>(endpoints).flatMap(([name, { body, query }]) => [
    ...choicesOf(body, `${name} body`),
    ...choicesOf(query, `${name} query`),
  ]);
  assert.ok(all.length > 20, `${all.length} choices`);
  const raw = all.flatMap(([path, choice]) => {
    const message = choice.safeParse('none of these').error?.issues[0]?.message ?? '';
    return sentences.has(message) ? [] : [`${path}: ${message}`];
  });
  assert.deepEqual(raw, []);
});
