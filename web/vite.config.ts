import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const compress = promisify(brotliCompress);
const api = 'http://127.0.0.1:3000';

/** The policy the server sends with every page, so that `vite preview` fails where production would. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
].join('; ');

/** Asks for the Latin face together with the page, so that text does not change its shape twice. */
function preloadLatinFont(): Plugin {
  return {
    name: 'baari:preload-latin-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const font = Object.keys(context.bundle ?? {}).find((file) =>
          /inter-latin-wght-normal.*\.woff2$/.test(file),
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
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}

/** Writes a `.br` beside each text file of the build; the server sends it instead of compressing. */
function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'baari:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await readdir(outDir, { recursive: true });
      const texts = files.filter((file) => /\.(js|css|html|svg|webmanifest)$/.test(file));
      await Promise.all(texts.map((file) => compressFile(join(outDir, file))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const plain = await readFile(path);
  const packed = await compress(plain, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
  await writeFile(`${path}.br`, packed);
}

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadLatinFont(), precompress()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  server: { proxy: { '/api': api, '/dev': api } },
  preview: { headers: { 'content-security-policy': contentSecurityPolicy } },
});
