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
