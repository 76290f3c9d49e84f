/** Addresses that name something: `/hospitals/:id`. */
import { uuid } from '@baari/contract/fields.ts';

/**
 * Whether a path is one of a pattern such as `/hospitals/:id`. A part that begins with a colon stands
 * for any one part that is not empty; a pattern with `*` names no particular address.
 */
export function matchesPattern(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => {
      const actual = given[index];
      return part.startsWith(':') ? actual !== '' : part === actual;
    })
  );
}

/** What a path has in place of the parts of its pattern that begin with a colon, by their names. */
export function partsOf(pattern: string, path: string): Record<string, string> {
  const given = path.split('/');
  return Object.fromEntries(
    pattern
      .split('/')
      .flatMap((part, index) =>
        part.startsWith(':') ? [[part.slice(1), given[index] ?? '']] : [],
      ),
  );
}

/** The pattern with ids filled in; undefined where one is missing or is no id of ours. */
export function pathFor(
  pattern: string,
  parts: Readonly<Record<string, string>>,
): string | undefined {
  const [path = '', query] = pattern.split('?');
  const filled = path
    .split('/')
    .map((part) => (part.startsWith(':') ? uuid.safeParse(parts[part.slice(1)]).data : part));
  if (filled.includes(undefined)) return undefined;
  return query === undefined ? filled.join('/') : `${filled.join('/')}?${query}`;
}
