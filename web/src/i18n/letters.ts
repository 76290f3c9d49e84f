/** Letters of scripts that only some readers need; those of English and Hindi come with every page. */
const letters: Partial<Record<string, () => Promise<unknown>>> = {
  Arab: () => import('../fonts/arabic.css'),
  Beng: () => import('../fonts/bengali.css'),
  Gujr: () => import('../fonts/gujarati.css'),
  Taml: () => import('../fonts/tamil.css'),
  Telu: () => import('../fonts/telugu.css'),
};

/** Has the page written in the letters of a script (ISO 15924). Until they are here the device's own are seen. */
export function fetchLetters(script: string): void {
  // A drawing for the server has no face: the page that takes it over brings it.
  if (import.meta.env.SSR) return;
  letters[script]?.().catch((error: unknown) => console.warn('Letters could not be had', error));
}
