/**
 * Fills references in help pages: `{{queue-desk.actions.hold.label}}` is a text of the screens, and
 * `{{key.hold}}` a key. A renamed button or a changed key is therefore right in the help too.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Language, withFallbacks } from '@baari/contract/languages.ts';
import {
  anywhereKeys,
  counterKeys,
  pageKeys,
  undoSendingKey,
  walkingKeys,
} from '@baari/contract/queue/desk-keys.ts';
import { deskActionNames, queueActions } from '@baari/contract/queue/queue-actions.ts';
import { z } from 'zod';

/** Matches one reference; its first group is the reference's name. */
export const referencePattern = /\{\{([\w.-]+)\}\}/gu;

export type Filled =
  | { readonly kind: 'key'; readonly text: string }
  /** A text of the screens, in the language in which the reader's screen shows it. */
  | { readonly kind: 'text'; readonly text: string; readonly language: Language };

export type Fill = (reference: string) => Filled | undefined;

const texts = fileURLToPath(new URL('../../../../texts/', import.meta.url));
const keyPrefix = 'key.';

/**
 * Makes a function that fills references for readers of a language. It returns undefined for a name
 * that is not a text or key, and for a text with placeholders, which has no fixed words.
 */
export function fillIn(language: Language): Fill {
  const areas = new Map<string, unknown>();
  const wishes = withFallbacks(language);
  function areaIn(each: Language, area: string): unknown {
    const path = `${each}/${area}.json`;
    if (!areas.has(path)) areas.set(path, readJson(path));
    return areas.get(path);
  }
  return (reference) => {
    if (reference.startsWith(keyPrefix)) {
      const key = keys.get(reference.slice(keyPrefix.length));
      return key === undefined ? undefined : { kind: 'key', text: key };
    }
    const [area = '', ...path] = reference.split('.');
    for (const each of wishes) {
      const text = path.reduce(within, areaIn(each, area));
      if (typeof text !== 'string') continue;
      if (/[{}]/u.test(text)) return undefined;
      return { kind: 'text', text: text.replaceAll("''", "'"), language: each };
    }
    return undefined;
  };
}

/** The shown key of each name, such as `hold`, `next` or `counter.again`. */
const keys: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ...walkingKeys, ...pageKeys, ...anywhereKeys }).map(
    ([key, command]) => [command, shown(key)] as const,
  ),
  ...deskActionNames.flatMap((name): (readonly [string, string])[] => {
    const { desk } = queueActions[name];
    return 'key' in desk ? [[name, shown(desk.key)]] : [];
  }),
  ...Object.entries(counterKeys).map(([name, key]) => [`counter.${name}`, key] as const),
  ['counter.undo', undoSendingKey],
  ['palette', 'Ctrl+K'],
]);

function shown(key: string): string {
  return key.length > 1 ? key.toUpperCase() : key;
}

function within(tree: unknown, name: string): unknown {
  const branch = z.record(z.string(), z.unknown()).safeParse(tree).data;
  return branch !== undefined && Object.hasOwn(branch, name) ? branch[name] : undefined;
}

/** The texts of an area; undefined if the language has no such file. */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(texts + path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
