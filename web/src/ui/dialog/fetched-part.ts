import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

const againAfterMs = 5000;

/**
 * Makes a part of a page that loads after the page, in its own `Suspense`. If loading fails, the
 * page works without this part, and loading is retried.
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
