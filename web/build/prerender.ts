/**
 * Prerenders the landing page at build time, once per language: dist/landing.html becomes
 * landing.en.html, landing.hi.html and so on. Also writes dist/paths.json, which tells the server
 * the application's addresses and the files of each page. Runs after `vite build`.
 */
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { aboutLanguages, type Language, languages } from '@baari/contract/languages.gen.ts';
import { build } from 'vite';
import { type LayoutEntry, layouts } from '../src/app/layouts.ts';
import { type RouteEntry, routes } from '../src/app/routes.ts';
import { ahead } from './ahead.ts';
import { type AreaName, english, others } from '../src/i18n/areas.gen.ts';

const web = join(import.meta.dirname, '..');
const dist = join(web, 'dist');
const drawer = join(web, 'node_modules/.cache/prerender');

type Manifest = Record<string, { readonly file: string; readonly imports?: readonly string[] }>;

await build({
  root: web,
  logLevel: 'error',
  build: {
    ssr: 'src/landing.prerender.tsx',
    outDir: drawer,
    emptyOutDir: true,
    copyPublicDir: false,
    manifest: false,
  },
});
// Builds the server's prerendering code. The code is split into several files, because a worker
// loads only the files for its page.
await build({
  root: web,
  logLevel: 'error',
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  resolve: {
    alias: [
      { find: /^zustand$/u, replacement: join(import.meta.dirname, 'zustand-once.ts') },
      { find: 'react-dom/server', replacement: 'react-dom/server.edge' },
    ],
  },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/page.prerender.tsx',
    outDir: join(dist, 'drawing'),
    copyPublicDir: false,
    manifest: false,
    minify: true,
    rolldownOptions: {
      output: { format: 'cjs', entryFileNames: 'draw-page.js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
// oxlint-disable-next-line no-unsafe-assignment -- built from src/landing.prerender.tsx a moment ago
const { drawLanding }: { drawLanding: (language: Language) => Promise<string> } = await import(
  pathToFileURL(join(drawer, 'landing.prerender.js')).href
);
const template = await readFile(join(dist, 'landing.html'), 'utf8');
const manifest = readManifest(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
const code = readCode(await readFile(join(dist, 'code.json'), 'utf8'));
for (const language of languages) {
  const page = template
    .replace(
      '<html lang="en"',
      `<html lang="${language}" dir="${aboutLanguages[language].direction}"`,
    )
    .replace('</head>', () => `${preloads(language)}</head>`)
    .replace('<div id="root"></div>', `<div id="root">${await drawLanding(language)}</div>`);
  if (!page.includes('<h1')) throw new Error('The landing page was not drawn.');
  await writeFile(join(dist, `landing.${language}.html`), page);
}
/** The functions that load the texts of each text area. */
type Loaders = Partial<Record<AreaName, () => Promise<unknown>>>;
const loadersOf = new Map<Language, Record<'page' | 'staff', Loaders>>();
for (const language of languages) {
  const { areas, staffAreas } = language === 'en' ? english : await others[language]();
  loadersOf.set(language, { page: areas, staff: (await staffAreas()).areas });
}
const unknown = Object.keys(ahead).filter((path) => routes.every((route) => route.path !== path));
if (unknown.length > 0) throw new Error(`No route has the path ${unknown.join(', ')}.`);
const paths = routes
  .filter(({ path }) => path !== '*')
  .map((route) => ({
    path: route.path,
    files: Object.fromEntries(
      languages.map((language) => [language, filesOfPage(route, language)]),
    ),
    ...(ahead[route.path] ?? { asks: [], isPrerendered: false }),
  }));
await writeFile(join(dist, 'paths.json'), JSON.stringify(paths));
const shell = readShell(await readFile(join(dist, 'shell.json'), 'utf8'));
const fetched = paths.flatMap(({ files }) => Object.values(files).flat());
for (const file of new Set([...shell, ...fetched])) {
  if (!existsSync(join(dist, file)))
    throw new Error(`A page refers to ${file}, which was not built.`);
}
await rm(join(dist, 'landing.html'));
await rm(join(dist, 'landing.html.br'), { force: true });
await rm(join(dist, 'code.json'));
await rm(join(dist, 'code.json.br'), { force: true });
await rm(join(dist, '.vite'), { recursive: true });

/** Preload links for files that the landing page's first script would otherwise request later. */
function preloads(language: Language): string {
  const areas = language === 'en' ? ['landing'] : ['areas', 'landing'];
  const files = new Set(areas.flatMap((area) => filesAt(`src/i18n/${language}/${area}.gen.ts`)));
  collect('src/app/landing-root.tsx', files);
  const tags = [...files]
    .filter((file) => !template.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  // styles.css names only the Latin and Devanagari fonts; src/i18n/letters.ts loads the fonts of
  // other scripts.
  if (aboutLanguages[language].script === 'Deva') {
    const { file } = built('src/fonts/noto-devanagari.woff2');
    tags.push(`<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`);
  }
  return tags.map((tag) => `  ${tag}\n  `).join('');
}

/**
 * The files of a page, of its layout and of their texts. The server preloads these files, because
 * the first script would otherwise request them later.
 */
function filesOfPage(
  { page, layout, areas: names = [] }: RouteEntry,
  language: Language,
): string[] {
  const frame: LayoutEntry = layouts[layout];
  const texts = [...(frame.areas ?? []), ...names].flatMap((name) => textFiles(language, name));
  // The application bundle contains the English names of areas.
  const own = language === 'en' ? [] : filesAt(`src/i18n/${language}/areas.gen.ts`);
  const files = [page, frame.layout].flatMap((fetch) => filesOf('src/app', fetch));
  return [...new Set([...files, ...own, ...texts])].map((file) => `/${file}`);
}

function textFiles(language: Language, name: AreaName): readonly string[] {
  const folder = `src/i18n/${language}`;
  const { page, staff } = loadersOf.get(language) ?? {};
  const fetch = page?.[name];
  if (fetch !== undefined) return filesOf(folder, fetch);
  const ofStaff = staff?.[name];
  if (ofStaff === undefined) return [];
  return [...filesAt(`${folder}/staff-areas.gen.ts`), ...filesOf(folder, ofStaff)];
}

/** The files of the module that a function such as `() */
function filesOf(folder: string, fetch: () => Promise<unknown>): readonly string[] {
  const path = /import\('(?<path>[^']+)'\)/u.exec(String(fetch))?.groups?.['path'] ?? '';
  return filesAt(posix.join(folder, path));
}

function filesAt(module: string): readonly string[] {
  const files = code[module];
  if (files === undefined) throw new Error(`The build has no code for ${module}`);
  return files;
}

function collect(key: string, files: Set<string>): void {
  const entry = built(key);
  if (files.has(entry.file)) return;
  files.add(entry.file);
  for (const imported of entry.imports ?? []) collect(imported, files);
}

function built(key: string): Manifest[string] {
  const entry = manifest[key];
  if (entry === undefined)
    throw new Error(`The build has no ${key}, which the landing page needs.`);
  return entry;
}

function readCode(text: string): Readonly<Record<string, readonly string[]>> {
  // oxlint-disable-next-line no-unsafe-return -- written by vite.config.ts a moment ago
  return JSON.parse(text);
}

interface Shell {
  readonly files: readonly string[];
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

function readShell(text: string): readonly string[] {
  // oxlint-disable-next-line no-unsafe-assignment -- written by vite.config.ts a moment ago
  const { files, texts }: Shell = JSON.parse(text);
  return [...files, ...Object.values(texts).flat()];
}

function readManifest(text: string): Manifest {
  // oxlint-disable-next-line no-unsafe-return -- written by Vite a moment ago
  return JSON.parse(text);
}
