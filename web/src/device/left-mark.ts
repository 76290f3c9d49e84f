/**
 * A cookie that marks a signed-out browser, because a page cannot delete the session cookie. If the
 * server could not be reached, the mark tells it with the next request that the session is void.
 * The server then ends the session and removes the mark [AUTH-2].
 */

const name = 'baari_left';
/** The lifetime of the mark in seconds, longer than any session. */
const keptSeconds = 40 * 24 * 60 * 60;

export function markLeft(): void {
  write('1', keptSeconds);
}

/** Removes the mark, after the server knows or somebody has signed in. */
export function clearLeft(): void {
  write('', 0);
}

export function hasLeft(): boolean {
  return cookies().split('; ').includes(`${name}=1`);
}

/** The document's cookies; tests of the session run without a document. */
function cookies(): string {
  return globalThis.document?.cookie ?? '';
}

function write(value: string, seconds: number): void {
  if (globalThis.document === undefined) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`;
}
