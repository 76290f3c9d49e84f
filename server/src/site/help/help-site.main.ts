/**
 * `npm run help-site -- FOLDER [PICTURES]` writes the help as files, for a server that only serves
 * files. The pages have no search there. `PICTURES` is a folder of drawn pictures other than the
 * usual one.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fallbackLanguage, type Language } from '@baari/contract/languages.ts';
import { plainStyle } from '../../platform/pages/plain-page.ts';
import { type Help, helpHome, helpOfRole, helpStyle, helpTopic } from './help.page.ts';
import { helpLanguages, helpPath, helpRoles, readHelp } from './help-pages.ts';
import { helpPictureFolder, readHelpPictures } from './help-pictures.ts';
import { fillIn } from './help-references.ts';

/**
 * Writes every page in the languages in which help is written, and the drawn pictures; returns the
 * number of pages.
 */
export async function writeHelpSite(
  folder: string,
  pictureFolder = helpPictureFolder,
): Promise<number> {
  const offered = await helpLanguages();
  const pictures = await readHelpPictures(pictureFolder);
  for (const [path, { file }] of pictures) {
    const copy = join(folder, 'pictures', path);
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(file, copy);
  }
  await write(join(folder, 'plain.css'), plainStyle);
  await write(join(folder, 'help.css'), helpStyle);
  let count = 0;
  for (const language of offered) {
    const pages = await readHelp(language);
    const of = (path: string): Help => ({
      language,
      offered,
      pages,
      pictures,
      fill: fillIn(language),
      site: {
        addressOf: (to, other) => linkBetween(fileOf(path, language), fileOf(to, other)),
        pictureAt: (to) => linkBetween(fileOf(path, language), join('pictures', to)),
        styles: [
          linkBetween(fileOf(path, language), 'plain.css'),
          linkBetween(fileOf(path, language), 'help.css'),
        ],
        hasSearch: false,
      },
    });
    const rendered = [
      ['/help', helpHome(of('/help'))] as const,
      ...helpRoles.map(
        (role) => [helpPath({ role }), helpOfRole(of(helpPath({ role })), role)] as const,
      ),
      ...pages.map((page) => [helpPath(page), helpTopic(of(helpPath(page)), page)] as const),
    ];
    for (const [path, html] of rendered) await write(join(folder, fileOf(path, language)), html);
    count += rendered.length;
  }
  const [first = fallbackLanguage] = offered;
  const start = fileOf('/help', first);
  await write(
    join(folder, 'index.html'),
    `<!doctype html>\n<html lang="${first}"><head><meta charset="utf-8"><title>Help</title><meta http-equiv="refresh" content="0; url=${start}"></head><body><a href="${start}">Help</a></body></html>\n`,
  );
  return count;
}

function fileOf(path: string, language: Language): string {
  const rest = path.replace(/^\/help\/?/u, '');
  return rest === '' || !rest.includes('/')
    ? join(language, rest, 'index.html')
    : `${join(language, rest)}.html`;
}

function linkBetween(from: string, to: string): string {
  return relative(dirname(from), to);
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

if (import.meta.main) {
  const [folder, pictures] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('Name the folder for the pages: npm run help-site -- FOLDER [PICTURES]');
    process.exitCode = 1;
  } else {
    const from = pictures === undefined ? undefined : resolve(pictures);
    const count = await writeHelpSite(resolve(folder), from);
    process.stdout.write(`${count} pages are in ${resolve(folder)}.\n`);
  }
}
