/** Where a page redirects people who may not see it [AUTH-1, LOGIN-3]. */
import type { Role } from '@baari/contract/constants.ts';
import type { SignedInUser } from '@baari/contract/account/identity.ts';

/** 'any': every signed-in user. */
export type AllowedRoles = 'any' | readonly Role[];

type Whereabouts =
  | { readonly status: 'checking' }
  | { readonly status: 'signed-in'; readonly user: SignedInUser }
  | { readonly status: 'signed-out'; readonly leaving: boolean; readonly isTaken?: true };

export type Admission =
  | { readonly kind: 'wait' }
  | { readonly kind: 'admit' }
  /**
   * `keepOrigin`: the sign-in returns here. `isTaken`: it says that the session ended elsewhere.
   */
  | {
      readonly kind: 'send';
      readonly to: string;
      readonly keepOrigin: boolean;
      readonly isTaken?: true;
    };

/** Every role's home page; each allows its role, so that redirects cannot loop. */
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

/** A path on this site; anything else, such as another site, is refused [VERI-2]. */
export function ownPath(path: string | null | undefined): string | undefined {
  if (!path?.startsWith('/')) return undefined;
  const base = 'https://own.invalid';
  const url = URL.parse(path, base);
  // For example "/.//elsewhere", which as an address would name another site.
  if (url?.origin !== base || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
