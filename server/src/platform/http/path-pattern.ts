/** Handles URL path patterns with parameters, such as `/hospitals/:id`. */
import { uuid } from '@baari/contract/fields.ts';

/**
 * Whether a path matches a pattern such as `/hospitals/:id`, where a parameter matches one
 * non-empty segment. Patterns with `*` never match.
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

/** The values of a pattern's parameters in a path, by name. */
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

/**
 * Fills ids into a path pattern. Returns undefined if an id is missing or does not have the form of
 * an id.
 */
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
