/**
 * Finds what a later version of the promised document takes away from an earlier one: endpoints,
 * fields and values that a hospital's system may rely on. Additions are allowed.
 */
import type { Json } from './promised.ts';

/** Requests may accept more than before; answers may say more, but never less. */
type Side = 'request' | 'answer';

interface Compared {
  readonly side: Side;
  readonly where: string;
  readonly before: Json;
  readonly now: Json;
}

/** What `now` takes away from `before`, one sentence for each thing; empty if nothing. */
export function narrowed(before: Json, now: Json): string[] {
  return operationsOf(before).flatMap(([name, old]) => {
    const next = new Map(operationsOf(now)).get(name);
    return next === undefined ? [`${name} is gone`] : narrowedCall(name, old, next);
  });

  function narrowedCall(name: string, old: Json, next: Json): string[] {
    const scope = old['x-scope'] === next['x-scope'] ? [] : [`${name} needs another scope`];
    const parameters = parametersOf(next).flatMap(([parameter, { required, schema }]) => {
      const known = new Map(parametersOf(old)).get(parameter);
      const where = `${name} ${parameter}`;
      if (known === undefined) return required === true ? [`${where} is now required`] : [];
      return compare({
        side: 'request',
        where,
        before: objectOf(known['schema']),
        now: objectOf(schema),
      });
    });
    const left = parametersOf(old)
      .filter(([parameter]) => !new Map(parametersOf(next)).has(parameter))
      .map(([parameter]) => `${name} ${parameter} is gone`);
    const body = compare({
      side: 'request',
      where: `${name} body`,
      before: contentOf(objectOf(old['requestBody'])),
      now: contentOf(objectOf(next['requestBody'])),
    });
    const answers = Object.entries(objectOf(old['responses'])).flatMap(([status, answer]) =>
      status === 'default'
        ? []
        : compare({
            side: 'answer',
            where: `${name} ${status}`,
            before: contentOf(objectOf(answer)),
            now: contentOf(objectOf(objectOf(next['responses'])[status])),
          }),
    );
    return [...scope, ...parameters, ...left, ...body, ...answers];
  }

  function compare(given: Compared): string[] {
    const old = resolved(before, given.before);
    const next = resolved(now, given.now);
    const { side, where } = given;
    if (JSON.stringify(old) === JSON.stringify(next)) return [];
    const oldOptions = listOf(old['anyOf']).map(objectOf);
    const nextOptions = listOf(next['anyOf']).map(objectOf);
    if (oldOptions.length > 0 || nextOptions.length > 0) {
      const [fewer, more] =
        side === 'request' ? [oldOptions, nextOptions] : [nextOptions, oldOptions];
      const [from, to] = [
        fewer.length === 0 ? [side === 'request' ? old : next] : fewer,
        more.length === 0 ? [side === 'request' ? next : old] : more,
      ];
      // Each option of the one must fit an option of the other.
      return from.every((one) => to.some((other) => fits(side, one, other)))
        ? []
        : [`${where} has other forms`];
    }
    return [
      ...ofType(where, old, next),
      ...ofValues(side, where, old, next),
      ...ofFields(side, where, old, next),
      ...ofItems(given, old, next),
      ...ofBounds(side, where, old, next),
    ];
  }

  function fits(side: Side, one: Json, other: Json): boolean {
    const [old, next] = side === 'request' ? [one, other] : [other, one];
    return compare({ side, where: '', before: old, now: next }).length === 0;
  }

  function ofFields(side: Side, where: string, old: Json, next: Json): string[] {
    const [known, fields] = [objectOf(old['properties']), objectOf(next['properties'])];
    const required = new Set(listOf(next['required']));
    const wasRequired = new Set(listOf(old['required']));
    const found = Object.entries(known).flatMap(([name, field]) => {
      const path = `${where}.${name}`;
      if (!(name in fields)) return [`${path} is gone`];
      const isLess = side === 'answer' && wasRequired.has(name) && !required.has(name);
      const changed = compare({
        side,
        where: path,
        before: objectOf(field),
        now: objectOf(fields[name]),
      });
      return isLess ? [`${path} may be left out`, ...changed] : changed;
    });
    const asked = [...required].filter((name) => side === 'request' && !wasRequired.has(name));
    return [...found, ...asked.map((name) => `${where}.${String(name)} is now required`)];
  }

  function ofItems({ side, where }: Compared, old: Json, next: Json): string[] {
    if (old['items'] === undefined) return [];
    return compare({
      side,
      where: `${where}[]`,
      before: objectOf(old['items']),
      now: objectOf(next['items']),
    });
  }
}

function ofType(where: string, old: Json, next: Json): string[] {
  const isSame = JSON.stringify(old['type']) === JSON.stringify(next['type']);
  const isForm = old['format'] === next['format'] || old['format'] === undefined;
  return isSame && isForm ? [] : [`${where} has another type`];
}

/** The listed values: a request accepts all of before; an answer keeps the meaning of each. */
function ofValues(side: Side, where: string, old: Json, next: Json): string[] {
  const [before, now] = [valuesOf(old), valuesOf(next)];
  if (before.length === 0)
    return now.length > 0 && side === 'request' ? [`${where} takes only some values`] : [];
  if (now.length === 0) return side === 'request' ? [] : [`${where} has other values`];
  return before
    .filter((value) => !now.includes(value))
    .map((value) => `${where} lost ${String(value)}`);
}

const bounds = { maxLength: 1, maximum: 1, maxItems: 1, minLength: -1, minimum: -1, minItems: -1 };

/** The limits of a request: none may become stricter. */
function ofBounds(side: Side, where: string, old: Json, next: Json): string[] {
  if (side === 'answer') return [];
  return Object.entries(bounds).flatMap(([name, sign]) => {
    const [before, now] = [old[name], next[name]];
    if (typeof now !== 'number') return [];
    const isStricter = typeof before !== 'number' || (before - now) * sign > 0;
    return isStricter ? [`${where} has a stricter ${name}`] : [];
  });
}

function valuesOf(schema: Json): unknown[] {
  return 'const' in schema ? [schema['const']] : listOf(schema['enum']);
}

function operationsOf(document: Json): [string, Json][] {
  return Object.entries(objectOf(document['paths'])).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(([method, operation]): [string, Json] => [
      `${method.toUpperCase()} ${path}`,
      objectOf(operation),
    ]),
  );
}

function parametersOf(operation: Json): [string, Json][] {
  return listOf(operation['parameters']).map((each) => {
    const parameter = objectOf(each);
    return [`${String(parameter['in'])} ${String(parameter['name'])}`, parameter];
  });
}

function contentOf(part: Json): Json {
  return objectOf(objectOf(objectOf(part['content'])['application/json'])['schema']);
}

function resolved(document: Json, schema: Json): Json {
  const name = /^#\/components\/schemas\/(?<name>\w+)$/u.exec(String(schema['$ref']))?.groups?.[
    'name'
  ];
  if (name === undefined) return schema;
  return objectOf(objectOf(objectOf(document['components'])['schemas'])[name]);
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
