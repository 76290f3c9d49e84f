/**
 * A Vite plugin that replaces each endpoint of the contract by its method and path, because a page
 * that only calls it needs no schemas. Endpoints inside other data, such as the queue's actions,
 * are replaced too. Schemas, with zod, load only in pages that validate a form.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const contract = fileURLToPath(new URL('../../contract/src/', import.meta.url));
const whole = '?whole';

/** The parts of an endpoint that a browser uses. */
interface Address {
  readonly method: string;
  readonly path: string;
  readonly access: unknown;
  /** A marker that the endpoint takes a body: an empty object, or undefined. */
  readonly body?: object;
}

export function lightContract(): Plugin {
  return {
    name: 'baari:light-contract',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith(whole) ? source : null),
    async load(id) {
      if (!id.startsWith(contract)) return null;
      if (id.endsWith(whole)) {
        const code = await readFile(id.slice(0, -whole.length), 'utf8');
        return { code: await amongWhole(code, id), moduleType: 'ts', moduleSideEffects: false };
      }
      this.addWatchFile(id);
      const exported = await exportsOf(id);
      if (!hasSchemas(exported)) return null;
      return { code: lightModule(id, exported), moduleSideEffects: false };
    },
  };
}

type Exports = Record<string, unknown>;

function exportsOf(path: string): Promise<Exports> {
  return import(pathToFileURL(path).href);
}

/**
 * Redirects imports between modules with schemas to the full modules, instead of the modules
 * without schemas.
 */
async function amongWhole(code: string, id: string): Promise<string> {
  let led = code;
  for (const [, named = ''] of code.matchAll(/from '(\.{1,2}\/[^']+\.ts)'/gu)) {
    const path = join(dirname(id), named);
    if (hasSchemas(await exportsOf(path))) led = led.replaceAll(`'${named}'`, `'${path}${whole}'`);
  }
  return led;
}

function hasSchemas(exported: Exports): boolean {
  return Object.values(exported).some(isSchemaful);
}

function lightModule(id: string, exported: Exports): string {
  const needWhole: string[] = [];
  const lines = Object.entries(exported).map(([name, value]) => {
    if (isSchema(value) || !isLight(value)) {
      needWhole.push(name);
      return '';
    }
    return `export const ${name} = ${JSON.stringify(value, lighten)};`;
  });
  const from = JSON.stringify(id + whole);
  return `${lines.join('\n')}\nexport { ${needWhole.join(', ')} } from ${from};\n`;
}

function addressOf({ method, path, access, body }: Address): Address {
  return { method, path, access, ...(body === undefined ? {} : { body: {} }) };
}

function isSchemaful(value: unknown): boolean {
  return isEndpoint(value) || isSchema(value);
}

function isSchema(value: unknown): boolean {
  return isObject(value) && 'safeParse' in value;
}

/**
 * A JSON replacer: an endpoint becomes its method, path and access, and a schema becomes an empty
 * object.
 */
function lighten(_key: string, value: unknown): unknown {
  if (isEndpoint(value)) return addressOf(value);
  return isSchema(value) ? {} : value;
}

function isEndpoint(value: unknown): value is Address {
  return isObject(value) && 'method' in value && 'path' in value && 'reply' in value;
}

/** Whether the value survives JSON serialisation, apart from what `lighten` removes on purpose. */
function isLight(value: unknown): boolean {
  if (isSchemaful(value)) return true;
  if (Array.isArray(value)) return value.every(isLight);
  if (isObject(value)) {
    return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isLight);
  }
  return value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
