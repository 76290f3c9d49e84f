import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import packageJson from '../package.json' with { type: 'json' };
import { licensesFile, noticeFontsAndStyles } from './build/licenses.ts';
import { lightContract } from './build/light-contract.ts';

const compress = promisify(brotliCompress);
const { version } = packageJson;
/** How tightly files are packed: a copy that a test builds has no use for the last tenth, which takes most of the build. */
const packing = process.env['BAARI_QUICK_BUILD'] === '1' ? 5 : constants.BROTLI_MAX_QUALITY;

/** The policy the server sends with every page, so that `vite preview` fails where production would. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
].join('; ');

/**
 * Asks for the Latin face together with the page, so that text does not change its shape twice. Where the text comes
 * by code, after the code: the other face has its measures, and what one came for is read sooner.
 */
function preloadLatinFont(): Plugin {
  return {
    name: 'baari:preload-latin-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const isDrawn = context.path.endsWith('landing.html');
        const font = Object.keys(context.bundle ?? {}).find((file) =>
          /inter-latin-[\w-]{8}\.woff2$/.test(file),
        );
        if (!font) return [];
        return [
          {
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `/${font}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              ...(!isDrawn && { fetchpriority: 'low' }),
            },
            injectTo: isDrawn ? 'head-prepend' : 'head',
          },
        ];
      },
    },
  };
}

/** What is said in a page to whoever works on it is not sent. */
function leaveOutComments(): Plugin {
  return {
    name: 'baari:no-comments',
    apply: 'build',
    transformIndexHtml: (html) => html.replaceAll(/\s*<!--.*?-->/gsu, ''),
  };
}

/** What the queue page is made of, by the end of a module's path: the shell that a phone may keep. */
const shellParts = [
  '/src/main.tsx',
  '/src/app/layouts/patient.layout.tsx',
  '/src/pages/patient/patient-queue.page.tsx',
  '/src/features/patient-queue/place/last-place-card.tsx',
  '/src/ui/feedback/toaster.tsx',
];
/** The texts it shows besides those of every page; the refusals are English without a file. */
const shellAreas = 'patient-queue|arrival|people|medical';
/** The texts of staff at work, by the desk and in the rooms. */
const staffAreas = 'access|doctor-console|day-end|desk-bookings|doctor-work|queue-desk|rooms';
const shellTexts = new RegExp(
  `/i18n/(?:en/(?:${shellAreas})|(?<language>(?!en/)[\\w-]+)/(?:areas|refusals|${shellAreas}))\\.gen\\.ts$`,
  'u',
);
/** Besides what the bundler writes. */
const shellFiles = ['/theme.js', '/favicon.svg', '/manifest.webmanifest', '/icon-192.png'];

/**
 * Lists the files of the shell in `shell.json` for the service worker, and what it needs besides in each
 * language, with a version that changes when any of them does.
 */
function listShell(): Plugin {
  return {
    name: 'baari:shell',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle: {
      // When what turned out to be empty has been taken away.
      order: 'post',
      handler(_options, bundle) {
        const files = new Set(shellFiles);
        const texts: Record<string, Set<string>> = {};
        for (const part of Object.values(bundle)) {
          if (part.type !== 'chunk') continue;
          const holds = (end: string) => part.moduleIds.some((id) => id.endsWith(end));
          const text = part.moduleIds.map((id) => shellTexts.exec(id)).find((match) => match);
          const language = text?.groups?.['language'];
          if (language !== undefined)
            withShell(bundle, part.fileName, (texts[language] ??= new Set()));
          else if (text || shellParts.some(holds)) withShell(bundle, part.fileName, files);
        }
        for (const name of Object.keys(bundle)) {
          if (/inter-latin-[\w-]{8}\.woff2$/.test(name)) files.add(`/${name}`);
        }
        const shell = {
          files: [...files].toSorted(),
          texts: Object.fromEntries(
            Object.entries(texts).map(([language, own]) => [
              language,
              [...own].filter((name) => !files.has(name)).toSorted(),
            ]),
          ),
        };
        const hash = createHash('sha256').update(JSON.stringify(shell)).digest('hex');
        this.emitFile({
          type: 'asset',
          fileName: 'shell.json',
          source: `${JSON.stringify({ version: hash.slice(0, 16), ...shell })}\n`,
        });
      },
    },
  };
}

/** A file, its styles and all that it imports at once, as addresses. */
function withShell(bundle: Rolldown.OutputBundle, name: string, found: Set<string>): void {
  for (const file of withImports(bundle, name)) {
    found.add(`/${file}`);
    const part = bundle[file];
    if (part?.type !== 'chunk') continue;
    for (const style of part.viteMetadata?.importedCss ?? []) found.add(`/${style}`);
  }
}

/** A module that the application fetches by itself when a page needs it. */
const fetchedLater =
  /\/web\/(?<name>src\/(?:.+\.(?:page|layout)\.tsx|i18n\/[\w-]+\/[\w-]+\.gen\.ts))$/u;

/** Says in `code.json` in which files each page, each layout and their texts came to lie, for build/prerender.ts. */
function listCode(): Plugin {
  return {
    name: 'baari:code',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const code: Record<string, string[]> = {};
        for (const part of Object.values(bundle)) {
          if (part.type !== 'chunk') continue;
          for (const id of part.moduleIds) {
            const name = fetchedLater.exec(id)?.groups?.['name'];
            if (name !== undefined) code[name] = [...withImports(bundle, part.fileName)];
          }
        }
        this.emitFile({ type: 'asset', fileName: 'code.json', source: JSON.stringify(code) });
      },
    },
  };
}

/** A file and all that must be there before it runs, however deep: a page told of half asks for the rest later. */
function withImports(
  bundle: Rolldown.OutputBundle,
  name: string,
  found = new Set<string>(),
): ReadonlySet<string> {
  const part = bundle[name];
  if (found.has(name) || part?.type !== 'chunk') return found;
  found.add(name);
  for (const imported of part.imports) withImports(bundle, imported, found);
  return found;
}

/** The library of the page of the API, as its makers packed it, with its licences: fetched by that page alone. */
const apiPageFiles = {
  'swagger-ui.js': 'swagger-ui-bundle.js',
  'swagger-ui.css': 'swagger-ui.css',
  'LICENSE.txt': 'LICENSE',
  'NOTICE.txt': 'NOTICE',
  'swagger-ui.js.LICENSE.txt': 'swagger-ui-bundle.js.LICENSE.txt',
} as const;

function copyApiPage(): Plugin {
  return {
    name: 'baari:api-page',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    async generateBundle() {
      const folder = new URL('.', import.meta.resolve('swagger-ui-dist/package.json'));
      for (const [name, from] of Object.entries(apiPageFiles)) {
        const text = await readFile(new URL(from, folder), 'utf8');
        // The map that its last line names stays behind.
        const source = text.replace(/\n?(?:\/\/|\/\*)# sourceMappingURL=[^\n]*\s*$/u, '\n');
        this.emitFile({ type: 'asset', fileName: `api-docs/${name}`, source });
      }
    },
  };
}

/** Fails the build where files wait for each other: one of them then runs before what it needs is there. */
function refuseCircles(): Plugin {
  return {
    name: 'baari:no-circles',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const done = new Set<string>();
        const follow = (name: string, way: readonly string[]): void => {
          if (way.includes(name))
            throw new Error(`Files wait for each other: ${[...way, name].join(' → ')}`);
          const part = bundle[name];
          if (done.has(name) || part?.type !== 'chunk') return;
          for (const imported of part.imports) follow(imported, [...way, name]);
          done.add(name);
        };
        for (const name of Object.keys(bundle)) follow(name, []);
      },
    },
  };
}

/** Writes a `.br` beside each text file of the build; the server sends it instead of compressing. */
function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'baari:precompress',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      // Where a build failed there is nothing to pack, and that is not what is to be told.
      if (!existsSync(outDir)) return;
      await leaveOutRemarks(join(outDir, 'theme.js'));
      const files = await readdir(outDir, { recursive: true });
      const texts = files.filter((file) => /\.(js|css|html|svg|json|txt|webmanifest)$/.test(file));
      await Promise.all(texts.map((file) => compressFile(join(outDir, file))));
    },
  };
}

/** What is said in a script that no bundler has seen. */
async function leaveOutRemarks(path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replaceAll(/^\s*\/\/.*\n/gmu, ''));
}

async function compressFile(path: string): Promise<void> {
  const plain = await readFile(path);
  const packed = await compress(plain, {
    params: {
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      [constants.BROTLI_PARAM_QUALITY]: packing,
    },
  });
  await writeFile(`${path}.br`, packed);
}

/** What forms and lists of staff share, and the page of who waits has no use for. */
const besideUi =
  'text-field|kbd|print-sheet|scroll-area|use-settled-text|standing-mark|go-on-beside|use-focus-back|qr-|form-dialog|phone-text|use-width|use-focus-goes-on|refresh-button|with-tokens|window-open';
const besideIcons =
  'arrow-down-to-line|bell|bot|building-complex|calendar-(?:clock|days|plus|x)|chevron-(?:left|right)|circle-pause|clipboard-(?:list|pen)|copy|download|eye(?:-off)?|fingerprint-pattern|forward|grip-vertical|lightbulb|lock|lock-keyhole-open|mail|mail-question-mark|megaphone|message-circle|notebook-pen|pencil|phone|plus|printer|route|shield-(?:check|question-mark)|sliders-horizontal|sticky-note|ticket|trash|undo-2|user-(?:check|minus|plus|round|round-plus)|volume-[2x]';
const besideApi =
  'files|use-draft|doctor-work-queries|use-one-at-a-time|use-password-min|saved-meanwhile|use-meanwhile|merge-saves|use-say-gone';
/** What they read, apart: it leans on the query cache, which the landing page goes without. */
const staffQueries = '(?:access|administration|assessment|line|patient|report|team)-queries';

/** Files of icons whose names begin so. */
function icons(names: string): RegExp {
  return new RegExp(`[\\\\/]lucide-react[\\\\/]dist[\\\\/]esm[\\\\/]icons[\\\\/]${names}`, 'u');
}

/** What each icon is drawn with, as it is loaded: no file of icons may wait for another one with it. */
const iconFrame = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/](?!icons[\\/])/u;

/**
 * Pieces that many pages share, in few files: hundreds of a few bytes each would cost more in asking
 * than in sending. A piece takes along what it needs, unless an earlier one has it.
 */
const sharedCode = [
  {
    // What the landing page needs, and every other page as well.
    name: 'core',
    test: new RegExp(
      `${source('(?:session/session|i18n/readable-language|api/site-sent|app/(?:drawn|use-known-visitor|site|visitor|late-toaster|content-id)|navigation/page-title|ui/(?:button|layout/(?:skip-link|logo)|hooks/use-now))\\.tsx?$').source}|${packages('react|react-dom|scheduler').source}|${iconFrame.source}|[\\\\/]contract[\\\\/]src[\\\\/]text[\\\\/]digits\\.ts$`,
      'u',
    ),
  },
  {
    name: 'base',
    test: new RegExp(
      `${source('app/(?:root|providers)\\.tsx$').source}|[\\\\/]contract[\\\\/]src[\\\\/]text[\\\\/]commas\\.ts$`,
      'u',
    ),
  },
  {
    // The desk asks it what it may offer, without the schemas that lean on it as well.
    name: 'situation',
    test: /[\\/]contract[\\/]src[\\/]queue[\\/]situation\.ts$/u,
  },
  {
    name: 'forms',
    test: new RegExp(`${packages('zod|react-hook-form|@hookform').source}|\\?whole$`, 'u'),
  },
  {
    name: 'live',
    test: source(
      `(?:live|api)/(?!(?:queries/|forms/)?(?:${besideApi}|${staffQueries}|use-bound-field))`,
    ),
    minShareCount: 4,
  },
  { name: 'bound-field', test: source('api/forms/use-bound-field'), minShareCount: 2 },
  { name: 'staff-queries', test: source(`api/queries/${staffQueries}`), minShareCount: 2 },
  {
    // Shown by a few windows of staff and of one's own account: too heavy to lie among the parts.
    name: 'qr',
    test: new RegExp(`${source('ui/qr-').source}|${packages('uqr').source}`, 'u'),
  },
  {
    name: 'parts',
    test: new RegExp(
      `${source(`(?:ui/(?!(?:[\\w-]+/)?(?:${besideUi}))|i18n/use-(?!listed))`).source}|${icons(`(?!(?:${besideIcons})\\.)`).source}`,
      'u',
    ),
    minShareCount: 3,
    // A page fetches those it needs, and a few besides where they are small.
    entriesAware: true,
    entriesAwareMergeThreshold: 100_000,
  },
  {
    name: 'beside',
    test: new RegExp(
      `${source(`(?:shared/hospital/(?!(?:use-)?opening\\.ts|hospital-fields)|ui/(?:[\\w-]+/)?(?:${besideUi})|api/(?:queries/|forms/)?(?:${besideApi})|i18n/use-listed)`).source}|${icons(`(?:${besideIcons})\\.`).source}`,
      'u',
    ),
    minShareCount: 3,
    entriesAware: true,
    entriesAwareMergeThreshold: 30_000,
  },
  {
    // What a phone opens most: the frame and the queue in one.
    name: 'queue',
    test: source('(?:pages/patient/patient-queue\\.page|app/layouts/patient\\.layout)\\.tsx$'),
  },
  {
    // The hospitals, to which the queue's page leads and from which one joins.
    name: 'hospitals',
    test: source('pages/patient/patient-dashboard\\.page\\.tsx$'),
  },
  // Each group takes along what it alone needs, so that a page of staff is some ten files and not forty.
  {
    // The frame of everyone who works at a hospital, and what hangs on the queue in it.
    name: 'staff',
    test: new RegExp(
      `${source('(?:app/layouts/staff(?:-shell|\\.layout)|features/queue-desk/(?:lists/use-queues|desk-header|desk-states|request-alerts/request-alerts))\\.tsx?$').source}|[\\\\/]useInfiniteQuery\\.js$`,
      'u',
    ),
  },
  {
    // What the desks and the console share: an entry and what can be done with it.
    name: 'desk',
    test: source(
      'features/queue-desk/(?:desk|entry/pending-card|keyboard/(?:shortcut-sheet|use-desk-keys))\\.tsx?$',
    ),
  },
  {
    name: 'board',
    test: source(
      '(?:features/queue-desk/(?:queue-desk|staff-desk|use-desk-address)|pages/staff/staff-queue\\.page)\\.tsx?$',
    ),
  },
  {
    // What the console, the doctor's own page and the hospital's day show of a doctor at work.
    name: 'work',
    test: source(
      'features/(?:doctor-work/(?:break-controls|doctor-alerts)|doctors/room-button|appointments/(?:hospital-day|use-day-address))\\.tsx?$',
    ),
  },
  // Fetched after the page by whoever shows an entry: it must not bring the console along.
  {
    name: 'insights',
    test: source('(?:shared/insights/|api/queries/assessment-queries)'),
    minShareCount: 2,
  },
  {
    name: 'console',
    test: source('(?:pages/staff/doctor-console\\.page|app/layouts/console\\.layout)\\.tsx$'),
  },
  { name: 'public', test: source('app/layouts/public\\.layout\\.tsx$') },
  { name: 'sign-in', test: source('pages/account/login\\.page\\.tsx$') },
  // What every page in a language needs before any other text of it.
  textsNamed('language', '(?!en/)[\\w-]+', 'areas|common|ui'),
  textsNamed('hospital-texts', '[\\w-]+', 'browse|reports'),
  // Each is short, and every page of staff shows several.
  textsNamed('staff-texts', '[\\w-]+', staffAreas),
  textsNamed('texts', '[\\w-]+', shellAreas),
].map((group, index, all) => ({ ...group, priority: all.length - index }));

/** These areas of a language in a file of its own for each. */
function textsNamed(name: string, language: string, areas: string) {
  const test = source(`i18n/(?<language>${language})/(?:${areas})\\.gen\\.ts$`);
  return {
    test,
    debugName: name,
    name: (id: string) => `${name}-${test.exec(id)?.groups?.['language'] ?? ''}`,
  };
}

function packages(names: string): RegExp {
  return new RegExp(`[\\\\/]node_modules[\\\\/](?:${names})[\\\\/]`, 'u');
}

/** Matches our own files whose path under src begins like this. */
function source(path: string): RegExp {
  return new RegExp(`[\\\\/]web[\\\\/]src[\\\\/]${path.replaceAll('/', '[\\\\/]')}`, 'u');
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    lightContract(),
    react(),
    tailwindcss(),
    preloadLatinFont(),
    leaveOutComments(),
    noticeFontsAndStyles(),
    listShell(),
    listCode(),
    copyApiPage(),
    refuseCircles(),
    precompress(),
  ],
  define: { 'import.meta.env.BAARI_VERSION': JSON.stringify(version) },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // A browser that does not know the hint fetches a little later.
    modulePreload: { polyfill: false },
    manifest: true,
    license: isSsrBuild ? false : { fileName: licensesFile },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: ['index.html', 'landing.html'].map((page) => join(import.meta.dirname, page)),
          output: {
            codeSplitting: { groups: sharedCode },
            // The bundler names a shared piece after all that share it.
            chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
          },
        },
  },
  preview: { headers: { 'content-security-policy': contentSecurityPolicy } },
}));
