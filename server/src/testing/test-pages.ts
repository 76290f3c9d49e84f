/** A minimal build of the pages, for tests without a browser. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languages } from '@baari/contract/languages.gen.ts';

export interface TestPage {
  /** The page's path as the routes write it, such as /patient/hospital/:hospitalId. */
  readonly path: string;
  /** The API calls whose answers the page needs before it is rendered. */
  readonly asks: readonly string[];
  readonly isPrerendered?: boolean;
}

/** A folder for `webFolder` whose only file is `assets/app-1234.js`; `drawPage` draws pages as the build does. */
export async function makeTestPages(
  pages: readonly TestPage[],
  { drawPage }: { readonly drawPage?: string } = {},
): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'baari-pages-'));
  await mkdir(join(folder, 'assets'));
  const page =
    '<!doctype html><html lang="en"><head><title>Baari</title><meta name="description"></head><body><div id="root"><div>…</div></div></body>';
  for (const name of ['index.html', ...languages.map((language) => `landing.${language}.html`)]) {
    await writeFile(join(folder, name), page);
  }
  await writeFile(join(folder, 'assets/app-1234.js'), 'export {};\n');
  if (drawPage !== undefined) {
    await mkdir(join(folder, 'drawing'));
    await writeFile(join(folder, 'drawing/draw-page.js'), drawPage);
  }
  const files = Object.fromEntries(languages.map((language) => [language, []]));
  const listed = pages.map((one) => ({ isPrerendered: false, ...one, files }));
  await writeFile(join(folder, 'paths.json'), JSON.stringify(listed));
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
