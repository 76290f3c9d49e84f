/** Maps security events of staff accounts to the hospital's audit actions. Pure [SEC-13]. */
import type { AuditAction } from '@baari/contract/account/audit.ts';
import type { SecurityEventKind } from '@baari/contract/account/identity.ts';

export const actionOfEvent: Readonly<Record<SecurityEventKind, AuditAction>> = {
  signed_in: 'sign in',
  signed_in_on_new_device: 'sign in',
  sign_in_failed: 'sign in',
  password_set: 'change password',
  password_reset: 'reset password',
  all_ways_in_removed: 'remove every way in',
  passkey_added: 'add passkey',
  passkey_removed: 'remove passkey',
  two_factor_on: 'turn on two-factor',
  two_factor_off: 'turn off two-factor',
  recovery_codes_renewed: 'renew recovery codes',
  email_changed: 'change own email',
  phone_changed: 'change own phone',
  phone_removed: 'remove own phone',
  google_linked: 'link google',
  google_removed: 'unlink google',
  hospital_sign_in_linked: 'link hospital sign-in',
  hospital_sign_in_removed: 'unlink hospital sign-in',
  sessions_ended: 'end sessions',
};

/** Whether the event is a sign-in or a sign-in attempt; the audit trail records both separately. */
export function isWayIn(kind: SecurityEventKind): boolean {
  return actionOfEvent[kind] === 'sign in';
}
