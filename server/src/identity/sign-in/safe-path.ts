/** Ensures that redirects lead only to pages of this site [VERI-2, guarantees security 15]. */
import { type Role, roles } from '@baari/contract/constants.ts';

/** The page to which a verification link leads. */
const landingPage = '/email-verification';

/** The path, query and fragment of a URL on this site; undefined for any other URL. */
export function localPath(target: string, publicUrl: string): string | undefined {
  if (!URL.canParse(target, publicUrl)) return undefined;
  const url = new URL(target, publicUrl);
  if (url.origin !== new URL(publicUrl).origin || url.username !== '') return undefined;
  // A relative URL that begins with two slashes would name another host.
  if (url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}

/**
 * Where a verification link leads: the verification page with the given redirect and role.
 * Undefined if the callback or its redirect leaves this site.
 */
export function verificationLanding(
  callbackUrl: string | undefined,
  publicUrl: string,
): string | undefined {
  const path = localPath(callbackUrl ?? landingPage, publicUrl);
  if (path === undefined) return undefined;
  const asked = new URL(path, publicUrl).searchParams;
  const landing = new URLSearchParams({ verified: '1' });
  const redirect = asked.get('redirect');
  if (redirect !== null) {
    const target = redirect.startsWith('/') ? localPath(redirect, publicUrl) : undefined;
    if (target === undefined) return undefined;
    landing.set('redirect', target);
  }
  const role = asked.get('role');
  if (role !== null && isRole(role)) landing.set('role', role);
  return `${landingPage}?${landing.toString()}`;
}

/**
 * The page to which a failed verification link leads, with the reason why the link did not work.
 */
export function failedLanding(landing: string, publicUrl: string, error: string): string {
  const { pathname, searchParams } = new URL(landing, publicUrl);
  searchParams.delete('verified');
  searchParams.set('error', error);
  return `${pathname}?${searchParams.toString()}`;
}

function isRole(value: string): value is Role {
  return roles.some((role) => role === value);
}
