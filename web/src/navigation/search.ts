/** The query of the address, changed one part at a time. */
import { currentPlace, navigate } from './places.ts';

/**
 * Sets one part in place, or takes it out where `value` is undefined, and keeps the others as they are at
 * this moment: several may change before the page is drawn anew.
 */
export function setSearchPart(name: string, value: string | undefined): void {
  const next = new URLSearchParams(currentPlace().search);
  if (value === undefined) next.delete(name);
  else next.set(name, value);
  navigate(`?${next}`, { replace: true });
}
