/**
 * Writes the licences of everything in the pages to `licenses.txt`. Vite collects those of bundled
 * packages. Fonts and Tailwind are not bundled as packages, so their licences are added here.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';
import ownPackage from '../package.json' with { type: 'json' };

export const licensesFile = 'licenses.txt';
const styles = 'tailwindcss';

const described = z.object({ name: z.string(), version: z.string(), license: z.string() });

export function noticeFontsAndStyles(): Plugin {
  return {
    name: 'baari:licenses',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle: {
      // Runs after Vite has written the licences of the scripts.
      order: 'post',
      async handler(_options, bundle) {
        const file = bundle[licensesFile];
        if (file?.type !== 'asset') throw new Error(`Vite wrote no ${licensesFile}.`);
        const names = Object.keys(ownPackage.devDependencies).filter(
          (name) => name === styles || name.startsWith('@fontsource'),
        );
        const notices = await Promise.all(names.map(noticeOf));
        file.source = [String(file.source).trimEnd(), ...notices, ''].join('\n\n');
      },
    },
  };
}

async function noticeOf(name: string): Promise<string> {
  const path = createRequire(import.meta.url).resolve(`${name}/package.json`);
  const { version, license } = described.parse(JSON.parse(await readFile(path, 'utf8')));
  const text = await readFile(join(dirname(path), 'LICENSE'), 'utf8');
  return `## ${name} - ${version} (${license})\n\n${text.trim()}`;
}
