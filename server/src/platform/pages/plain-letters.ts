/**
 * Fonts for pages without JavaScript, because a phone that lacks a script's letters would show a
 * ticket as boxes. Each script has two font files, which are fetched only if the page needs them
 * and the device lacks them.
 */
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { lazily } from '../lazily.ts';

interface Letters {
  readonly name: string;
  /** The script's ISO 15924 code. */
  readonly script: string;
  /** The file name of the font package up to the font weight. */
  readonly file: string;
  readonly range: string;
}

/**
 * The scripts for which the server has fonts. Latin is missing, because every device has Latin
 * letters.
 */
const scripts: readonly Letters[] = [
  ...[
    { name: 'Arabic', script: 'Arab', range: 'U+0600-06FF' },
    { name: 'Bengali', script: 'Beng', range: 'U+0964-0965, U+0980-09FE' },
    { name: 'Gujarati', script: 'Gujr', range: 'U+0964-0965, U+0A80-0AFF' },
    { name: 'Tamil', script: 'Taml', range: 'U+0B80-0BFF' },
    { name: 'Telugu', script: 'Telu', range: 'U+0964-0965, U+0C00-0C7F' },
  ].map((letters) => {
    const name = letters.name.toLowerCase();
    return { ...letters, file: `noto-sans-${name}/files/noto-sans-${name}-${name}` };
  }),
  {
    name: 'Devanagari',
    script: 'Deva',
    file: 'noto-sans/files/noto-sans-devanagari',
    range: 'U+0900-097F, U+A8E0-A8FF',
  },
];
const weights = [400, 700] as const;

/**
 * The URL path of the fonts, next to the pages' style sheet. The secret in a ticket's URL never
 * equals `letters`.
 */
const folder = '/t/letters/';

/** The @font-face rules. A font that is installed under a known name is not fetched. */
export const plainFaces = scripts
  .flatMap(({ name: script, range }) =>
    weights.map((weight) => {
      const bold = weight === 700 ? ' Bold' : '';
      const own = [`Noto Sans ${script}${bold}`, `Nirmala UI${bold}`].map(
        (name) => `local("${name}")`,
      );
      const sources = [...own, `url("${folder}${nameOf(script, weight)}") format("woff2")`];
      return `@font-face { font-family: "${familyOf(script)}"; font-weight: ${weight}; font-display: swap;
  src: ${sources.join(', ')}; unicode-range: ${range}; }`;
    }),
  )
  .join('\n');

/**
 * The font families for a page, with the font of the page's own script first. Otherwise, characters
 * that several scripts share would load the font of another script.
 */
export function plainFamilies(own: string): string {
  const [first, others] = [true, false].map((isOwn) =>
    scripts.filter(({ script }) => (script === own) === isOwn),
  );
  return [...(first ?? []), ...(others ?? [])].map(({ name }) => `"${familyOf(name)}"`).join(', ');
}

function familyOf(name: string): string {
  return `Letters ${name}`;
}

export function mountPlainLetters(app: FastifyInstance): void {
  for (const { name, file } of scripts) {
    for (const weight of weights) {
      const path = `@fontsource/${file}-${weight}-normal.woff2`;
      const bytes = lazily(() => readFile(new URL(import.meta.resolve(path))));
      app.get(`${folder}${nameOf(name, weight)}`, async (_request, reply) =>
        reply
          .header('cache-control', 'public, max-age=2592000')
          .type('font/woff2')
          .send(await bytes()),
      );
    }
  }
}

function nameOf(name: string, weight: number): string {
  return `${name.toLowerCase()}-${weight}.woff2`;
}
