/**
 * The mark of a browser that was signed out: the session's own cookie cannot be deleted by a page, so
 * where the server could not be told, this one says with every request that the session no longer
 * counts here. The server ends it at the first one that arrives, and takes the mark back [AUTH-2].
 */

const name = 'baari_left';
/** As long as a session can last, and more. */
const keptSeconds = 40 * 24 * 60 * 60;

export function markLeft(): void {
  write('1', keptSeconds);
}

/** For a server that was told, or somebody who has signed in since. */
export function clearLeft(): void {
  write('', 0);
}

export function hasLeft(): boolean {
  return cookies().split('; ').includes(`${name}=1`);
}

/** Tests of the session run without a document. */
function cookies(): string {
  return globalThis.document?.cookie ?? '';
}

function write(value: string, seconds: number): void {
  if (globalThis.document === undefined) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`;
}
