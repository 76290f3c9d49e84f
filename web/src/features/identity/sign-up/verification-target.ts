/** Where a person is redirected after the email is verified [VERI-2]. */
import { type Role, roles } from '@baari/contract/constants.ts';
import { ownPath } from '../../../session/access.ts';

export interface Verification {
  /** The path on this site to redirect to. Undefined if the URL names none, or another site. */
  readonly redirect: string | undefined;
  readonly role: Role | undefined;
  /** Whether the person opened this page by the mailed verification link, and the link worked. */
  readonly linkWorked: boolean;
  readonly linkProblem: 'expired' | 'invalid' | undefined;
}

export function readVerification(search: URLSearchParams): Verification {
  const error = search.get('error');
  return {
    redirect: ownPath(search.get('redirect')),
    role: roles.find((role) => role === search.get('role')),
    linkWorked: search.get('verified') === '1' && error === null,
    linkProblem: error === null ? undefined : error === 'link_expired' ? 'expired' : 'invalid',
  };
}

/**
 * Returns the path to redirect to and the person's role, if both are given. Otherwise returns the
 * patient's dashboard.
 */
export function targetOf({ redirect, role }: Verification): string {
  if (redirect === undefined || role === undefined) return '/patient/dashboard';
  const url = new URL(redirect, 'https://own.invalid');
  url.searchParams.set('role', role);
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Returns the URL of the sign-up page that opens the page `to` once the email is verified. */
export function signUpAndReturn(to: string): string {
  return `/signup/patient?${new URLSearchParams({ next: to })}`;
}

/**
 * Returns the URL of the verification page, which then redirects to `redirect` with the role
 * `role`. The mailed link leads to the same page.
 */
export function verificationPage(redirect?: string, role?: Role): string {
  if (redirect === undefined || role === undefined) return '/email-verification';
  return `/email-verification?${new URLSearchParams({ redirect, role })}`;
}
