import type { SignedInUser } from '@baari/contract/account/identity.ts';

export interface InvitationProps {
  token: string;
  /** The doctor is who the session says now. */
  onAccepted: (user: SignedInUser, hospitalName: string) => void;
  /** Leads to the sign-in, and from there back here. */
  onSignIn: () => void;
}
