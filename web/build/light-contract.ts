/**
 * A page that only calls an endpoint needs its method and its path, not its schemas. The build gives
 * it those, also where endpoints and schemas lie within other data such as the actions of the queue;
 * the schemas, with zod, come only to pages that check a form by them.
 */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const contract = fileURLToPath(new URL('../../contract/src/', import.meta.url));
const whole = '?whole';

/** What of an endpoint is used in a browser. */
interface Address {
  readonly method: string;
  readonly path: string;
  readonly access: unknown;
  /** Only whether there is one. */
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
        const path = id.slice(0, -whole.length);
        const code = await readFile(path, 'utf8');
        return { code: await amongWhole(code, path), moduleType: 'ts', moduleSideEffects: false };
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

/** Leads the imports between modules with schemas from one whole module to the other. */
async function amongWhole(code: string, from: string): Promise<string> {
  let led = code;
  for (const [, name = ''] of code.matchAll(/from '(\.{1,2}\/[a-z./-]+\.ts)'/gu)) {
    const path = resolve(dirname(from), name);
    if (hasSchemas(await exportsOf(path))) led = led.replaceAll(`'${name}'`, `'${path}${whole}'`);
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

/** For JSON: an endpoint as its address, a schema as the mere fact that there is one. */
function lighten(_key: string, value: unknown): unknown {
  if (isEndpoint(value)) return addressOf(value);
  return isSchema(value) ? {} : value;
}

function isEndpoint(value: unknown): value is Address {
  return isObject(value) && 'method' in value && 'path' in value && 'reply' in value;
}

/** Whether it is the same after being written down, but for what `lighten` leaves out. */
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
