/** Decides where a page redirects users who may not open it [AUTH-1, LOGIN-3]. */
import type { Role } from '@baari/contract/constants.ts';
import type { SignedInUser } from '@baari/contract/account/identity.ts';

/** The roles that may open a page; 'any' allows every signed-in user. */
export type AllowedRoles = 'any' | readonly Role[];

type Whereabouts =
  | { readonly status: 'checking' }
  | { readonly status: 'signed-in'; readonly user: SignedInUser }
  | { readonly status: 'signed-out'; readonly leaving: boolean; readonly isTaken?: true };

export type Admission =
  | { readonly kind: 'wait' }
  | { readonly kind: 'admit' }
  /**
   * With `keepOrigin` the user returns to this page after sign-in. With `isTaken` the sign-in page
   * says that the session was ended elsewhere.
   */
  | {
      readonly kind: 'send';
      readonly to: string;
      readonly keepOrigin: boolean;
      readonly isTaken?: true;
    };

/**
 * Returns the home page of the user's role. Each role may open its home page, so that redirects
 * cannot loop.
 */
export function homeOf(user: Pick<SignedInUser, 'role' | 'doctorId'>): string {
  switch (user.role) {
    case 'hospital_admin':
      return '/hospital/dashboard';
    case 'doctor':
      return user.doctorId === null ? '/profile' : `/doctor/view/${user.doctorId}`;
    case 'receptionist':
      return '/staff/dashboard';
    case 'patient':
      return '/patient/dashboard';
  }
}

/** The desk of the practice hospital for which the user acts, where the exercises are [ADM-1]. */
export function practiceDeskOf({
  role,
  hospitalId,
}: Pick<SignedInUser, 'role' | 'hospitalId'>): string {
  return role === 'hospital_admin'
    ? '/hospital/dashboard?view=queue'
    : `/staff/queue/${hospitalId}`;
}

export function admission(session: Whereabouts, allowed: AllowedRoles): Admission {
  if (session.status === 'checking') return { kind: 'wait' };
  if (session.status === 'signed-out') {
    return session.leaving
      ? { kind: 'send', to: '/', keepOrigin: false }
      : {
          kind: 'send',
          to: '/login',
          keepOrigin: true,
          ...(session.isTaken && { isTaken: true }),
        };
  }
  if (allowed === 'any' || allowed.includes(session.user.role)) return { kind: 'admit' };
  return { kind: 'send', to: homeOf(session.user), keepOrigin: false };
}

/**
 * Returns the path if it is on this site. Anything else, such as another site's address, is refused
 * [VERI-2].
 */
export function ownPath(path: string | null | undefined): string | undefined {
  if (!path?.startsWith('/')) return undefined;
  const base = 'https://own.invalid';
  const url = URL.parse(path, base);
  // Refuses a path such as "/.//elsewhere", because a browser would open the site "elsewhere".
  if (url?.origin !== base || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
