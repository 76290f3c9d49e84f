/** Changes the URL's query one parameter at a time. */
import { currentPlace, navigate } from './places.ts';

/**
 * Sets one parameter of the URL's query; `value` undefined removes the parameter. The other
 * parameters are read from the current URL, because several may change before the next render.
 */
export function setSearchPart(name: string, value: string | undefined): void {
  const next = new URLSearchParams(currentPlace().search);
  if (value === undefined) next.delete(name);
  else next.set(name, value);
  navigate(`?${next}`, { replace: true });
}
