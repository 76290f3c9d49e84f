/** Escapes a text for LIKE, so that it contains no wildcards. */
export function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/gu, String.raw`\$&`);
}
