/** Text as LIKE takes it, without wildcards. */
export function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/gu, String.raw`\$&`);
}
