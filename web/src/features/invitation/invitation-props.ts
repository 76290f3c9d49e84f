import type { SignedInUser } from '@baari/contract/account/identity.ts';

export interface InvitationProps {
  token: string;
  /** The user is that of the new session. */
  onAccepted: (user: SignedInUser, hospitalName: string) => void;
  /** Goes to the sign-in, which returns here. */
  onSignIn: () => void;
  /** Goes to the sign-up, which returns here. */
  onSignUp: () => void;
}
