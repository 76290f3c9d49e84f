/** Adds a description to each schema of the API document and to each of its fields. */
import { fieldDescriptions, schemaDescriptions } from './openapi-descriptions.ts';
import type { Json } from './openapi-schemas.ts';

/** Returns the schemas with descriptions added to the schemas and to all their fields. */
export function described(schemas: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const fields = withDescriptions(schema, name.replace(/Input$/u, ''));
      const description = schemaDescriptions[name.replace(/Input$/u, '')] ?? ofCall(name);
      return [name, description === undefined ? fields : { description, ...fields }];
    }),
  );
}

function ofCall(name: string): string | undefined {
  const [, call = '', part] = /^(.+)(Body|Answer)$/u.exec(name) ?? [];
  const operation = call.charAt(0).toLowerCase() + call.slice(1);
  if (part === undefined) return undefined;
  return part === 'Body' ? `The body of ${operation}.` : `The answer of ${operation}.`;
}

/**
 * The description of a field, undefined where none exists. `owner`: the schema or field that holds
 * it.
 */
export function describedField(owner: string, field: string): string | undefined {
  return (
    fieldDescriptions[`${owner}.${field}`] ?? ofOwner(owner, field) ?? fieldDescriptions[field]
  );
}

/**
 * The description of a field named `id` or `name`, made from the name of the schema that has the
 * field.
 */
function ofOwner(owner: string, field: string): string | undefined {
  if ((field !== 'id' && field !== 'name') || /(?:Body|Answer)$/u.test(owner)) return undefined;
  const words = owner.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`).trim();
  return `${field === 'id' ? 'Id' : 'Name'} of the ${singular[words] ?? words.replace(/s$/u, '')}.`;
}

const singular: Readonly<Record<string, string>> = {
  people: 'person',
  emergencies: 'access in an emergency',
  by: 'person who did it',
  to: 'target',
  inside: 'entry of the queue',
  staff: 'member of the staff',
  'staff entry': 'entry of the queue',
  'patient entry': 'entry of the queue',
  figures: 'figure',
  'alike patient': 'patient',
  'known patient': 'patient',
  'journey stop': 'stop',
  'own session': 'session',
  'signed in user': 'user',
  lines: 'line',
};

function withDescriptions(schema: Json, owner: string): Json {
  const { properties } = schema;
  const inside = Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== 'properties')
      .map(([key, value]) => [key, holdsSchemas(key) ? each(value, owner) : value]),
  );
  if (typeof properties !== 'object' || properties === null) return inside;
  const fields = Object.entries(properties as Record<string, Json>).map(([name, field]) => {
    const description = describedField(owner, name);
    const whole = withDescriptions(field, name);
    return [name, description === undefined ? whole : { description, ...whole }];
  });
  return { ...inside, properties: Object.fromEntries(fields) };
}

function holdsSchemas(key: string): boolean {
  return ['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', 'prefixItems'].includes(key);
}

function each(value: unknown, owner: string): unknown {
  if (Array.isArray(value)) return value.map((one) => each(one, owner));
  return typeof value === 'object' && value !== null
    ? withDescriptions(value as Json, owner)
    : value;
}
