/**
 * Lazy initialisation: does expensive work, such as loading a library, on first use and once for
 * all callers. After a failure the next caller tries again. loaded-at-start.test.ts lists the
 * modules that must not be loaded at start.
 */
export function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
