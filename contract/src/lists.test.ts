/** Checks that every list in an API response has a maximum length or is paged [KEEP-9]. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { liveEvent } from './events.ts';
import { identityCalls } from './account/identity.ts';
import { screenEvent } from './hospital/screen.ts';

/** The longest list allowed in an API response; longer lists are paged. */
const longest = 1000;

/** Finds the paths of lists without a maximum length in the JSON Schema of an API response. */
function unbounded(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((part) => unbounded(part, path));
  const here =
    'type' in schema && schema.type === 'array' && !isBounded(schema) ? [path || '(itself)'] : [];
  const parts = Object.entries(schema).flatMap(([key, part]) =>
    unbounded(part, /^(?:properties|anyOf|oneOf|allOf|\d+)$/u.test(key) ? path : `${path}.${key}`),
  );
  return [...here, ...parts];
}

function isBounded(schema: object): boolean {
  return 'maxItems' in schema && typeof schema.maxItems === 'number' && schema.maxItems <= longest;
}

function listsOf(reply: z.ZodType): string[] {
  return unbounded(z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' }));
}

const answers: Record<string, z.ZodType> = {
  ...Object.fromEntries(
    Object.entries<Endpoint>(endpoints).map(([name, { reply }]) => [name, reply]),
  ),
  ...Object.fromEntries(
    Object.entries(identityCalls).map(([name, { reply }]) => [`identity ${name}`, reply]),
  ),
  'a live event': liveEvent,
  'an event of a screen': screenEvent,
};

for (const [name, reply] of Object.entries(answers)) {
  test(`every list in the server’s answer to ${name} has a maximum length [KEEP-9]`, () => {
    assert.deepEqual(listsOf(reply), []);
  });
}

test('the check for unlimited lists finds a list without a maximum length, however deeply an answer contains the list [KEEP-9]', () => {
  const deep = z.object({
    one: z.object({ two: z.array(z.object({ three: z.array(z.int()) })).max(5) }),
  });
  assert.deepEqual(listsOf(deep).length, 1);
  assert.deepEqual(listsOf(z.array(z.int()).max(longest + 1)).length, 1);
});
