/** Builds the stage of the component tests into web/.cache/stage; scripts/build-web.mjs runs it. */
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
    outDir: join(web, '.cache/stage'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // What a test finds broken is read in the component's own lines.
    sourcemap: true,
    chunkSizeWarningLimit: 2000,
    // In few files: a scene waits for all that stands on the stage and for every text of its language, and
    // a hundred files of a kilobyte cost the browser more than these (docs/decisions/044).
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'stage', tags: ['$initial'], priority: 1 }, { name: languageOf }],
        },
      },
    },
  },
});

/** The language that a file of texts is in. */
function languageOf(file: string): string | null {
  return /\/i18n\/([a-z]{2})\/[^/]+\.gen\.ts$/u.exec(file)?.[1] ?? null;
}
