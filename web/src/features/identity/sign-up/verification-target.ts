/** Where a person continues after the email is verified [VERI-2]. */
import { type Role, roles } from '@baari/contract/constants.ts';
import { ownPath } from '../../../session/access.ts';

export interface Verification {
  /** A path on this site; undefined if missing or on another site. */
  readonly redirect: string | undefined;
  readonly role: Role | undefined;
  /** Whether the person came here by the mailed link, and it worked. */
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

/** The redirect with its role if both are given, else the patient's dashboard. */
export function targetOf({ redirect, role }: Verification): string {
  if (redirect === undefined || role === undefined) return '/patient/dashboard';
  const url = new URL(redirect, 'https://own.invalid');
  url.searchParams.set('role', role);
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The sign-up page that leads to this page of the site once the email is verified. */
export function signUpAndReturn(to: string): string {
  return `/signup/patient?${new URLSearchParams({ next: to })}`;
}

/**
 * The verification page that continues to `redirect` as `role`; the mailed link also ends there.
 */
export function verificationPage(redirect?: string, role?: Role): string {
  if (redirect === undefined || role === undefined) return '/email-verification';
  return `/email-verification?${new URLSearchParams({ redirect, role })}`;
}
