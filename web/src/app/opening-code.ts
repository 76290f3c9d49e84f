/** Loads the code of the first page before the first render. */
import { isPrerendered } from './prerendered.ts';
import { fetchLayout, fetchPage } from './page-code.ts';
import { routes } from './routes.ts';

/**
 * How long the first render waits for the page's code before it shows "Loading", in ms. A prerendered page waits
 * without a limit.
 */
const graceMs = 1000;

/**
 * Resolves when the code of the page at this address and of its layout has loaded, or the time
 * limit has passed. Otherwise React would show "Loading" first and keep it for at least 300 ms.
 */
export async function openingCode(pathname: string): Promise<void> {
  const entry = routes.find(({ path }) => leadsTo(path, pathname));
  if (entry === undefined) return;
  // A failure is shown where the page renders.
  const code = Promise.allSettled([fetchLayout(entry.layout), fetchPage(entry)]);
  // The prerendered content stays until the page can hydrate it.
  if (isPrerendered()) return void (await code);
  await Promise.race([code, new Promise((resolve) => setTimeout(resolve, graceMs))]);
}

/** Whether the path of a route matches the path of a URL. */
function leadsTo(path: string, pathname: string): boolean {
  if (path === '*') return true;
  const wanted = path.split('/');
  const given = pathname.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  );
}
