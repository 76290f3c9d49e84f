import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

const againAfterMs = 5000;

/**
 * A part of a page whose code comes after the page, inside a `Suspense` of its own. Where it cannot be fetched the page
 * goes without it and it is fetched again by and by: what somebody works with would give way to an error.
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
