/**
 * The pictures of help pages, which `npm run pictures -- help` draws. Without them the pages are
 * complete.
 */
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type HelpPage, type HelpRole, helpLanguages, helpRoles, topicsOf } from './help-pages.ts';

/**
 * The folder of the drawn pictures, which git ignores. It is in `server/`, because the container
 * image copies that folder.
 */
export const helpPictureFolder = fileURLToPath(new URL('../../../help-pictures/', import.meta.url));

export interface HelpPicture {
  readonly file: string;
  /** The size on the page in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** Pictures by path, `language/role/topic.png`. */
export type HelpPictures = ReadonlyMap<string, HelpPicture>;

type Named = Pick<HelpPage, 'language' | 'role' | 'topic'>;

const ending = '.png';
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** A PNG begins with its signature, the length and name of the first chunk, the width and height. */
const headerBytes = 24;

/** The path of a page's picture within the folder, and after `/help/pictures/`. */
export function picturePath({ language, role, topic }: Named): string {
  return `${language}/${role}/${topic}${ending}`;
}

/** The drawn pixels per CSS pixel, so that small letters of a phone are sharp in 100 kB. */
export function picturePixels(role: HelpRole): number {
  return role === 'patient' ? 1.5 : 1;
}

/** Reads the sizes of all pictures of existing pages. Files that are not PNG are left out. */
export async function readHelpPictures(folder: string): Promise<HelpPictures> {
  const named: Named[] = [];
  for (const language of await helpLanguages()) {
    for (const role of helpRoles) {
      const drawn = new Set(await filesIn(join(folder, language, role)));
      const topics = await topicsOf(language, role);
      named.push(
        ...topics
          .filter((topic) => drawn.has(`${topic}${ending}`))
          .map((topic) => ({ language, role, topic })),
      );
    }
  }
  const pictures = new Map<string, HelpPicture>();
  for (const page of named) {
    const file = join(folder, picturePath(page));
    const size = await sizeOf(file);
    if (size === undefined) continue;
    const pixels = picturePixels(page.role);
    pictures.set(picturePath(page), {
      file,
      width: Math.round(size.width / pixels),
      height: Math.round(size.height / pixels),
    });
  }
  return pictures;
}

/**
 * The bytes of the picture with this path; undefined for an unknown path, or if the file is deleted.
 * Only known paths have a file, so a path of a request never reaches the file system.
 */
export async function readPicture(
  pictures: HelpPictures,
  path: string,
): Promise<Buffer | undefined> {
  const picture = pictures.get(path);
  return picture === undefined ? undefined : ifThere(readFile(picture.file));
}

async function filesIn(folder: string): Promise<string[]> {
  return (await ifThere(readdir(folder))) ?? [];
}

async function ifThere<Content>(reading: Promise<Content>): Promise<Content | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The size of a PNG in its own pixels; undefined for another file. */
async function sizeOf(path: string): Promise<{ width: number; height: number } | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
    if (bytesRead < headerBytes || !buffer.subarray(0, signature.length).equals(signature)) {
      return undefined;
    }
    return { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) };
  } finally {
    await file.close();
  }
}
