/** The code of the page that the visitor opened, before anything is drawn. */
import { isDrawn } from './drawn.ts';
import { fetchLayout, fetchPage } from './page-code.ts';
import { routes } from './routes.ts';

/** A page whose code takes longer is drawn as "Loading" meanwhile, ms; one that came drawn waits for it. */
const graceMs = 1000;

/**
 * Resolves once the code of the page at this address and of its frame is there, or was waited for long enough.
 * Drawn without it, the page would first be drawn as "Loading"; React then keeps that on the screen for 300 ms.
 */
export async function openingCode(pathname: string): Promise<void> {
  const entry = routes.find(({ path }) => leadsTo(path, pathname));
  if (entry === undefined) return;
  // What fails is told where the page is drawn.
  const code = Promise.allSettled([fetchLayout(entry.layout), fetchPage(entry)]);
  // What the server has drawn stays until the page itself is there to take its place.
  if (isDrawn()) return void (await code);
  await Promise.race([code, new Promise((resolve) => setTimeout(resolve, graceMs))]);
}

/** Whether a path of the table is the one of an address, as far as it is written in the usual way. */
function leadsTo(path: string, pathname: string): boolean {
  if (path === '*') return true;
  const wanted = path.split('/');
  const given = pathname.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  );
}
