/** Changes the URL's query one parameter at a time. */
import { currentPlace, navigate } from './places.ts';

/**
 * Sets or, with `value` undefined, removes one parameter, and keeps the current others, because
 * several may change before the next render.
 */
export function setSearchPart(name: string, value: string | undefined): void {
  const next = new URLSearchParams(currentPlace().search);
  if (value === undefined) next.delete(name);
  else next.set(name, value);
  navigate(`?${next}`, { replace: true });
}
