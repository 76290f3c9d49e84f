import type { SignedInUser } from '@baari/contract/account/identity.ts';

export interface InvitationProps {
  token: string;
  /** Called when the invitation was accepted. `user` is the user of the new session. */
  onAccepted: (user: SignedInUser, hospitalName: string) => void;
  /** Opens the sign-in page, which then returns to the invitation. */
  onSignIn: () => void;
  /** Opens the sign-up page, which then returns to the invitation. */
  onSignUp: () => void;
}
