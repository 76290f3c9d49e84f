/** Where someone goes on to once the email is verified [VERI-2]. */
import { type Role, roles } from '@baari/contract/constants.ts';
import { ownPath } from '../../../session/access.ts';

export interface Verification {
  /** This site's own path; undefined when none was given, or one that leaves the site. */
  readonly redirect: string | undefined;
  readonly role: Role | undefined;
  /** The link of the mail led here and worked. */
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

/** The redirect with its role if both are there, else the patient's dashboard. */
export function targetOf({ redirect, role }: Verification): string {
  if (redirect === undefined || role === undefined) return '/patient/dashboard';
  const url = new URL(redirect, 'https://own.invalid');
  url.searchParams.set('role', role);
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The verification page for someone who is to go on to `redirect` as `role`; also where the mail's link ends. */
export function verificationPage(redirect?: string, role?: Role): string {
  if (redirect === undefined || role === undefined) return '/email-verification';
  return `/email-verification?${new URLSearchParams({ redirect, role })}`;
}
