/** Builds the playground of the component tests into web/.cache/playground; scripts/build-web.mjs runs it. */
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const web = join(import.meta.dirname, '..');

export default defineConfig({
  root: import.meta.dirname,
  publicDir: join(web, 'public'),
  plugins: [react(), tailwindcss()],
  define: { 'import.meta.env.BAARI_VERSION': JSON.stringify('0.0.0') },
  build: {
    outDir: join(web, '.cache/playground'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // Source maps are built, so that a test failure points to the lines of the component's source.
    sourcemap: true,
    chunkSizeWarningLimit: 2000,
    // Few files are built: a scene loads the whole playground and all texts of its language, and a
    // hundred small files would be slower (docs/decisions/044).
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'playground', tags: ['$initial'], priority: 1 }, { name: languageOf }],
        },
      },
    },
  },
});

/** The language of a file of texts; null for any other file. */
function languageOf(file: string): string | null {
  return /\/i18n\/([a-z]{2})\/[^/]+\.gen\.ts$/u.exec(file)?.[1] ?? null;
}
