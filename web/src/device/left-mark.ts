/**
 * A cookie that marks the browser as signed out, because a page cannot delete the session cookie.
 * If the sign-out could not reach the server, the next request with this cookie informs the server
 * that the session is void. The server then ends the session and removes the cookie [AUTH-2].
 */

const name = 'baari_left';
/** The lifetime of the sign-out cookie in seconds, longer than any session. */
const keptSeconds = 40 * 24 * 60 * 60;

export function markLeft(): void {
  write('1', keptSeconds);
}

/** Removes the sign-out cookie, once the server knows of the sign-out or somebody has signed in. */
export function clearLeft(): void {
  write('', 0);
}

export function hasLeft(): boolean {
  return cookies().split('; ').includes(`${name}=1`);
}

/**
 * The cookies of the document. Tests of the session run without a document, so the result is then
 * empty.
 */
function cookies(): string {
  return globalThis.document?.cookie ?? '';
}

function write(value: string, seconds: number): void {
  if (globalThis.document === undefined) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`;
}
