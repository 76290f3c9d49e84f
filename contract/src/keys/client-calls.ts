/**
 * Writes the types and the table of calls of `packages/client` from the promised document, as a
 * TypeScript module that imports nothing.
 */
import { refusals } from '../refusals.ts';
import type { Json } from './promised.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
}

interface Content {
  readonly content?: { readonly 'application/json': { readonly schema: Schema } };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-scope': string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The text of `packages/client/src/calls.gen.ts`. */
export function clientCalls(promised: Json): string {
  const { paths, components } = promised as unknown as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return [
    '/** Made of contract/src/keys/promised.json by `npm run promised`. */',
    ...Object.entries(components.schemas).map(
      ([name, schema]) => `\nexport interface ${name} ${typeOf(schema, answer)}`,
    ),
    `\n/** The codes of refusals. */\nexport type RefusalCode =${union(Object.keys(refusals))};`,
    '\n/** What each call takes and answers, by its name. */\nexport interface Calls {',
    ...operations.map(({ operation }) => callOf(operation)),
    '}',
    '\n/** The method and the path of each call. */\nexport const calls = {',
    ...operations.map(
      ({ path, method, operation: { operationId } }) =>
        `  ${operationId}: ['${method.toUpperCase()}', '${path}'],`,
    ),
    '} as const satisfies Record<keyof Calls, readonly [string, string]>;\n',
  ].join('\n');
}

function union(values: readonly string[]): string {
  return values.map((value) => `\n  | '${value}'`).join('');
}

function callOf({ operationId, summary, parameters, requestBody, responses, ...rest }: Operation) {
  const of = (place: string) => parameters.filter((each) => each.in === place);
  const query: Schema = {
    type: 'object',
    properties: Object.fromEntries(of('query').map(({ name, schema }) => [name, schema])),
    required: of('query')
      .filter(({ required }) => required)
      .map(({ name }) => name),
  };
  const body = requestBody && schemaOf(requestBody);
  const given = [
    ...of('path').map(({ name, schema }) => `readonly ${name}: ${typeOf(schema, request)};`),
    ...(of('query').length === 0 ? [] : [part('query', query)]),
    ...(body === undefined ? [] : [part('body', body)]),
  ];
  const [done = {}] = Object.values(responses);
  return [
    `  /** ${summary}. Needs \`${rest['x-scope']}\`. */`,
    `  readonly ${operationId}: {`,
    `    readonly given: {${given.map((each) => `\n      ${each}`).join('')}${given.length === 0 ? '' : '\n    '}};`,
    `    readonly answer: ${typeOf(schemaOf(done), answer, '    ')};`,
    '  };',
  ].join('\n');
}

/** The query or the body of a request; one without a required field may be left out. */
function part(name: string, schema: Schema): string {
  const isOptional = (schema.required ?? []).length === 0;
  const type = typeOf(schema, request, '      ');
  return `readonly ${name}${isOptional ? '?' : ''}: ${type}${isOptional ? ' | undefined' : ''};`;
}

function schemaOf({ content }: Content): Schema {
  return content?.['application/json'].schema ?? {};
}

/** What a field that may be left out may also be: in a request, undefined. */
interface Side {
  readonly leftOut: string;
}
const request: Side = { leftOut: ' | undefined' };
const answer: Side = { leftOut: '' };

function typeOf(schema: Schema, side: Side, indent = ''): string {
  const { $ref: reference, properties, items, additionalProperties: more } = schema;
  if (reference !== undefined) return reference.split('/').at(-1) ?? 'unknown';
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) {
    const types = [...new Set(options.map((each) => typeOf(each, side, indent)))];
    // A string may be empty as well.
    return types.filter((type) => type !== "''" || !types.includes('string')).join(' | ');
  }
  if (items !== undefined) return `readonly (${typeOf(items, side, indent)})[]`;
  if (properties !== undefined) return objectOf(schema, side, indent);
  if (typeof more === 'object') {
    return `{ readonly [name: string]: ${typeOf(more, side, indent)} }`;
  }
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return 'unknown';
  return types.map((type) => (type === 'integer' ? 'number' : type)).join(' | ');
}

function objectOf({ properties = {}, required = [] }: Schema, side: Side, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const isRequired = required.includes(name);
    const type = typeOf(field, side, inner);
    return `${inner}readonly ${name}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : side.leftOut};`;
  });
  return fields.length === 0 ? 'Record<never, never>' : `{\n${fields.join('\n')}\n${indent}}`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}
