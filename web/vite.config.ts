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
import { codeGroups, groupedAreas, shellParts } from './build/code-groups.ts';
import { directImports } from './build/direct-imports.ts';
import { licensesFile, noticeFontsAndStyles } from './build/licenses.ts';
import { lightContract } from './build/light-contract.ts';

const compress = promisify(brotliCompress);
const { version } = packageJson;
/**
 * The quality of Brotli compression. Test builds use a lower quality, because the last tenth of
 * compression takes most of the build time.
 */
const packing = process.env['BAARI_QUICK_BUILD'] === '1' ? 5 : constants.BROTLI_MAX_QUALITY;

/**
 * The content security policy that the server sends with every page. `vite preview` uses the same
 * policy, so that it fails where production would.
 */
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
 * Preloads the Latin font, so that the text's font does not change after the first paint. A later
 * change would wrap the top bar of a phone differently and move the whole page.
 */
function preloadLatinFont(): Plugin {
  return {
    name: 'baari:preload-latin-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const isPrerendered = context.path.endsWith('landing.html');
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
            },
            injectTo: isPrerendered ? 'head-prepend' : 'head',
          },
        ];
      },
    },
  };
}

/** Removes the HTML comments from the built pages. */
function leaveOutComments(): Plugin {
  return {
    name: 'baari:no-comments',
    apply: 'build',
    transformIndexHtml: (html) => html.replaceAll(/\s*<!--.*?-->/gsu, ''),
  };
}

const shellAreas = groupedAreas.texts.join('|');
/**
 * Matches the text files that belong to the app shell. English error messages need no file, because
 * the server and the schemas contain them.
 */
const shellTexts = new RegExp(
  `/i18n/(?:en/(?:${shellAreas})|(?<language>(?!en/)[\\w-]+)/(?:areas|refusals|${shellAreas}))\\.gen\\.ts$`,
  'u',
);
/** Files of the app shell that the bundler does not write. */
const shellFiles = ['/theme.js', '/favicon.svg', '/manifest.webmanifest', '/icon-192.png'];

/**
 * Writes `shell.json` for the service worker: the files of the app shell, further files for each
 * language, and a version computed from the file names.
 */
function listShell(): Plugin {
  return {
    name: 'baari:shell',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle: {
      // This plugin runs after the bundler has removed empty files.
      order: 'post',
      handler(_options, bundle) {
        const files = new Set(shellFiles);
        const texts: Record<string, Set<string>> = {};
        for (const part of Object.values(bundle)) {
          if (part.type !== 'chunk') continue;
          const holds = (end: string) => part.moduleIds.some((id) => id.endsWith(`/src/${end}`));
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

/** Adds an output file, its style sheets and its static imports to `found`, as URL paths. */
function withShell(bundle: Rolldown.OutputBundle, name: string, found: Set<string>): void {
  for (const file of withImports(bundle, name)) {
    found.add(`/${file}`);
    const part = bundle[file];
    if (part?.type !== 'chunk') continue;
    for (const style of part.viteMetadata?.importedCss ?? []) found.add(`/${style}`);
  }
}

/** Modules that the application loads only when a page needs them. */
const fetchedLater =
  /\/web\/(?<name>src\/(?:.+\.(?:page|layout)\.tsx|i18n\/[\w-]+\/[\w-]+\.gen\.ts))$/u;

/**
 * Writes `code.json` for build/prerender.ts. It lists the output files of each page, each layout
 * and their texts.
 */
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

/**
 * Returns an output file, all its static imports, direct and indirect, and their style sheets. If
 * some were missing, the page would load them later.
 */
function withImports(
  bundle: Rolldown.OutputBundle,
  name: string,
  found = new Set<string>(),
): ReadonlySet<string> {
  const part = bundle[name];
  if (found.has(name) || part?.type !== 'chunk') return found;
  found.add(name);
  for (const style of part.viteMetadata?.importedCss ?? []) found.add(style);
  for (const imported of part.imports) withImports(bundle, imported, found);
  return found;
}

/**
 * The files of Swagger UI, unchanged, and its licences. Only the page of the API documentation
 * loads them.
 */
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
        // Removes the last line of the file, because it names a source map that is not copied.
        const source = text.replace(/\n?(?:\/\/|\/\*)# sourceMappingURL=[^\n]*\s*$/u, '\n');
        this.emitFile({ type: 'asset', fileName: `api-docs/${name}`, source });
      }
    },
  };
}

/**
 * Fails the build if output files import each other in a circle. One of these files would otherwise
 * run before its imports.
 */
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

/**
 * Writes a `.br` file beside each text file of the build. The server sends the `.br` file instead
 * of compressing the text file.
 */
function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'baari:precompress',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      // After a failed build nothing can be compressed, and the build's own error must be shown.
      if (!existsSync(outDir)) return;
      await leaveOutRemarks(join(outDir, 'theme.js'));
      const files = await readdir(outDir, { recursive: true });
      const texts = files.filter((file) => /\.(js|css|html|svg|json|txt|webmanifest)$/.test(file));
      await Promise.all(texts.map((file) => compressFile(join(outDir, file))));
    },
  };
}

/** Removes the comments of a script that the bundler does not process. */
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

export default defineConfig(({ isSsrBuild }) => ({
  // React has had the hook itself since version 18, so the replacement for older versions stays out.
  resolve: {
    alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/u, replacement: 'react' }],
  },
  plugins: [
    lightContract(),
    directImports(),
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
    // Browsers without module preload get no polyfill. They load the modules a little later.
    modulePreload: { polyfill: false },
    manifest: true,
    license: isSsrBuild ? false : { fileName: licensesFile },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: ['index.html', 'landing.html'].map((page) => join(import.meta.dirname, page)),
          output: {
            codeSplitting: { groups: codeGroups() },
            // The bundler joins the names of all modules in a chunk. The chunk's file is named
            // after the first module.
            chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
          },
        },
  },
  preview: { headers: { 'content-security-policy': contentSecurityPolicy } },
}));
