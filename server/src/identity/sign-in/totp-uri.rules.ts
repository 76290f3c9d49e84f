/** The URI for an authenticator app, labelled so that its owner recognises the account. */
import { shownEmail } from '../security-events/technical-email.rules.ts';

/**
 * Replaces the library's label, which is the email address, by the phone number if the email
 * address is a technical one.
 */
export function shownTotpUri(
  uri: string,
  person: { readonly email: string; readonly phoneNumber?: string | null | undefined },
): string {
  const label = shownEmail(person.email) ?? person.phoneNumber ?? 'Baari';
  return uri.replace(/^(otpauth:\/\/totp\/)[^?]*/u, `$1Baari:${encodeURIComponent(label)}`);
}
