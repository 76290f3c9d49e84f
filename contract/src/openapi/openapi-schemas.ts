/**
 * The named schemas of the API document: every exported schema of the contract, and the request and
 * response body of each endpoint. Only the server loads this module, never a page.
 */
import { z } from 'zod';
import * as analytics from '../hospital/analytics.ts';
import * as analyticsFlow from '../hospital/analytics-flow.ts';
import * as appointment from '../visit/appointment.ts';
import * as arrival from '../visit/arrival.ts';
import * as assessment from '../visit/assessment.ts';
import * as apiKeys from '../keys/api-keys.ts';
import * as abdm from '../hospital/abdm.ts';
import * as webhooks from '../keys/webhooks.ts';
import * as audit from '../account/audit.ts';
import * as consent from '../patient/consent.ts';
import * as counter from '../lines/counter.ts';
import * as day from '../hospital/day-end.ts';
import * as doctor from '../doctor/doctor.ts';
import * as doctorProfile from '../doctor/doctor-profile.ts';
import * as doctorSettings from '../doctor/doctor-settings.ts';
import * as earlier from '../visit/earlier.ts';
import { endpoints } from '../endpoints.ts';
import * as erasure from '../patient/erasure.ts';
import * as events from '../events.ts';
import * as fields from '../fields.ts';
import * as hospitalFigures from '../queue/hospital-figures.ts';
import * as hospital from '../hospital/hospital.ts';
import * as identity from '../account/identity.ts';
import * as journey from '../lines/journey.ts';
import * as line from '../queue/line.ts';
import * as lineLimits from '../lines/line-limits.ts';
import * as merge from '../patient/merge.ts';
import * as notification from '../patient/notification.ts';
import * as opening from '../hospital/opening.ts';
import * as patient from '../patient/patient.ts';
import * as person from '../patient/person.ts';
import * as photo from '../doctor/photo.ts';
import * as profile from '../patient/profile.ts';
import * as queue from '../queue/queue.ts';
import * as queueActions from '../queue/queue-actions.ts';
import * as rating from '../doctor/rating.ts';
import * as refusals from '../refusals.ts';
import * as replay from '../hospital/replay.ts';
import * as reportAccess from '../visit/report-access.ts';
import * as rebooking from '../visit/rebooking.ts';
import * as report from '../visit/report.ts';
import * as requestsTaken from '../lines/requests-taken.ts';
import * as schedule from '../hospital/schedule.ts';
import * as screen from '../hospital/screen.ts';
import * as sharedLine from '../lines/shared-line.ts';
import * as site from '../hospital/site.ts';
import * as summary from '../visit/summary.ts';
import * as team from '../account/team.ts';
import * as timetable from '../hospital/timetable.ts';
import * as wait from '../queue/wait.ts';

export type Json = Record<string, unknown>;
type Io = 'input' | 'output';

/**
 * The modules of the contract, in the order in which their schemas get names. If a name is taken,
 * the schema of the later module gets the name of its module as a prefix.
 */
const modules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  refusals,
  fields,
  wait,
  opening,
  requestsTaken,
  lineLimits,
  hospital,
  doctor,
  sharedLine,
  line,
  queue,
  queueActions,
  appointment,
  patient,
  analytics,
  analyticsFlow,
  arrival,
  assessment,
  audit,
  apiKeys,
  webhooks,
  abdm,
  consent,
  counter,
  day,
  doctorProfile,
  doctorSettings,
  earlier,
  erasure,
  events,
  hospitalFigures,
  identity,
  journey,
  merge,
  notification,
  person,
  photo,
  profile,
  rating,
  rebooking,
  replay,
  reportAccess,
  report,
  schedule,
  screen,
  site,
  summary,
  team,
  timetable,
};

/**
 * The name of the module that exports this value; undefined for an endpoint of the queue actions.
 */
export function moduleOf(value: unknown): string | undefined {
  return Object.entries(modules).find(([, exported]) =>
    Object.values(exported).includes(value),
  )?.[0];
}

/**
 * The longest list of choices that is written out where it is used. A longer list gets a name, so
 * that the API document has it once.
 */
const mostInlinedChoices = 30;

/**
 * Whether a schema gets a name of its own in the API document. A schema without fields, or with few
 * choices, is written out where it is used.
 */
function isWorthAName(value: unknown): value is z.ZodObject | z.ZodUnion | z.ZodEnum {
  if (value instanceof z.ZodEnum) return value.options.length > mostInlinedChoices;
  return value instanceof z.ZodObject || value instanceof z.ZodUnion;
}

export function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Finds every exported schema of the contract. Each gets a name of its own in the API document. */
function exportedSchemas(): ReadonlyMap<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  const taken = new Set<string>();
  for (const [module, exported] of Object.entries(modules)) {
    for (const [key, value] of Object.entries(exported)) {
      if (!isWorthAName(value) || names.has(value)) continue;
      const own = capitalised(key);
      const name = taken.has(own) ? capitalised(module) + own : own;
      taken.add(name);
      names.set(value, name);
    }
  }
  return names;
}

/**
 * The schemas of all endpoints and of their shared parts, as JSON Schema that refers to components.
 */
export function namedSchemas(): Record<string, Json> {
  return { ...schemasOf('output'), ...schemasOf('input') };
}

export function bodyName(operation: string): string {
  return `${capitalised(operation)}Body`;
}

export function answerName(operation: string): string {
  return `${capitalised(operation)}Answer`;
}

