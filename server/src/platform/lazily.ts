/**
 * Does what is costly, such as loading a library, when it is first needed instead of at start, and once
 * for all who ask; what failed is tried anew by the next one. What may not be loaded at start is held
 * by loaded-at-start.test.ts.
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
