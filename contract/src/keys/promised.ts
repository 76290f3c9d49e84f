/**
 * The document of the endpoints that hospitals' systems may rely on (OpenAPI 3.1), made from the
 * contract. `npm run promised` writes it; a test compares it with what the contract says now.
 */
import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { endpoints } from '../endpoints.ts';
import { journey } from '../lines/journey.ts';
import { answerSchema } from './answer-schema.ts';
import {
  answerForKey,
  keyedNames,
  type KeyedName,
  keyLine,
  keyPoint,
  withPatients,
} from './answers.ts';
import { publicEvent } from './public-events.ts';
import { problem } from '../refusals.ts';
import { scopes } from './scopes.ts';

export type Json = Readonly<Record<string, unknown>>;

/** The JSON Schema of what a call takes. */
function requestSchema(schema: z.ZodType): Json {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return json;
}

/** The schemas that several answers share, by name. */
function sharedSchemas(): Record<string, Json> {
  return {
    Entry: answerSchema(withPatients.entry),
    Appointment: answerSchema(withPatients.appointment),
    Line: answerSchema(keyLine),
    Point: answerSchema(keyPoint),
    Journey: answerSchema(journey),
    Event: answerSchema(publicEvent),
    Problem: answerSchema(problem),
  };
}

/** The schema with a field that may be left out: a key without `patients:read` gets no patient. */
function withoutDuty(schema: Json, field: string): Json {
  const { required } = schema;
  if (!Array.isArray(required)) return schema;
  return { ...schema, required: required.filter((name) => name !== field) };
}

/** Replaces each copy of a shared schema by a reference to it. */
function withReferences(document: Json, shared: Record<string, Json>): Json {
  const names = new Map(Object.entries(shared).map(([name, each]) => [JSON.stringify(each), name]));
  return replaced(document) as Json;

  function replaced(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(replaced);
    const name = names.get(JSON.stringify(value));
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each)]));
  }
}

/** The document of every promised endpoint, in the order of paths. */
export function promisedDocument(): Json {
  const shared = sharedSchemas();
  const paths: Record<string, Record<string, Json>> = {};
  for (const name of keyedNames.toSorted()) {
    const { method, path }: Endpoint = endpoints[name];
    const address = path.replaceAll(/:(\w+)/gu, '{$1}');
    paths[address] = { ...paths[address], [method.toLowerCase()]: operationOf(name) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Baari for systems of a hospital',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Send an API key as a bearer token. `x-scope` names the scope that a call needs. Only with `patients:read` an answer has `patient`. This document only grows.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ key: [] }],
    paths: withReferences(
      Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      shared,
    ),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', bearerFormat: 'baari_…' } },
      schemas: Object.fromEntries(
        Object.entries(shared).map(([name, schema]) => {
          const { [name]: _itself, ...others } = shared;
          return [name, withReferences(withoutDuty(schema, 'patient'), others)];
        }),
      ),
    },
  };
}

function operationOf(name: KeyedName): Json {
  const definition: Endpoint = endpoints[name];
  const { summary, key, params, query, body, problems } = definition;
  const json = (schema: Json) => ({ content: { 'application/json': { schema } } });
  return {
    operationId: name,
    summary,
    'x-scope': key,
    parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, ...json(requestSchema(body)) } }),
    responses: {
      [String(definition.status ?? 200)]: {
        description: 'Done.',
        ...json(answerSchema(answerForKey(name, scopes))),
      },
      default: {
        description: `The call is refused with \`{error, details, code}\`. Its own codes: ${problems.join(', ') || 'none'}.`,
        ...json(answerSchema(problem)),
      },
    },
  };
}

function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  return Object.entries<z.ZodType>(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    schema: requestSchema(field),
  }));
}