/**
 * The fields that an endpoint of the contract and an endpoint of the identity provider have in
 * common.
 */
interface Call {
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  readonly download?: readonly string[];
}

/** The request body and the response body of each endpoint, with a name. */
function rootsOf(io: Io): [string, z.ZodType][] {
  const calls: Readonly<Record<string, Call>> = { ...endpoints, ...identity.identityCalls };
  const roots: [string, z.ZodType][] = Object.entries(calls).flatMap(
    ([name, { body, reply, download }]) => {
      const [root, given] = io === 'input' ? [bodyName(name), body] : [answerName(name), reply];
      return given === undefined || (io === 'output' && download !== undefined)
        ? []
        : [[root, given] as [string, z.ZodType]];
    },
  );
  if (io === 'output') roots.push(['Problem', refusals.problem], ['LiveEvent', events.liveEvent]);
  return roots;
}

function schemasOf(io: Io): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  const roots = rootsOf(io);
  const shared = new Map(exportedSchemas());
  const rootNames = new Set<string>();
  const aliases: [string, string][] = [];
  for (const [name, schema] of roots) {
    rootNames.add(name);
    const before = registry.get(schema)?.id;
    // Two endpoints with the same body share one schema name.
    if (before !== undefined && registry.has(schema)) aliases.push([name, before]);
    else registry.add(schema, { id: name });
    shared.delete(schema);
  }
  for (const [schema, name] of shared) {
    registry.add(schema, { id: io === 'input' ? `${name}Input` : name });
  }
  const uri = (id: string) => `#/components/schemas/${id}`;
  const made = z.toJSONSchema(registry, { io, unrepresentable: 'any', uri });
  const schemas: Record<string, Json> = { ...made.schemas };
  for (const [name, same] of aliases) schemas[name] = { $ref: `#/components/schemas/${same}` };
  const kept = reached(schemas, rootNames);
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => kept.has(name))
      .map(([name, { $schema, $id, ...schema }]) => [name, tidy(schema)]),
  );
}

/** JSON Schema formats that make a `pattern` in the same schema redundant. */
const formats = new Set<unknown>(['uuid', 'date-time', 'date', 'email']);

/**
 * Removes needless parts of a JSON Schema: patterns that repeat a format, the bounds of safe
 * integers, and "no other fields", since a later release may add fields.
 */
export function tidy(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema, tidied)) as Json;
}

function tidied(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { ...schema }: Json = { ...value };
  if (formats.has(schema['format']) && typeof schema['pattern'] === 'string') {
    delete schema['pattern'];
  }
  if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  return schema;
}

/**
 * The names of the schemas to which an endpoint's schemas refer, directly or through other schemas.
 */
function reached(schemas: Record<string, Json>, roots: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const follow = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const [, next = ''] of JSON.stringify(schemas[name]).matchAll(
      /"\$ref":"#\/components\/schemas\/(\w+)"/gu,
    )) {
      follow(next);
    }
  };
  for (const name of roots) follow(name);
  return found;
}

/**
 * The length of an object's schema, in characters, from which it becomes a shared component. A
 * shorter schema is written out where it is used.
 */
const leastShared = 200;

/**
 * Moves object schemas that occur in several schemas into shared components, named after the field
 * that holds the object.
 */
export function withSharedParts(schemas: Readonly<Record<string, Json>>): Record<string, Json> {
  const seen = new Map<string, number>();
  const count = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isObjectSchema(value)) {
      const text = JSON.stringify(value);
      if (text.length >= leastShared) seen.set(text, (seen.get(text) ?? 0) + 1);
    }
    for (const each of Object.values(value)) count(each);
  };
  for (const schema of Object.values(schemas))
    for (const each of Object.values(schema)) count(each);
  const parts = new Map<string, string>();
  const all: Record<string, Json> = {};
  const nameOf = (owner: string, holder: string): string => {
    const free = [capitalised(owner), capitalised(holder) + capitalised(owner)].find(
      (name) => !(name in schemas) && !(name in all),
    );
    return free ?? `${capitalised(owner)}${parts.size}`;
  };
  const shared = (value: unknown, owner: string, holder: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => shared(each, owner, holder));
    if (typeof value !== 'object' || value === null) return value;
    const text = isObjectSchema(value) ? JSON.stringify(value) : '';
    if ((seen.get(text) ?? 0) < 2) return inside(value, owner, holder);
    const known = parts.get(text);
    const name = known ?? nameOf(owner, holder);
    if (known === undefined) {
      parts.set(text, name);
      all[name] = {};
      all[name] = inside(value, owner, holder);
    }
    const { description } = value as Json;
    const $ref = `#/components/schemas/${name}`;
    return description === undefined ? { $ref } : { description, $ref };
  };
  const inside = (value: object, owner: string, holder: string): Json =>
    Object.fromEntries(
      Object.entries(value).map(([key, each]: [string, unknown]) => {
        if (key !== 'properties' || typeof each !== 'object' || each === null) {
          return [key, shared(each, owner, holder)];
        }
        const fields = Object.entries(each).map(([name, field]: [string, unknown]) => [
          name,
          shared(field, name, owner),
        ]);
        return [key, Object.fromEntries(fields)];
      }),
    );
  for (const [name, schema] of Object.entries(schemas)) all[name] = inside(schema, name, '');
  return all;
}

function isObjectSchema(value: object): boolean {
  return 'type' in value && value.type === 'object' && 'properties' in value;
}
