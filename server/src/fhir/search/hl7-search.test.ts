/**
 * Tests that a search selects what HL7's own definitions of the parameters select, evaluated by another
 * program over all resources of a day.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import fhirpath from 'fhirpath';
import r4 from 'fhirpath/fhir-context/r4';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { liveFhirDay } from '../../testing/stand-ins/fhir-day.ts';
import { makeKey, type TestKey } from '../../testing/stand-ins/own-system.ts';
import { makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { alwaysOpen } from '../../testing/test-bodies.ts';
import { makeTown, type Town } from '../../testing/test-people.ts';
import { neededFor, parametersOf, type ServedName, servedNames } from './served-types.rules.ts';

const resource = z.looseObject({ resourceType: z.string(), id: z.string() });
type Found = z.infer<typeof resource>;
const bundle = z.object({
  link: z.array(z.object({ relation: z.string(), url: z.string() })),
  entry: z.array(z.object({ resource })).default([]),
});

let app: TestApp;
let town: Town;
let key: TestKey;
const universe = new Map<ServedName, readonly Found[]>();
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  await app.db.run(sql`
    update hospital set operating_hours = ${JSON.stringify(alwaysOpen)}::jsonb`);
  await app.db.run(sql`update doctor set status = 'Available', room = '12'`);
  await liveFhirDay(app, town);
  key = await makeKey(app, town.admin, [
    'queue:read',
    'appointments:read',
    'lines:read',
    'patients:read',
    'reports:read',
  ]);
  const patients = await app.db.many<{ id: string }>(sql`
    select distinct patient_id as id from queue_entry`);
  const wholes: Partial<Record<ServedName, string>> = {
    Slot: `?schedule=${town.doctorId}&_count=100`,
    Patient: `?_id=${patients.map(({ id }) => id).join(',')}`,
  };
  for (const type of servedNames) {
    const found = await search(`${type}${wholes[type] ?? ''}`);
    assert.ok(found.length > 0, type);
    universe.set(type, found);
  }
});
after(() => app.close());

/** The resources of all pages of a search. */
async function search(path: string): Promise<Found[]> {
  const found: Found[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const answer = await app.send({ method: 'GET', url: `/fhir/R4/${next}`, token: key.token });
    assert.equal(answer.status, 200, `${next} ${answer.text}`);
    const page = bundle.parse(JSON.parse(answer.text));
    found.push(...page.entry.map((entry) => entry.resource));
    next = page.link.find(({ relation }) => relation === 'next')?.url.split('/fhir/R4/')[1];
  }
  return found;
}

const fixture = z
  .object({
    parameters: z.array(z.object({ base: z.string(), code: z.string(), expression: z.string() })),
  })
  .parse(
    JSON.parse(readFileSync(new URL('./hl7-search-parameters.json', import.meta.url), 'utf8')),
  );

function expressionOf(type: ServedName, code: string): string {
  const found = fixture.parameters.find(
    (each) => each.code === code && (each.base === type || each.base === 'Resource'),
  );
  assert.ok(found, `${type} ${code}`);
  // The program would fetch the referenced resource. The type is in each of the server's references.
  return found.expression.replaceAll(
    /resolve\(\) is (?<of>\w+)/gu,
    (_whole, of: string) => `reference.startsWith('${of}/')`,
  );
}

/** The values of a resource that HL7's expression selects. */
function valuesOf(found: Found, code: string): unknown[] {
  const expression = expressionOf(found.resourceType as ServedName, code);
  const values: unknown = fhirpath.evaluate(found, expression, {}, r4, { async: false });
  return z.array(z.unknown()).parse(values);
}

const coded = z.object({ system: z.string().optional(), value: z.string() });
const period = z.object({ start: z.string().optional(), end: z.string().optional() });
const reference = z.object({ reference: z.string() });

