/**
 * The fonts of scripts that only some users need. The fonts of English and Hindi load with every
 * page.
 */
const letters: Partial<Record<string, () => Promise<unknown>>> = {
  Arab: () => import('../fonts/arabic.css'),
  Beng: () => import('../fonts/bengali.css'),
  Gujr: () => import('../fonts/gujarati.css'),
  Taml: () => import('../fonts/tamil.css'),
  Telu: () => import('../fonts/telugu.css'),
};

/** Loads the font of a script (ISO 15924); until then the device's own font is used. */
export function fetchLetters(script: string): void {
  // Server-side rendering needs no font; the hydrated page loads it.
  if (import.meta.env.SSR) return;
  letters[script]?.().catch((error: unknown) => console.warn('Letters could not be had', error));
}
