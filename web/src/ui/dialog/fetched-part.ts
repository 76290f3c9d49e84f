import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

const againAfterMs = 5000;

/**
 * A part of a page that loads after it, in its own `Suspense`. If loading fails the page works
 * without it and loading is retried. Otherwise an error would replace what the person works with.
 */
export function fetchedPart<Props>(
  fetchCode: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    for (;;) {
      try {
        return { default: await fetchCode() };
      } catch {
        await new Promise((resolve) => setTimeout(resolve, againAfterMs));
      }
    }
  });
}