/** HL7's meaning of one value of a parameter, R4 section 3.1.1. */
function selects(value: unknown, type: string, asked: string): boolean {
  if (type === 'reference') {
    const own = reference.safeParse(value).data?.reference;
    return own === asked.replace(/^.*\/fhir\/R4\//u, '') || own?.split('/')[1] === asked;
  }
  if (type === 'date') return isInTime(value, asked);
  if (typeof value === 'string') return value === asked;
  const own = coded.parse(value);
  if (!asked.includes('|')) return own.value === asked;
  const at = asked.lastIndexOf('|');
  const [system, text] = [asked.slice(0, at), asked.slice(at + 1)];
  return (own.system ?? '') === system && (text === '' || own.value === text);
}

/** A day of the hospital's clock, or an instant, compared with an instant or a period. */
function isInTime(value: unknown, asked: string): boolean {
  const prefix = /^[a-z]{2}/u.exec(asked)?.[0] ?? 'eq';
  const text = asked.replace(/^[a-z]{2}/u, '');
  const isDay = text.length === 10;
  const from = Date.parse(isDay ? `${text}T00:00:00+05:30` : text);
  const to = from + (isDay ? 86_400_000 : 1);
  const times = typeof value === 'string' ? { start: value, end: value } : period.parse(value);
  const start = times.start === undefined ? -Infinity : Date.parse(times.start);
  const end = times.end === undefined ? Infinity : Date.parse(times.end);
  switch (prefix) {
    case 'eq':
      return start >= from && end < to;
    case 'gt':
      return end >= to;
    case 'ge':
      return end >= from;
    case 'lt':
      return start < from;
    default:
      return start < to;
  }
}

interface Criterion {
  readonly name: string;
  readonly type: string;
  readonly values: readonly string[];
}

/** Values that a resource has in one of their forms, and values that none has. */
function askedValues(type: ServedName, name: string, kind: string): fc.Arbitrary<string> {
  const own = (universe.get(type) ?? []).flatMap((each) => valuesOf(each, name));
  const forms = own.flatMap((value): string[] => {
    if (kind === 'reference') {
      const text = reference.parse(value).reference;
      return [text, text.split('/')[1] ?? '', `http://localhost:3999/fhir/R4/${text}`];
    }
    if (kind === 'date') {
      const { start, end } =
        typeof value === 'string' ? { start: value, end: undefined } : period.parse(value);
      const times = [start, end].filter((time) => time !== undefined);
      return times.flatMap((time) => {
        const day = Temporal.Instant.from(time).toZonedDateTimeISO('Asia/Kolkata').toPlainDate();
        const days = [day, day.add({ days: 1 }), day.subtract({ days: 1 })].map(String);
        return ['', 'eq', 'gt', 'ge', 'lt', 'le'].flatMap((prefix) =>
          [...days, new Date(time).toISOString()].map((text) => `${prefix}${text}`),
        );
      });
    }
    if (typeof value === 'string') return [value];
    const { system = '', value: text } = coded.parse(value);
    // A patient is found by a whole value only, because a system alone would list all of them.
    const ofSystem = type === 'Patient' ? [] : [`${system}|`];
    return [text, `${system}|${text}`, ...ofSystem, `|${text}`, `other|${text}`];
  });
  const strange = kind === 'date' ? ['2001-01-01', 'gt2001-01-01'] : ['none', town.hospitalId];
  return fc.constantFrom(...new Set([...forms, ...strange]));
}

function criterion(type: ServedName, name: string): fc.Arbitrary<Criterion> {
  const kind = parametersOf(type).get(name) ?? 'token';
  return fc
    .uniqueArray(askedValues(type, name, kind), { minLength: 1, maxLength: 3 })
    .map((values) => ({ name, type: kind, values }));
}

function query(type: ServedName): fc.Arbitrary<readonly Criterion[]> {
  const names = [...parametersOf(type).keys()];
  const needed = neededFor(type);
  const some = fc
    .subarray(names, { minLength: 1, maxLength: Math.min(3, names.length) })
    .filter((chosen) => needed.length === 0 || chosen.some((name) => needed.includes(name)));
  return some.chain((chosen) => fc.tuple(...chosen.map((name) => criterion(type, name))));
}

/** A type, parameters with their values, and the size of a page. */
function anySearch() {
  return fc
    .constantFrom(...servedNames)
    .chain((type) => fc.tuple(fc.constant(type), query(type), fc.integer({ min: 1, max: 7 })));
}

test("searches of any parameters select what HL7's own expressions select, on pages of any size [API-43]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constant(undefined).chain(anySearch), async ([type, criteria, count]) => {
      const expected = (universe.get(type) ?? []).filter((found) =>
        criteria.every(({ name, type: kind, values }) =>
          valuesOf(found, name).some((value) =>
            values.some((asked) => selects(value, kind, asked)),
          ),
        ),
      );
      const text = criteria
        .map(({ name, values }) => `${name}=${values.map(encodeURIComponent).join(',')}`)
        .join('&');
      // Large answers need not come one by one.
      const size = expected.length > 60 ? 100 : count;
      const found = await search(`${type}?${text}&_count=${size}`);
      const ids = (list: readonly Found[]) => list.map(({ id }) => id).toSorted();
      assert.deepEqual(ids(found), ids(expected), `${type}?${decodeURIComponent(text)}`);
    }),
    { numRuns: process.env['BAARI_LONG'] === '1' ? 2000 : 200 },
  );
});

test("HL7's definition is there for each parameter that the server declares [API-43]", () => {
  for (const type of servedNames) {
    for (const name of parametersOf(type).keys()) {
      const [first] = universe.get(type) ?? [];
      assert.ok(first !== undefined && Array.isArray(valuesOf(first, name)));
    }
  }
});
