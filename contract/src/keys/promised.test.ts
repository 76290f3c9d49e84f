/** Tests that the calls which hospitals' systems rely on are never taken away or narrowed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { endpoints } from '../endpoints.ts';
import { answerForKey, keyedNames } from './answers.ts';
import { clientCalls } from './client-calls.ts';
import { narrowed } from './narrowed.ts';
import { type Json, promisedDocument } from './promised.ts';
import { scopes } from './scopes.ts';

const file = new URL('promised.json', import.meta.url);
const committed: Json = z.looseObject({}).parse(JSON.parse(readFileSync(file, 'utf8')));

test('nothing that a hospital’s system relies on at /api/v1 is taken away or narrowed, and the committed document is the present one [API-28]', () => {
  const now = promisedDocument();
  assert.deepEqual(narrowed(committed, now), []);
  // Additions are free; `npm run promised` writes them down.
  assert.deepEqual(JSON.parse(JSON.stringify(now)), committed);
});

test('the client has every promised call, with its method and path [API-31]', () => {
  const text = clientCalls(committed);
  const made = [...text.matchAll(/^ {2}(\w+): \['(\w+)', '([^']+)'\],$/gmu)];
  assert.deepEqual(
    made.map(([, name, method, path]) => `${name} ${method} ${path}`).toSorted(),
    keyedNames
      .map((name) => {
        const { method, path }: Endpoint = endpoints[name];
        return `${name} ${method} ${path.replaceAll(/:(\w+)/gu, '{$1}')}`;
      })
      .toSorted(),
  );
  for (const name of keyedNames) assert.ok(text.includes(`  readonly ${name}: {\n`), name);
});

test('an API key may call exactly the endpoints that name a scope, and none of accounts, teams, reports, consents or the trail [API-28, SEC-18]', () => {
  const named = Object.entries(endpoints).filter(([, definition]) => 'key' in definition);
  assert.deepEqual(named.map(([name]) => name).toSorted(), keyedNames.toSorted());
  const never =
    /session|security|member|team|invit|report|consent|erasure|audit|apikey|practi|role/iu;
  assert.deepEqual(
    keyedNames.filter((name) => never.test(name)),
    [],
  );
});

test('without the scope patients:read no answer for a key has a field for a name, a contact or the words of a patient [API-28, SEC-18]', () => {
  const without = scopes.filter((scope) => scope !== 'patients:read');
  assert.ok(fieldsOf(answerForKey('getEntry', scopes)).has('email'), 'fields are found');
  for (const name of keyedNames) {
    if (name === 'findKnownPatients') continue;
    const fields = fieldsOf(answerForKey(name, without));
    for (const field of ['patient', 'email', 'phone', 'symptoms', 'notes', 'rejectionReason']) {
      assert.ok(!fields.has(field), `${name} shows ${field}`);
    }
  }
});

/** The names of all fields of a schema, at any depth. */
function fieldsOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null || !('def' in schema)) return found;
  if ('shape' in schema && typeof schema.shape === 'object' && schema.shape !== null) {
    for (const [name, field] of Object.entries(schema.shape)) fieldsOf(field, found.add(name));
  }
  const { def } = schema;
  if (typeof def !== 'object' || def === null) return found;
  for (const inner of ['element', 'innerType', 'in', 'out', 'valueType'] as const) {
    fieldsOf(Reflect.get(def, inner), found);
  }
  for (const option of [Reflect.get(def, 'options')].flat()) fieldsOf(option, found);
  return found;
}

/** A document with one call, whose body and answer are these. */
function documentOf(body: Json, answer: Json, more: Json = {}): Json {
  const content = (schema: Json) => ({ content: { 'application/json': { schema } } });
  const call = { 'x-scope': 'queue:act', parameters: [], requestBody: content(body) };
  return {
    paths: { '/visits': { post: { ...call, responses: { 200: content(answer) }, ...more } } },
  };
}
const text = { type: 'string' };
const visit = {
  type: 'object',
  properties: { token: text, status: { type: 'string', enum: ['waiting', 'completed'] } },
  required: ['token', 'status'],
};
const note = { type: 'object', properties: { note: { ...text, maxLength: 100 } }, required: [] };
const before = documentOf(note, visit);

test('an added call, field or value and a looser limit are no loss [API-28]', () => {
  const longer = { ...note, properties: { note: { ...text, maxLength: 200 }, by: text } };
  const status = { type: 'string', enum: ['waiting', 'completed', 'held'] };
  const more = { ...visit, properties: { token: text, status, line: text } };
  const now = documentOf(longer, more);
  assert.deepEqual(narrowed(before, now), []);
  const other = { ...(now['paths'] as object), '/lines': { get: { responses: {} } } };
  assert.deepEqual(narrowed(before, { paths: other }), []);
  // An option that a request may leave out may also accept null from now on.
  const orNull = { anyOf: [{ ...text, maxLength: 100 }, { type: 'null' }] };
  assert.deepEqual(
    narrowed(before, documentOf({ ...note, properties: { note: orNull } }, visit)),
    [],
  );
});

test('a removed call, field or value, a new duty, a stricter limit, another type or scope is a loss [API-28]', () => {
  const { status, token } = visit.properties;
  const answer = (changed: Json) => documentOf(note, { ...visit, ...changed });
  const body = (changed: Json) => documentOf({ ...note, ...changed }, visit);
  const losses: [Json, string][] = [
    [{ paths: {} }, 'POST /visits is gone'],
    [documentOf(note, visit, { 'x-scope': 'patients:read' }), 'POST /visits needs another scope'],
    [answer({ properties: { token } }), 'POST /visits 200.status is gone'],
    [answer({ required: ['token'] }), 'POST /visits 200.status may be left out'],
    [
      answer({ properties: { status, token: { type: 'integer' } } }),
      'POST /visits 200.token has another type',
    ],
    [
      answer({ properties: { status, token: { anyOf: [text, { type: 'null' }] } } }),
      'POST /visits 200.token has other forms',
    ],
    [
      answer({ properties: { token, status: { ...status, enum: ['waiting'] } } }),
      'POST /visits 200.status lost completed',
    ],
    [body({ properties: {} }), 'POST /visits body.note is gone'],
    [body({ required: ['note'] }), 'POST /visits body.note is now required'],
    [
      body({ properties: { note: { ...text, maxLength: 50 } } }),
      'POST /visits body.note has a stricter maxLength',
    ],
    [
      body({ properties: { note: { ...text, maxLength: 100, enum: ['a'] } } }),
      'POST /visits body.note takes only some values',
    ],
    [
      documentOf(note, visit, {
        parameters: [{ in: 'query', name: 'day', required: true, schema: text }],
      }),
      'POST /visits query day is now required',
    ],
  ];
  for (const [now, loss] of losses) assert.deepEqual(narrowed(before, now), [loss], loss);
  const asked = { parameters: [{ in: 'query', name: 'day', required: false, schema: text }] };
  assert.deepEqual(narrowed(documentOf(note, visit, asked), before), [
    'POST /visits query day is gone',
  ]);
});
